/** The times of commits that are not shipped yet, on this disk: after a crash they are shipped with their times. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommitMark } from "./segment.ts";
import type { Salts } from "./wal.ts";

type MarkLine = readonly [saltOne: number, saltTwo: number, frame: number, fromMs: number, toMs: number];

export class MarksOnDisk {
  readonly #file: string;

  constructor(dataDirectory: string) {
    this.#file = join(dataDirectory, "log-marks.jsonl");
  }

  /** Not waited for by the disk: without it, only the times would be less exact. */
  add([one, two]: Salts, { frame, fromMs, toMs }: CommitMark): void {
    const line: MarkLine = [one, two, frame, fromMs, toMs];
    this.#leniently(() => appendFileSync(this.#file, `${JSON.stringify(line)}\n`, { mode: 0o600 }));
  }

  /** The marks of this run of the log, in their order. A line that was cut off is left out. */
  of([one, two]: Salts): CommitMark[] {
    if (!existsSync(this.#file)) return [];
    return readFileSync(this.#file, "utf8")
      .split("\n")
      .map(lineIn)
      .filter((line) => line !== undefined)
      .filter((line) => line[0] === one && line[1] === two)
      .map((line) => ({ frame: line[2], fromMs: line[3], toMs: line[4] }));
  }

  /** Another run begins: what was noted of the last one is shipped. */
  clear(): void {
    this.#leniently(() => writeFileSync(this.#file, "", { mode: 0o600 }));
  }

  #leniently(write: () => void): void {
    try {
      write();
    } catch {
      // Only the times become less exact.
    }
  }
}

function lineIn(text: string): MarkLine | undefined {
  try {
    const line = JSON.parse(text) as unknown;
    return Array.isArray(line) && line.length === 5 && line.every(Number.isFinite) ? (line as never) : undefined;
  } catch {
    return undefined;
  }
}
