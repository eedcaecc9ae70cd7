/**
 * Reads SQLite's write-ahead log: a header, then frames, each a page with its number. A frame is valid if it has the salts of
 * the header and a checksum that continues the one before. SQLite begins the log anew with the next salts when everything in it
 * has been copied into the database and nobody reads it (https://www.sqlite.org/fileformat2.html#walformat).
 */
import { closeSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
/** About 1 MB. */
const FRAMES_AT_ONCE = 256;

export type Checksum = readonly [number, number];
export type Salts = readonly [number, number];

export interface LogHeader {
  readonly pageBytes: number;
  readonly salts: Salts;
  readonly checksum: Checksum;
}

/** A place after a frame of one run of the log. */
export interface LogPosition {
  readonly frame: number;
  readonly checksum: Checksum;
}

export const frameBytes = (pageBytes: number): number => FRAME_HEADER_BYTES + pageBytes;

export class WriteAheadLog {
  readonly #descriptor: number;

  /** SQLite never locks this file, so opening it again is harmless. */
  constructor(file: string) {
    this.#descriptor = openSync(file, "r");
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Undefined if the log is empty, or is just being begun. */
  header(): LogHeader | undefined {
    const bytes = this.#read(0, HEADER_BYTES);
    if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(0) >>> 1 !== MAGIC >>> 1) return undefined;
    refuseForeign(bytes);
    const checksum = checksumOf(bytes.subarray(0, 24), [0, 0]);
    if (checksum[0] !== bytes.readUInt32BE(24) || checksum[1] !== bytes.readUInt32BE(28)) return undefined;
    const salts: Salts = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    return { pageBytes: bytes.readUInt32BE(8), salts, checksum };
  }

  /** The last commit after this position; the position itself if there is none. */
  lastCommit(header: LogHeader, from: LogPosition): LogPosition {
    let [at, committed] = [from, from];
    for (;;) {
      const bytes = this.frames(header, at.frame, at.frame + FRAMES_AT_ONCE);
      const { position, lastCommit, isWhole } = followFrames(bytes, header, at);
      at = position;
      committed = lastCommit ?? committed;
      if (!isWhole || bytes.length === 0) return committed;
    }
  }

  /** The bytes of the frames after the first and up to the second, as far as they exist. */
  frames({ pageBytes }: Pick<LogHeader, "pageBytes">, after: number, upto: number): Buffer {
    const each = frameBytes(pageBytes);
    const bytes = this.#read(HEADER_BYTES + after * each, (upto - after) * each);
    return bytes.subarray(0, bytes.length - (bytes.length % each));
  }

  /** The checksum that a frame has. */
  checksumAt({ pageBytes }: Pick<LogHeader, "pageBytes">, frame: number): Checksum | undefined {
    const bytes = this.#read(HEADER_BYTES + (frame - 1) * frameBytes(pageBytes), FRAME_HEADER_BYTES);
    return bytes.length < FRAME_HEADER_BYTES ? undefined : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  }

  #read(offset: number, length: number): Buffer {
    // Not from the pool: its offset would not be a multiple of four.
    const bytes = Buffer.from(new ArrayBuffer(length));
    return bytes.subarray(0, readSync(this.#descriptor, bytes, 0, length, offset));
  }
}

interface FollowedFrames {
  readonly position: LogPosition;
  readonly lastCommit: LogPosition | undefined;
  /** Whether all of the frames are valid. */
  readonly isWhole: boolean;
}

export interface PageVersion {
  /** Counted from 1. */
  readonly page: number;
  readonly content: Buffer;
  /** How many pages the database has after this commit; 0 if it is not the last frame of one. */
  readonly databasePages: number;
}

/** Follows valid frames from a position, and calls `each` for them. */
export function followFrames(
  bytes: Buffer,
  { pageBytes, salts }: Pick<LogHeader, "pageBytes" | "salts">,
  from: LogPosition,
  each?: (page: PageVersion) => void,
): FollowedFrames {
  let position = from;
  let lastCommit: LogPosition | undefined;
  const size = frameBytes(pageBytes);
  for (let at = 0; at + size <= bytes.length; at += size) {
    const frame = bytes.subarray(at, at + size);
    if (frame.readUInt32BE(8) !== salts[0] || frame.readUInt32BE(12) !== salts[1])
      return { position, lastCommit, isWhole: false };
    const content = frame.subarray(FRAME_HEADER_BYTES);
    const checksum = checksumOf(content, checksumOf(frame.subarray(0, 8), position.checksum));
    if (checksum[0] !== frame.readUInt32BE(16) || checksum[1] !== frame.readUInt32BE(20))
      return { position, lastCommit, isWhole: false };
    position = { frame: position.frame + 1, checksum };
    const databasePages = frame.readUInt32BE(4);
    if (databasePages > 0) lastCommit = position;
    each?.({ page: frame.readUInt32BE(0), content, databasePages });
  }
  return { position, lastCommit, isWhole: true };
}

/** The log of a machine with the other byte order is not read: it could only come from another machine. */
function refuseForeign(header: Buffer): void {
  if ((header.readUInt32BE(0) & 1) === 1 || endianness() === "BE")
    throw new Error("The write-ahead log has the byte order of another kind of machine.");
}

function checksumOf(bytes: Buffer, [first, second]: Checksum): Checksum {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (let at = 0; at < words.length; at += 2) {
    first = (first + (words[at] as number) + second) >>> 0;
    second = (second + (words[at + 1] as number) + first) >>> 0;
  }
  return [first, second];
}
