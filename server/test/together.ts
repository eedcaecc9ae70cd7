/** Several test files in one process: to load the server takes longer than the tests of most files. */
import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { inspect } from "node:util";
import { beginFile, closeShared, shareBetweenFiles } from "./test-file.ts";
import { recordUsage } from "./usage.ts";

/**
 * Runs one file after the other. The next one is loaded while the last test of the one before is running, since Node's
 * runner ends when no test is left.
 */
export async function together(files: Iterable<string>): Promise<void> {
  failOnStrayErrors();
  shareBetweenFiles();
  const record = process.env.PARLEY_TEST_USAGE ? recordUsage(process.env.PARLEY_TEST_USAGE) : () => {};
  let leaveLast = () => {};
  for (const file of files) {
    const before = surroundings();
    beginFile(file);
    await import(file).catch((error: unknown) => {
      test(file, () => Promise.reject(error));
    });
    const { reached, leave } = lastTestOf(file, before);
    leaveLast();
    await reached;
    record(file);
    leaveLast = leave;
  }
  await closeShared();
  record("what files share");
  leaveLast();
  failUnlessItEnds();
}

/** Longer than a browser or a server takes to end. */
const ENDS_WITHIN_MS = 60_000;

/** Node's runner waits for a process without end, and then for nothing else of the run. */
function failUnlessItEnds(): void {
  const fail = () => {
    process.stderr.write(
      `The process does not end after its last test: ${process.getActiveResourcesInfo().join(", ")}\n`,
    );
    process.exit(1);
  };
  setTimeout(fail, ENDS_WITHIN_MS).unref();
}

const ROOT = new URL("../..", import.meta.url).href;

/** Files that come later must find the process as this one did. The test is reached when all others of the file are over. */
function lastTestOf(file: string, before: Surroundings): { readonly reached: Promise<void>; leave(): void } {
  const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void test(`${file.replace(ROOT, "")} leaves its process as it was`, async () => {
    const changes = changesSince(before);
    reached.resolve();
    await left.promise;
    deepEqual(changes, []);
  });
  return { reached: reached.promise, leave: left.resolve };
}

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly directory: string;
  readonly globals: ReadonlyMap<string, unknown>;
}

/** What packages and tests replace. */
const GLOBALS = [
  "Date",
  "FormData",
  "Headers",
  "Request",
  "Response",
  "WebSocket",
  "fetch",
  "setInterval",
  "setTimeout",
];

const surroundings = (): Surroundings => ({
  env: { ...process.env },
  directory: process.cwd(),
  globals: new Map(GLOBALS.map((name) => [name, globalOf(name)])),
});

const globalOf = (name: string) => (globalThis as Record<string, unknown>)[name];

/** Packages may set variables of their own. */
const OURS = /^(?:PARLEY|NODE|npm)_|^TZ$/;

function changesSince({ env, directory, globals }: Surroundings): string[] {
  const names = Object.keys({ ...env, ...process.env }).filter((name) => name in env || OURS.test(name));
  return [
    ...names.filter((name) => env[name] !== process.env[name]),
    ...GLOBALS.filter((name) => globals.get(name) !== globalOf(name)),
    ...(process.cwd() === directory ? [] : ["the working directory"]),
  ];
}

/**
 * An error that nobody catches ends the process: the test that waits for what failed would wait until its time is up. The
 * runner cannot name the test (`untracked.ts`).
 */
function failOnStrayErrors(): void {
  let running = "no test";
  beforeEach((t) => {
    running = t.fullName;
  });
  const end = (error: unknown) => {
    process.stderr.write(`An error that nobody caught, during "${running}":\n${inspect(error)}\n`);
    process.exit(1);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}
