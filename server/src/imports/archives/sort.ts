/**
 * Sorts more than fits into memory: parts are sorted and written to files, which are then read side by side. Values with equal
 * keys stay in their order.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { textLines } from "./lines.ts";

/** Characters of JSON in a part. */
const PART = 32 * 1024 * 1024;

interface SortedLine {
  readonly key: number;
  readonly text: string;
}

export class LargeSort {
  readonly #directory: string;
  readonly #partSize: number;
  readonly #files: string[] = [];
  #part: SortedLine[] = [];
  #size = 0;

  private constructor(directory: string, partSize: number) {
    this.#directory = directory;
    this.#partSize = partSize;
  }

  /** Works in a new folder below this one. */
  static async in(parent: string, partSize = PART): Promise<LargeSort> {
    return new LargeSort(await mkdtemp(join(parent, "sort-")), partSize);
  }

  async add(key: number, value: object): Promise<void> {
    const text = JSON.stringify(value);
    this.#part.push({ key, text });
    this.#size += text.length;
    if (this.#size >= this.#partSize) await this.#write();
  }

  async #write(): Promise<void> {
    const part = this.#part.sort((a, b) => a.key - b.key);
    [this.#part, this.#size] = [[], 0];
    const file = join(this.#directory, String(this.#files.length));
    this.#files.push(file);
    // JSON has no line feeds of its own.
    const lines = Readable.from(part.values().map(({ key, text }) => `${key} ${text}\n`));
    await pipeline(lines, createWriteStream(file, { mode: 0o600 }));
  }

  /** Everything that was added, in order. */
  async *sorted(): AsyncGenerator<unknown> {
    const rest = this.#part.sort((a, b) => a.key - b.key);
    const readers = [...this.#files.map(linesOf), linesIn(rest)];
    const heads = await Promise.all(readers.map(next));
    for (;;) {
      let first = -1;
      for (const [index, head] of heads.entries())
        if (head && (first === -1 || head.key < (heads[first] as SortedLine).key)) first = index;
      if (first === -1) return;
      yield JSON.parse((heads[first] as SortedLine).text);
      heads[first] = await next(readers[first] as AsyncIterator<SortedLine>);
    }
  }

  async close(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function next(reader: AsyncIterator<SortedLine>): Promise<SortedLine | undefined> {
  const { value, done } = await reader.next();
  return done ? undefined : (value as SortedLine);
}

async function* linesIn(lines: readonly SortedLine[]): AsyncGenerator<SortedLine> {
  yield* lines;
}

async function* linesOf(file: string): AsyncGenerator<SortedLine> {
  for await (const line of textLines(createReadStream(file), Number.POSITIVE_INFINITY)) {
    const at = line.indexOf(" ");
    if (at !== -1) yield { key: Number(line.slice(0, at)), text: line.slice(at + 1) };
  }
}
