/** Errors of SQLite that are faults of the machine or of the files, and not of Parley: what each of them means. */
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
/** Extended codes: a wait for the disk has failed, of a file or of its directory. */
const FSYNC_FAILED = [10 | (4 << 8), 10 | (5 << 8)];
const WRITE_FAILED = 10 | (3 << 8);

export type FaultKind = "full" | "damaged" | "read-only" | "locked" | "unreachable" | "broken" | "unsynced";

/** Anybody may read these. */
export const FAULTS: Readonly<Record<FaultKind, string>> = {
  full: "The disk is full.",
  damaged: "The database is damaged.",
  "read-only": "The database cannot be written.",
  locked: "Another process keeps the database locked.",
  unreachable: "The database cannot be opened.",
  broken: "The disk does not work.",
  unsynced: "The disk has failed to keep what was written.",
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

/** The same for what happened while this file was being written. */
export function faultOfWriting(error: unknown, file: string): FaultKind | undefined {
  const fault = faultOf(error);
  if (fault === "broken" && hasNoRoomFor(file)) return "full";
  // SQLite takes the change back. But a disk that refuses to be written cannot be trusted with what it has accepted.
  return (error as SqliteError).errcode === WRITE_FAILED && fault === "broken" ? "unsynced" : fault;
}

const NO_ROOM = ["ENOSPC", "EDQUOT", "EFBIG"];
/** As much as a message may need. */
const BLOCK = Buffer.alloc(64 * 1024);

/**
 * SQLite knows a full disk, and calls a quota or a limit of file sizes an error of the disk. Whether it is one of these is
 * seen by writing as much, as far from the beginning, into another file of the directory.
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

/** The file cannot be used: what the operator is told before anything is served from it. */
export class UnusableDatabase extends Error {
  constructor(file: string, error: unknown) {
    super(`${sentenceAbout(file, error)} (${(error as Error).message})`, { cause: error });
  }
}

function sentenceAbout(file: string, error: unknown): string {
  const fault = faultOfWriting(error, file);
  if (fault === "damaged")
    return `${file} is damaged, or is not a database of Parley. Restore a backup into another data directory.`;
  if (fault === "full") return `The disk of ${file} is full.`;
  if (fault === "locked") return `Another process keeps ${file} locked.`;
  if (fault === "unreachable" || fault === "read-only") return unreachable(file);
  return `The disk of ${file} does not work.`;
}

function unreachable(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return `${file} is a directory.`;
  return `${file} cannot be opened for writing. Check that this user may write it and its directory, and that the file system is not read-only.`;
}
