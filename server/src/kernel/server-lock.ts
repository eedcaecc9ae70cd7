/**
 * Keeps a second server off a SQLite data directory, which only one process may serve: each would deliver only its own
 * events immediately, and run every job. The command line does not take the lock and works beside a server. It is a
 * system lock, through SQLite, so it ends with the process.
 */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Config } from "./config.ts";
import { faultOf, UnusableDatabase } from "./db/sqlite-faults.ts";

/** A stopping server may need a moment. */
const PATIENCE_MS = 1000;

export class DirectoryIsServed extends Error {
  constructor(dataDirectory: string) {
    super(`A server is already running on ${dataDirectory}. Stop it first, or set PARLEY_DATA to another directory.`);
  }
}

export interface ServerLock {
  release(): void;
}

export function lockForServing({ databaseUrl, dataDirectory }: Config): ServerLock {
  if (databaseUrl) return { release() {} };
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const file = join(dataDirectory, "server.lock");
  try {
    const lock = new DatabaseSync(file, { timeout: PATIENCE_MS });
    chmodSync(file, 0o600);
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return { release: () => lock.close() };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === "locked") throw new DirectoryIsServed(dataDirectory);
    throw fault ? new UnusableDatabase(file, error) : error;
  }
}
