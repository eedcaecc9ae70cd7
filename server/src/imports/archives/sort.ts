/**
 * Sorts more than fits into memory: parts are sorted and written to files, which are then read side by side. Values with equal
 * keys stay in their order.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DiskRoom } from "./disk-room.ts";
import { textLines } from "./lines.ts";

/** Characters of JSON in a part: the last one is not written. */
export const SORTED_IN_MEMORY = 32 * 1024 * 1024;
/** Parts that are read side by side. More are first merged into fewer: a process may open only so many files. */
const MOST_OPEN = 64;

interface SortedLine {
  readonly key: number;
  readonly text: string;
}

interface SortLimits {
  readonly partSize: number;
  readonly mostOpen: number;
  readonly room: DiskRoom;
}

export class LargeSort {
  readonly #directory: string;
  readonly #limits: SortLimits;
  /** In the order in which their values were added. */
  #files: string[] = [];
  #written = 0;
  #part: SortedLine[] = [];
  #size = 0;

  private constructor(directory: string, limits: SortLimits) {
    this.#directory = directory;
    this.#limits = limits;
  }

  /** Works in a new folder below this one. */
  static async in(
    parent: string,
    { partSize = SORTED_IN_MEMORY, mostOpen = MOST_OPEN, room = new DiskRoom(parent) }: Partial<SortLimits> = {},
  ): Promise<LargeSort> {
    return new LargeSort(await mkdtemp(join(parent, "sort-")), { partSize, mostOpen, room });
  }

  async add(key: number, value: object): Promise<void> {
    const text = JSON.stringify(value);
    this.#part.push({ key, text });
    this.#size += text.length;
    if (this.#size >= this.#limits.partSize) await this.#writePart();
  }

  async #writePart(): Promise<void> {
    const part = this.#part.sort((a, b) => a.key - b.key);
    [this.#part, this.#size] = [[], 0];
    this.#files.push(await this.#write(part));
  }

  async #write(lines: Iterable<SortedLine> | AsyncIterable<SortedLine>): Promise<string> {
    const file = join(this.#directory, String(this.#written++));
    const content = Readable.from(this.#limits.room.of(written(lines)));
    await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    return file;
  }

  async #remove(file: string): Promise<void> {
    const { size } = await stat(file);
    await rm(file);
    this.#limits.room.giveBack(size);
  }

  /** Everything that was added, in order. */
  async *sorted(): AsyncGenerator<unknown> {
    while (this.#files.length > this.#limits.mostOpen) await this.#mergeSome();
    const rest = this.#part.sort((a, b) => a.key - b.key);
    for await (const { text } of merged([...this.#files.map(linesOf), linesIn(rest)])) yield JSON.parse(text);
  }

  /** Neighbours become one part, in their place. */
  async #mergeSome(): Promise<void> {
    const { mostOpen } = this.#limits;
    const fewer: string[] = [];
    for (let at = 0; at < this.#files.length; at += mostOpen) {
      const some = this.#files.slice(at, at + mostOpen);
      fewer.push(await this.#write(merged(some.map(linesOf))));
      await Promise.all(some.map((file) => this.#remove(file)));
    }
    this.#files = fewer;
  }

  async close(): Promise<void> {
    for (const file of this.#files) await this.#remove(file).catch(() => {});
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** Of equal keys, those of the first reader come first. */
async function* merged(readers: readonly AsyncIterator<SortedLine>[]): AsyncGenerator<SortedLine> {
  const heads = await Promise.all(readers.map(next));
  for (;;) {
    let first = -1;
    for (const [index, head] of heads.entries())
      if (head && (first === -1 || head.key < (heads[first] as SortedLine).key)) first = index;
    if (first === -1) return;
    yield heads[first] as SortedLine;
    heads[first] = await next(readers[first] as AsyncIterator<SortedLine>);
  }
}

/** JSON has no line feeds of its own. */
async function* written(lines: Iterable<SortedLine> | AsyncIterable<SortedLine>): AsyncGenerator<string> {
  for await (const { key, text } of lines) yield `${key} ${text}\n`;
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
