/** Connections to a SQLite file, and the wait for its write lock, which another process may hold. */
import { chmodSync, existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { faultOf, UnusableDatabase } from "./sqlite-faults.ts";

/** Long enough for a command-line tool to finish its transaction, short enough to report a stuck one. */
export const BUSY_TIMEOUT_MS = 10_000;
/** How long the writer waits before trying to lock again. Reads continue in the meantime. */
const BUSY_RETRY_MS = 5;
const BUSY = 5;
/** 256 MB: if the checkpoint thread has failed, the committing writer has to do it. */
export const CHECKPOINT_PAGES = 64_000;

export function connect(file: string): DatabaseSync {
  try {
    return connected(file);
  } catch (error) {
    throw faultOf(error) ? new UnusableDatabase(file, error) : error;
  }
}

function connected(file: string): DatabaseSync {
  const fresh = !existsSync(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  if (fresh) chmodSync(file, 0o600);
  useWriteAheadLog(database);
  database.exec(
    "PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384; PRAGMA mmap_size = 268435456;",
  );
  database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  return database;
}

/** A connection that refuses to write: types cannot judge raw SQL. */
export function connectToRead(file: string): DatabaseSync {
  const database = connect(file);
  // There may be many of them, and most of what they read is memory-mapped.
  database.exec("PRAGMA query_only = 1; PRAGMA cache_size = -2048");
  return database;
}

/** While several processes open a new file at once, SQLite refuses this without waiting. */
function useWriteAheadLog(database: DatabaseSync): void {
  for (const giveUpAt = Date.now() + BUSY_TIMEOUT_MS; ; ) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS);
    }
  }
}

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === BUSY;

/** How often, and for how long, other processes held the write lock. */
export interface LockWaits {
  waits: number;
  waitedMs: number;
}

/** Acquires the write lock. Another process may hold it; waiting inside SQLite would block everything here. */
export async function beginWriting(writer: DatabaseSync, locks: LockWaits): Promise<void> {
  let waitsSince: number | undefined;
  for (const giveUpAt = Date.now() + BUSY_TIMEOUT_MS; ; ) {
    try {
      writer.exec("BEGIN IMMEDIATE");
      if (waitsSince !== undefined) locks.waitedMs += performance.now() - waitsSince;
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      if (waitsSince === undefined) locks.waits++;
      waitsSince ??= performance.now();
      await sleep(BUSY_RETRY_MS);
    }
  }
}
