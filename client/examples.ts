/** The examples in the README, for tests that run them. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const EXAMPLE = /```ts\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs;

interface Example {
  readonly file: string;
  /** What it must print. */
  readonly printed: string | undefined;
}

/** Writes each into a file, with the address of a server and somebody's key instead of those that it shows. */
export function writeExamples(directory: string, { url, apiKey }: { url: string; apiKey: string }): Example[] {
  const text = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
  const examples = [...text.matchAll(EXAMPLE)].map(([, code = "", printed], n) => {
    const file = join(directory, `example-${n}.ts`);
    writeFileSync(file, code.replace("https://chat.example.com", url).replace('"KEY"', `"${apiKey}"`));
    return { file, printed };
  });
  assert.equal(examples.length, 6);
  return examples;
}
