/** `parley follow`: an organization is copied from another server of this API while people use it. */
import { Command, InvalidArgumentError } from "commander";
import type { Comparison } from "../../follow/follow.ts";
import { isFollowing } from "../../follow/record.ts";
import { refuseWhileServed } from "../backup/in-use.ts";
import { ExitCode, Refusal, UsageError } from "../errors.ts";
import { commandConfig } from "../flags.ts";
import { Interrupted, showingProgress } from "../progress/show.ts";
import { print, withApp } from "../with-app.ts";

export interface FollowCommandOptions {
  keyFile: readonly string[];
  realm?: string;
  once: boolean;
  compare: boolean;
  end: boolean;
  json: boolean;
}

export const followCommand = new Command("follow")
  .description(
    "Copy an organization from a running server of this API while people use it, and keep up with it. The server here must not run until the copy is ended.",
  )
  .argument("[url]", "the address of the organization on the other server", serverUrl)
  .option(
    "--key-file <file>",
    "a zuliprc file with an API key; the first is an administrator's; repeat it for other people",
    collected,
    [],
  )
  .option("--realm <short name>", "the short name of the organization here; default: the default organization")
  .option("--once", "stop when everything is copied, and say whether both are equal", false)
  .option("--compare", "say what differs, and change nothing", false)
  .option("--end", "stop following for good: the organization here is people's own from now on", false)
  .option("--json", "print one JSON object", false)
  .addHelpText(
    "after",
    "\nWithout --once it keeps up until it is interrupted, and continues when it is run again. docs/come-over.md says what is\ncopied, and how to switch over.",
  )
  .action(async (url: URL | undefined, options: FollowCommandOptions) => {
    const config = commandConfig();
    if ([options.once, options.compare, options.end].filter(Boolean).length > 1)
      throw new UsageError("Give only one of --once, --compare and --end.");
    if (options.end && url === undefined) return endWithoutServer(config.dataDirectory);
    if (url === undefined) throw new UsageError("Give the address of the other server.");
    if (options.keyFile.length === 0) throw new UsageError("Give --key-file, with the key of an administrator.");
    await refuseWhileServed(config);
    // What follows is needed by this command only.
    const { follow } = await import("./run.ts");
    const told = await interruptibly((signal) =>
      showingProgress((progress) => withApp((app) => follow(app, url, options, progress, signal), progress)),
    );
    if (told === undefined) return;
    print(asPrinted(told), options.json, inWords(told));
    if (!told.isEqual) process.exitCode = ExitCode.failure;
  });

/** Waiting ends with the first signal, as the progress of other work does. */
async function interruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const stop = (signal: (typeof signals)[number]) => stopping.abort(new Interrupted(signal));
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** The other server may be gone for good. */
async function endWithoutServer(dataDirectory: string): Promise<void> {
  if (!isFollowing(dataDirectory)) throw new Refusal("Nothing is followed here.");
  await refuseWhileServed(commandConfig());
  const { endFollowing } = await import("../../follow/end.ts");
  await withApp(endFollowing);
  process.stdout.write("The organization is no longer followed. Start the server, and point the address at it.\n");
}

const asPrinted = ({ isEqual, differences, messages, people, leftOut }: Comparison) => ({
  ...{ is_equal: isEqual, differences, messages, people },
  left_out: leftOut.map(({ what, reason, count, examples }) => ({ what, reason, count, examples })),
});

function inWords({ isEqual, differences, messages, people, leftOut }: Comparison): string {
  const heading = isEqual
    ? `Both are equal, as seen by ${people} ${people === 1 ? "person" : "people"} (${messages} messages).`
    : "They differ:";
  const left = leftOut.map(
    ({ count, what, reason, examples }) => `  ${count} ${what}: ${reason} (such as: ${examples[0]})`,
  );
  return [
    heading,
    ...differences.map((line) => `  ${line}`),
    ...(left.length > 0 ? ["Not copied:", ...left] : []),
  ].join("\n");
}

function serverUrl(text: string): URL {
  const url = URL.parse(text);
  if (
    !url ||
    !["http:", "https:"].includes(url.protocol) ||
    url.username !== "" ||
    url.password !== "" ||
    url.pathname !== "/"
  )
    throw new InvalidArgumentError("Give an address such as https://chat.example.com, without a path.");
  return url;
}

function collected(file: string, files: readonly string[]): string[] {
  return [...files, file];
}
