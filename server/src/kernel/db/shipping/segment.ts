/**
 * What is stored of a log: a generation begins with a copy of the database and goes on with segments, each with the frames of
 * some seconds. Names sort by time, so that a listing says what there is.
 */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { LOG_FOLDER, timeIn } from "../../backups/names.ts";
import type { Checksum, LogPosition, Salts } from "./wal.ts";

const FORMAT = 1;
/** A segment has 8 MB at most, and a little more with its heading. */
const LARGEST_UNPACKED = 64 * 1024 * 1024;

/** Written last: a generation without it is incomplete. */
export interface GenerationStart {
  readonly parley_log: typeof FORMAT;
  readonly begun_at_ms: number;
  readonly page_bytes: number;
  /** The run of the log that follows the copy, and where in it; null if the log was empty. */
  readonly salts: Salts | null;
  readonly position: LogPosition;
  /** As in a backup: without it, nothing that is encrypted can be read. */
  readonly secret_key: string;
}

/** All commits up to a frame were made between these times, in milliseconds since 1970. */
export interface CommitMark {
  readonly frame: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface SegmentHeading {
  readonly run: number;
  readonly page_bytes: number;
  readonly salts: Salts;
  readonly from: LogPosition;
  readonly to: LogPosition;
  readonly marks: readonly CommitMark[];
}

export interface Segment {
  readonly heading: SegmentHeading;
  readonly frames: Buffer;
}

export const folderOf = (generation: string): string => `${LOG_FOLDER}/${generation}`;
export const copyName = (generation: string): string => `${folderOf(generation)}/database.gz`;
export const startName = (generation: string): string => `${folderOf(generation)}/start.json`;

const digits = (value: number) => String(value).padStart(9, "0");

export const segmentName = (
  generation: string,
  { run, from, to }: Pick<SegmentHeading, "run" | "from" | "to">,
): string => `${folderOf(generation)}/${digits(run)}-${digits(from.frame)}-${digits(to.frame)}.gz`;

export interface ListedSegment {
  readonly name: string;
  readonly run: number;
  readonly from: number;
  readonly to: number;
}

/** A segment by its name; undefined for another file. */
export function segmentCalled(name: string): ListedSegment | undefined {
  const [, run, from, to] = /\/(\d{9})-(\d{9})-(\d{9})\.gz$/.exec(name) ?? [];
  return run === undefined ? undefined : { name, run: Number(run), from: Number(from), to: Number(to) };
}

export function generationOf(name: string): string | undefined {
  const [, generation = ""] = /^log\/([^/]+)\//.exec(name) ?? [];
  return timeIn(generation) === undefined ? undefined : generation;
}

const packed = promisify<Buffer, { level: number }, Buffer>(gzip);
const unpacked = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

export function packSegment({ heading, frames }: Segment): Promise<Buffer> {
  return packed(Buffer.concat([Buffer.from(`${JSON.stringify(heading)}\n`), frames]), { level: 1 });
}

export async function unpackSegment(bytes: Buffer): Promise<Segment> {
  const content = await unpacked(bytes, { maxOutputLength: LARGEST_UNPACKED });
  const end = content.indexOf("\n");
  const heading = JSON.parse(content.subarray(0, end).toString()) as SegmentHeading;
  // A copy, because checksums are computed in words of four bytes.
  return { heading, frames: Buffer.from(Uint8Array.from(content.subarray(end + 1)).buffer) };
}

export const sameChecksum = (one: Checksum, other: Checksum): boolean => one[0] === other[0] && one[1] === other[1];
export const sameSalts = (one: Salts, other: Salts): boolean => one[0] === other[0] && one[1] === other[1];
/** SQLite counts the first salt up when it begins the log anew. */
export const followsSalts = (later: Salts, earlier: Salts): boolean => later[0] === (earlier[0] + 1) >>> 0;
