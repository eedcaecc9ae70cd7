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
}

/** Files that come later must find the process as this one did. The test is reached when all others of the file are over. */
function lastTestOf(file: string, before: object): { readonly reached: Promise<void>; leave(): void } {
  const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void test(`${file.replace(/^.*\/(?=(?:server|client|web|e2e|bench)\/)/, "")} leaves its process as it was`, async () => {
    const after = surroundings();
    reached.resolve();
    await left.promise;
    deepEqual(after, before);
  });
  return { reached: reached.promise, leave: left.resolve };
}

const surroundings = () => ({ env: { ...process.env }, directory: process.cwd() });

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
