/**
 * The three ways to the database. A `Db` offers selects alone; writing takes a `Tx`, and a plain `Db` is not accepted for one.
 * Raw `sql` can be run on either, which no type can judge: the connections behind a plain `Db` refuse to write.
 *
 * Both engines keep the same promises: a snapshot sees one moment, a transaction is all or nothing, and once
 * `transaction` has resolved its effects survive the death of the process.
 */
import type { Kysely } from "kysely";
import type { Troubles } from "../health/troubles.ts";
import type { MigrationName } from "./migrations/index.ts";
import type { Schema } from "./schema.ts";

/** The part of Kysely that reads. `getExecutor` is what running a raw `sql` fragment asks for. */
export type Db = Pick<Kysely<Schema>, "selectFrom" | "fn" | "dynamic" | "case" | "introspection" | "getExecutor">;
declare const committed: unique symbol;
/**
 * A `Db` that sees nothing but what is committed. Whatever outlives a transaction in memory is read from one of these, which a
 * `Tx` is not: what is read in a transaction may be rolled back, and the next change gets the same version number.
 */
export type Committed = Db & { readonly [committed]: true };
declare const writing: unique symbol;
export type Tx = Kysely<Schema> & { readonly [writing]: true };

export interface TransactionOptions {
  /** It takes a moment whatever it is asked, so that it does not have to share its commit with one that may take long. */
  readonly isShort?: boolean | undefined;
}

export interface Database {
  readonly engine: "sqlite" | "postgres";
  /** How many transactions were committed through this handle: what was read at another count may have changed since. */
  readonly commits: number;
  /** Reads of one statement each. A transaction may wait for it: its connections are never held by one that writes. */
  readonly reader: Committed;
  /** Several reads that see the same moment. */
  snapshot<T>(work: (db: Committed) => Promise<T>): Promise<T>;
  /**
   * One transaction. The work waits for nothing but the database: on SQLite every other write waits with it. It may
   * be run again, after a conflict or because another one beside it has failed, so it changes nothing else.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * The same two for delivering events: on PostgreSQL with connections of its own and little patience, so that neither
   * a lock nor a long search holds up what everybody is waiting for.
   */
  readonly delivery: Pick<Database, "snapshot" | "transaction">;
  /** Applies the migrations that are missing, or those up to one; safe when several processes start at once. */
  migrate(upto?: MigrationName): Promise<void>;
  /**
   * Resolves when a change was committed and read again just now, as sending a message needs it; rejects with what
   * prevents that, a `DatabaseUnavailable` where the reason is known. Does not make the database grow.
   */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** What a database tells of itself. */
export interface DatabaseWatch {
  /** Where it says what is wrong for now, and that it is over. */
  readonly troubles: Troubles;
  /** Nobody knows any more what is stored: the process must end. The transactions under way are rejected. */
  onFatal(error: Error): void;
}
