/** Several test files in one process: to load the server takes longer than the tests of most files. */
import { beforeEach, test } from "node:test";
import { inspect } from "node:util";
import { beginFile } from "./test-file.ts";
import { recordUsage } from "./usage.ts";

/** Loads the files one after the other; their tests are run in the order in which they are declared. */
export async function together(files: readonly string[]): Promise<void> {
  failOnStrayErrors();
  if (process.env.PARLEY_TEST_USAGE) recordUsage(process.env.PARLEY_TEST_USAGE, files);
  for (const file of files) {
    beginFile(file);
    await import(file).catch((error: unknown) => {
      test(file, () => Promise.reject(error));
    });
  }
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
