/** Runs `parley follow` on an open installation. */
import type { RunningApp } from "../../app.ts";
import { features } from "../../features.ts";
import { CannotFollow, RemoteRefusal, RemoteUnreachable, UnusableAnswer } from "../../follow/errors.ts";
import { type Comparison, Follow } from "../../follow/follow.ts";
import { keyIn } from "../../follow/keys.ts";
import { isFollowing } from "../../follow/record.ts";
import type { Progress } from "../../kernel/progress.ts";
import { Refusal } from "../errors.ts";
import type { FollowCommandOptions } from "./command.ts";

/** For a command that someone waits for: a few minutes. */
const TRIES = 10;

/** Undefined where there is nothing to compare. */
export async function follow(
  app: RunningApp,
  url: URL,
  options: FollowCommandOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<Comparison | undefined> {
  // Opening a copy begins it where there is none.
  if ((options.compare || options.end) && !isFollowing(app.config.dataDirectory))
    throw new Refusal("Nothing is followed here. Begin without --compare and --end.");
  signal.addEventListener("abort", () => app.trustedOutgoing.close(), { once: true });
  try {
    const keys = await Promise.all(options.keyFile.map((file) => keyIn(file, url)));
    const following = await Follow.open(app, {
      url,
      keys,
      shortName: options.realm ?? "",
      routes: features.flatMap((feature) => feature.routes ?? []),
      signal,
      tries: options.once || options.compare || options.end ? TRIES : undefined,
      progress,
      tell: (line) => process.stderr.write(`parley: ${line}\n`),
    });
    if (options.once) return await following.once();
    if (options.compare) return await following.compare();
    if (!options.end) return await following.keepUp();
    await following.end();
    process.stdout.write("The organization is no longer followed. Start the server, and point the address at it.\n");
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if ([CannotFollow, UnusableAnswer, RemoteUnreachable].some((kind) => error instanceof kind))
      throw new Refusal((error as Error).message);
    if (error instanceof RemoteRefusal)
      throw new Refusal(`The other server has refused a request: ${error.message || error.code || error.status}`);
    throw error;
  }
}
