/**
 * Starts the built server once, so that what V8 compiles for a start is kept with it. The first start after an installation
 * is then as fast as the others, also where the server may not write to the directory that it is installed in.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import packageFile from "../../package.json" with { type: "json" };

/** The options of Node in `npm start`. */
export const START_OPTIONS: readonly string[] = packageFile.scripts.start
  .split(" ")
  .filter((word) => word.startsWith("--"));

/** Where the entries keep it, beside the chunks. */
const COMPILED = ".compiled";
const WITHIN_MS = 60_000;

/** Without it a start only takes longer, so nothing fails here. */
export async function compileAhead(built: string): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), "parley-build-"));
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, PARLEY_DATA: data, PARLEY_HOST: "127.0.0.1", PARLEY_PORT: "0" };
  try {
    // The first start writes the tables, which no other start does: what that needs is not kept.
    await startOnce(built, [], { ...env, NODE_DISABLE_COMPILE_CACHE: "1" });
    await startOnce(built, START_OPTIONS, env);
    await letEverybodyRead(join(built, COMPILED));
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

async function startOnce(built: string, options: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [...options, join(built, "main.js")], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: WITHIN_MS,
  });
  const ended = once(child, "exit");
  await isReady(child);
  child.kill("SIGTERM");
  await ended;
}

/** Node keeps these files for their owner, but the server may run as somebody else. */
async function letEverybodyRead(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) await chmod(join(entry.parentPath, entry.name), entry.isFile() ? 0o644 : 0o755);
}

async function isReady(child: ChildProcess & { stdout: NodeJS.ReadableStream }): Promise<void> {
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"url"')) break;
  child.stdout.resume();
}
