/** Gzipped JSON lines: written and read line by line, whatever their size. */
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { type Progress, unobserved } from "./progress.ts";

/** What is wrong with a file, for the person who provided it. */
export class DamagedFile extends Error {}

export type WriteLine = (line: object) => Promise<void>;

/** The file appears under its name only when it is complete and on disk. */
export async function appearingWhole<T>(file: string, make: (unfinished: string) => Promise<T>): Promise<T> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  await removeAbandoned(file);
  try {
    const made = await make(unfinished);
    await rename(unfinished, file);
    await syncToDisk(dirname(file));
    return made;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** So long after its last write nobody writes to it any more, even if its process is one of another container. */
const ABANDONED_MS = 600_000;

/** Removes what a process that was killed has left of this file. */
async function removeAbandoned(file: string): Promise<void> {
  const [directory, prefix] = [dirname(file), `${basename(file)}.`];
  for (const name of await readdir(directory).catch(() => [])) {
    const [, pid] = /^(\d+)\.unfinished$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : "") ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true });
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function syncToDisk(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Each write to the compressor costs as much as compressing a few hundred characters. */
const COMPRESSED_TOGETHER = 65_536;

/** Writes a new file, readable only by its owner, and resolves when it is complete and on disk. */
export async function writeJsonLines<T>(file: string, work: (write: WriteLine) => Promise<T>): Promise<T> {
  const output = createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
  const gzip = createGzip();
  // Whoever waits for it to drain learns of this.
  output.once("error", (error) => gzip.destroy(error));
  gzip.on("error", () => {});
  const whole = finished(gzip.pipe(output));
  // Reported where it is awaited; until then it must not count as unhandled.
  whole.catch(() => {});
  let waiting = "";
  const compress = async () => {
    const text = waiting;
    waiting = "";
    if (!gzip.write(text) && !gzip.destroyed) await once(gzip, "drain");
  };
  try {
    const result = await work(async (line) => {
      if (output.errored) throw output.errored;
      waiting += `${JSON.stringify(line)}\n`;
      if (waiting.length >= COMPRESSED_TOGETHER) await compress();
    });
    gzip.end(waiting);
    await whole;
    return result;
  } catch (error) {
    gzip.destroy();
    output.destroy();
    throw error;
  }
}

/** Longer than any row, and short enough for memory: a small file may unpack to an endless line. */
const LONGEST_LINE = 256 * 1024 * 1024;

export interface ReadingOptions {
  readonly longestLine?: number;
  /** Learns how many bytes of the file have been read. */
  readonly progress?: Progress;
}

/** Only a line feed ends a line: messages may contain other line separators. */
export async function* linesOf(
  file: string,
  kind: string,
  { longestLine = LONGEST_LINE, progress = unobserved }: ReadingOptions = {},
): AsyncGenerator<string, undefined> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  const decoder = new TextDecoder();
  const line = new LineInParts(kind, longestLine);
  let read = 0;
  try {
    for await (const chunk of source.pipe(gunzip)) {
      progress.add(source.bytesRead - read);
      read = source.bytesRead;
      const parts = decoder.decode(chunk as Buffer, { stream: true }).split("\n");
      for (const part of parts.slice(0, -1)) {
        line.add(part);
        yield line.take();
      }
      line.add(parts.at(-1) ?? "");
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "Z_DATA_ERROR") throw new DamagedFile(`${file} is not a Parley ${kind}, or is damaged.`);
    if (code === "Z_BUF_ERROR") throw new DamagedFile(`The ${kind} is damaged: its end is missing.`);
    throw error;
  } finally {
    source.destroy();
  }
  const rest = line.take();
  if (rest !== "") yield rest;
}

/** A long line arrives in many parts, which are joined once. */
class LineInParts {
  readonly #kind: string;
  readonly #longest: number;
  #parts: string[] = [];
  #length = 0;

  constructor(kind: string, longest: number) {
    this.#kind = kind;
    this.#longest = longest;
  }

  add(part: string): void {
    this.#length += part.length;
    if (this.#length > this.#longest)
      throw new DamagedFile(`The ${this.#kind} is damaged: one of its lines is incomplete.`);
    this.#parts.push(part);
  }

  take(): string {
    const line = this.#parts.length === 1 ? (this.#parts[0] as string) : this.#parts.join("");
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}

export function parsedLine(line: string, kind: string): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new DamagedFile(`The ${kind} is damaged: one of its lines is not JSON.`);
}
