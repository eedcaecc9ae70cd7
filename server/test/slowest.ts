/** Finds the slowest tests: a reporter that records durations, and the list at the end of a run. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const HOW_MANY = 20;

interface Timing {
  readonly name: string;
  readonly file: string;
  readonly ms: number;
}

/** One line per top-level test of a file. The harness declares tests on behalf of a file, which is their tag. */
export default async function* timings(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || data.nesting > 0) continue;
    const { name, details, file = "", tags } = data as typeof data & { readonly tags?: readonly string[] };
    yield `${JSON.stringify({ name, file: tags?.[0] ?? file, ms: details.duration_ms } satisfies Timing)}\n`;
  }
}

/** The slowest tests of a run, from the files that its reporters wrote to a directory. */
export function slowest(directory: string, root: string): string {
  const all = readdirSync(directory)
    .flatMap((name) => readFileSync(join(directory, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Timing)
    // Each process is reported as a test as well, and the last test of a file waits for the next file to be loaded.
    .filter(({ file }) => !file.endsWith(".mjs") && !file.endsWith("/together.ts"))
    .sort((a, b) => b.ms - a.ms);
  const lines = all.slice(0, HOW_MANY).map(({ name, file, ms }) => {
    const path = file.startsWith("file:") ? fileURLToPath(file) : file;
    return `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}  (${relative(root, path)})`;
  });
  return `\nThe slowest of ${all.length} tests:\n${lines.join("\n")}\n`;
}
