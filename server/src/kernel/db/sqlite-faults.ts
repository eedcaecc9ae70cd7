/** Classifies SQLite errors that are faults of the machine or its files, and not of Parley. */
import { closeSync, openSync, rmSync, statSync, writeSync } from "node:fs";

/** Result codes, in their lowest byte. */
const Code = {
  permission: 3,
  busy: 5,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;
/** Extended codes: syncing a file or its directory failed. */
const FSYNC_FAILED = [10 | (4 << 8), 10 | (5 << 8)];
const WRITE_FAILED = 10 | (3 << 8);

export type FaultKind = "full" | "damaged" | "read-only" | "locked" | "unreachable" | "broken" | "unsynced";

/** Messages that anyone may read. */
export const FAULTS: Readonly<Record<FaultKind, string>> = {
  full: "The disk is full.",
  damaged: "The database is damaged.",
  "read-only": "The database is not writable.",
  locked: "Another process has locked the database.",
  unreachable: "Could not open the database.",
  broken: "The disk failed.",
  unsynced: "The disk failed to save written data.",
};

const BY_CODE: Readonly<Record<number, FaultKind>> = {
  [Code.permission]: "read-only",
  [Code.busy]: "locked",
  [Code.readOnly]: "read-only",
  [Code.io]: "broken",
  [Code.corrupt]: "damaged",
  [Code.full]: "full",
  [Code.cannotOpen]: "unreachable",
  [Code.notADatabase]: "damaged",
};

interface SqliteError {
  readonly code?: unknown;
  readonly errcode?: number;
}

/** Undefined for every other error. */
export function faultOf(error: unknown): FaultKind | undefined {
  const { code, errcode = 0 } = (error ?? {}) as SqliteError;
  if (code !== "ERR_SQLITE_ERROR") return undefined;
  return FSYNC_FAILED.includes(errcode) ? "unsynced" : BY_CODE[errcode & 0xff];
}

/** Like `faultOf`, for errors while writing this file. */
export function faultOfWriting(error: unknown, file: string): FaultKind | undefined {
  const fault = faultOf(error);
  if (fault === "broken" && hasNoRoomFor(file)) return "full";
  // SQLite rolls the change back. But a disk that fails to write cannot be trusted with earlier writes.
  return (error as SqliteError).errcode === WRITE_FAILED && fault === "broken" ? "unsynced" : fault;
}

const NO_ROOM = ["ENOSPC", "EDQUOT", "EFBIG"];
/** The size of a large message. */
const BLOCK = Buffer.alloc(64 * 1024);

/**
 * SQLite detects a full disk, but reports a quota or file size limit as a disk error. To tell them apart, writes as
 * much at the same offset into another file in the directory.
 */
export function hasNoRoomFor(file: string): boolean {
  const trial = `${file}-room`;
  let descriptor: number | undefined;
  try {
    const { size: log = 0 } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? {};
    descriptor = openSync(trial, "w", 0o600);
    const { size: main = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    writeSync(descriptor, BLOCK, 0, BLOCK.length, Math.max(log, main));
    return false;
  } catch (error) {
    return NO_ROOM.includes((error as NodeJS.ErrnoException).code ?? "");
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
    rmSync(trial, { force: true });
  }
}

/** The file cannot be used: the operator is told before anything is served from it. */
export class UnusableDatabase extends Error {
  constructor(file: string, error: unknown) {
    super(`${sentenceAbout(file, error)} (${(error as Error).message})`, { cause: error });
  }
}

function sentenceAbout(file: string, error: unknown): string {
  const fault = faultOfWriting(error, file);
  if (fault === "damaged")
    return `${file} is damaged, or is not a Parley database. Restore a backup into another data directory.`;
  if (fault === "full") return `The disk with ${file} is full.`;
  if (fault === "locked") return `Another process has locked ${file}.`;
  if (fault === "unreachable" || fault === "read-only") return unreachable(file);
  return `The disk with ${file} failed.`;
}

function unreachable(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return `${file} is a directory.`;
  return `Could not open ${file} for writing. Check that this user may write to it and its directory, and that the file system is not read-only.`;
}
