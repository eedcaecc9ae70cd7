/** Commands of the built command line, run by one process for all test files that a test process takes. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CommandOutcome, HostedCommand } from "./command-host.ts";
import { keepForOtherFiles } from "./test-file.ts";

const HOST = fileURLToPath(new URL("./command-host.ts", import.meta.url));

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs the command after those that were asked for before. */
export function hosted(command: HostedCommand): Promise<CommandOutcome> {
  const outcome = last.then(() => ask(command));
  last = outcome.catch(() => {});
  return outcome;
}

async function ask(command: HostedCommand): Promise<CommandOutcome> {
  host ??= startHost();
  const asked = host;
  asked.ref();
  asked.channel?.ref();
  const over = new AbortController();
  const { signal } = over;
  try {
    const ended = once(asked, "exit", { signal }).then(() => {
      host = undefined;
      throw new Error(`The process that runs commands ended with: parley ${command.args.join(" ")}`);
    });
    const answered = once(asked, "message", { signal }).then(([outcome]) => outcome as CommandOutcome);
    asked.send(command);
    return await Promise.race([answered, ended]);
  } finally {
    over.abort();
    // It does not keep the process from ending, and ends with it.
    asked.unref();
    asked.channel?.unref();
  }
}

function startHost(): ChildProcess {
  // Without NODE_COMPILE_CACHE, commands use what the build has compiled ahead.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const started = fork(HOST, { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  keepForOtherFiles(async () => {
    if (host !== started) return;
    host = undefined;
    started.ref();
    const ended = once(started, "exit");
    started.disconnect();
    await ended;
  });
  return started;
}
