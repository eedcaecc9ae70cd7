/** Several test files in one process: to load the server takes longer than the tests of most files. */
import { test } from "node:test";
import { beginFile } from "./index.ts";

/** Loads the files one after the other; their tests are run in the order in which they are declared. */
export async function together(files: readonly string[]): Promise<void> {
  for (const file of files) {
    beginFile();
    await import(file).catch((error: unknown) => {
      test(file, () => Promise.reject(error));
    });
  }
}
