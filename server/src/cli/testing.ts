/** Helpers for command line tests: a data directory, the command itself, and a server. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import type { CommandOutcome } from "../../test/command-host.ts";
import { hosted } from "../../test/commands.ts";
import { scratch } from "../../test/scratch.ts";

/** A directory that is removed after the test, and an environment that names it. */
export function installation(
  t: TestContext,
  more: NodeJS.ProcessEnv = {},
): { directory: string; env: NodeJS.ProcessEnv } {
  const directory = mkdtempSync(join(scratch, "parley-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  // Without NODE_COMPILE_CACHE, commands use what the build has compiled ahead.
  const { PARLEY_DATABASE_URL: _, NODE_COMPILE_CACHE: __, ...inherited } = process.env;
  const env = { ...inherited, PARLEY_PORT: "0", PARLEY_RATE_LIMITS: "off", ...more };
  return { directory, env: { ...env, PARLEY_DATA: join(directory, "data") } };
}

/** Runs a command in a process that has loaded the command line before (decision 154). */
export const parley = (env: NodeJS.ProcessEnv, args: readonly string[]): Promise<CommandOutcome> =>
  hosted({ env, args });

/** Runs a command in a process of its own, as people do: for each command once, and what a process takes from its surroundings. */
export async function parleyAlone(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  input = "",
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../dist/parley.js"), ...args], { env });
  child.stdin.end(input);
  const ended = new Promise<number>((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** Starts a real server process. Returns its URL when it is ready. */
export async function serve(t: TestContext, env: NodeJS.ProcessEnv, flags: readonly string[] = []): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../dist/main.js"), ...flags], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => stop(child));
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error("The server has ended.");
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.on("close", () => resolve());
    child.kill("SIGTERM");
  });
}
