/** The connections with which the write-ahead log is held, looked at and copied into the database. None copies it by itself. */
import { DatabaseSync } from "node:sqlite";
import { FreeCheckpoint } from "../free-checkpoint.ts";

const PATIENCE_MS = 20;
/** Writers hold the lock for milliseconds, commands for seconds. */
const LOCK_PATIENCE_MS = 3000;

/** In frames. */
export interface CheckpointProgress {
  readonly log: number;
  readonly checkpointed: number;
}

export class LogConnections {
  readonly #file: string;
  readonly #checkpointer: DatabaseSync;
  readonly #locker: DatabaseSync;
  readonly #idleReaders: DatabaseSync[];
  /** For a log that nothing holds. */
  readonly free: FreeCheckpoint;

  constructor(file: string, worthwhilePages: number) {
    this.#file = file;
    this.#checkpointer = this.#open(PATIENCE_MS);
    this.#locker = this.#open(LOCK_PATIENCE_MS);
    this.#idleReaders = [this.#open(PATIENCE_MS), this.#open(PATIENCE_MS)];
    this.free = new FreeCheckpoint(this.#checkpointer, worthwhilePages);
  }

  #open(timeout: number): DatabaseSync {
    const connection = new DatabaseSync(this.#file, { timeout });
    connection.exec("PRAGMA wal_autocheckpoint = 0");
    return connection;
  }

  /** A reader whose transaction has not begun. */
  idleReader(): DatabaseSync {
    return this.#idleReaders.pop() ?? this.#open(PATIENCE_MS);
  }

  /** Ends the reader's transaction, if it has begun. */
  release(reader: DatabaseSync): void {
    if (reader.isTransaction) reader.exec("ROLLBACK");
    this.#idleReaders.push(reader);
  }

  /** Until `unlock`, nobody writes. */
  lock(): void {
    this.#locker.exec("BEGIN IMMEDIATE");
  }

  unlock(): void {
    this.#locker.exec("ROLLBACK");
  }

  progress(): CheckpointProgress {
    return this.#checkpointer.prepare("PRAGMA wal_checkpoint(noop)").get() as unknown as CheckpointProgress;
  }

  /** Copies as much of the log into the database as the readers allow. */
  checkpoint(): CheckpointProgress {
    return this.#checkpointer.prepare("PRAGMA wal_checkpoint(passive)").get() as unknown as CheckpointProgress;
  }

  pageBytes(): number {
    return (this.#checkpointer.prepare("PRAGMA page_size").get() as { page_size: number }).page_size;
  }

  close(): void {
    for (const connection of [this.#checkpointer, this.#locker, ...this.#idleReaders]) connection.close();
  }
}

/** A transaction begins to read with its first statement. */
export function beginReading(reader: DatabaseSync): void {
  reader.exec("BEGIN");
  reader.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get();
}
