/**
 * Database handles. A `Db` only offers selects; writing takes a `Tx`, and a plain `Db` is not accepted for one.
 * Types cannot judge raw `sql`, so the connections behind a plain `Db` refuse to write.
 *
 * Both engines keep the same promises: a snapshot sees one consistent state, a transaction is atomic, and once
 * `transaction` has resolved its effects survive the death of the process.
 */
import type { Kysely } from "kysely";
import type { Troubles } from "../health/troubles.ts";
import type { LogShipping } from "./checkpoints.ts";
import type { MigrateOptions } from "./migrate.ts";
import type { MigrationName } from "./migrations/index.ts";
import type { Schema } from "./schema.ts";

/** The reading part of Kysely. Running a raw `sql` fragment needs `getExecutor`. */
export type Db = Pick<Kysely<Schema>, "selectFrom" | "fn" | "dynamic" | "case" | "introspection" | "getExecutor">;
declare const committed: unique symbol;
/**
 * A `Db` that sees only committed data. Everything cached in memory beyond a transaction must be read from one of
 * these, not from a `Tx`: data read in a transaction may be rolled back, and the next change gets the same version
 * number.
 */
export type Committed = Db & { readonly [committed]: true };
declare const writing: unique symbol;
export type Tx = Kysely<Schema> & { readonly [writing]: true };
declare const turn: unique symbol;
/**
 * A `Tx` that holds its organization's turn (`takeTurn`): no other change of the organization commits before it does, so
 * what it reads stays true until it writes. Rows that a change checks before it writes are written with one of these.
 */
export type TurnTx = Tx & { readonly [turn]: true };

export interface TransactionOptions {
  /** Always quick, so that it does not share its commit with a transaction that may take long. */
  readonly isShort?: boolean | undefined;
  /**
   * Its work starts several statements at a time. On PostgreSQL they are sent together, and run in this order; the first
   * ones must only read or lock.
   */
  readonly isPipelined?: boolean | undefined;
}

/** What a pool of connections does; counts are since the start. */
export interface PoolFigures {
  readonly pool: "reading" | "writing" | "delivering";
  readonly connections: number;
  readonly busy: number;
  /** Requests for a connection that have to wait. */
  readonly waiting: number;
  readonly statements: number;
  /** Of those who got theirs, how many had to wait, and for how long together. */
  readonly waits: number;
  readonly waitedMs: number;
}

export interface Database {
  readonly engine: "sqlite" | "postgres";
  /** The number of transactions committed through this handle: data read at another count may have changed. */
  readonly commits: number;
  /** For single statements. A transaction may wait for it: its connections are never held by a writer. */
  readonly reader: Committed;
  /** Several reads of one consistent state. */
  snapshot<T>(work: (db: Committed) => Promise<T>): Promise<T>;
  /**
   * One transaction. Its work must wait only for the database: on SQLite every other write waits with it. It may run
   * again, after a conflict or because another one in its group failed, so it must have no other effects.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * For delivering events: on PostgreSQL with separate connections and short timeouts, so that neither a lock nor a
   * long search delays delivery.
   */
  readonly delivery: Pick<Database, "snapshot" | "transaction">;
  /** Applies missing migrations, optionally up to one; safe when several processes start at once. */
  migrate(upto?: MigrationName, options?: MigrateOptions): Promise<void>;
  /**
   * Resolves after committing and reading a change, as sending a message would; rejects with the reason, a
   * `DatabaseUnavailable` if it is known. Does not make the database grow.
   */
  probe(): Promise<void>;
  /**
   * Empties the write-ahead log, where there is one: it still has what was deleted since. Rejects while others read an
   * older state.
   */
  emptyLog(): Promise<void>;
  /** Ships the write-ahead log to where backups are kept, from when it resolves on; only on SQLite. */
  shipLog?(shipping: LogShipping): Promise<void>;
  figures(): readonly PoolFigures[];
  /** In bytes: what the database takes on its disk, and on SQLite its write-ahead log. */
  sizes(): Promise<{ readonly data: number; readonly log?: number }>;
  close(): Promise<void>;
}

/** How a database reports its state. */
export interface DatabaseWatch {
  /** Records current problems and their end. */
  readonly troubles: Troubles;
  /** The stored state is unknown: the process must end. Running transactions are rejected. */
  onFatal(error: Error): void;
}
