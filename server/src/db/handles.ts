/**
 * The three ways to the database. A `Db` reads; writing takes a `Tx`, and a plain `Db` is not accepted for one.
 *
 * Both engines keep the same promises: a snapshot sees one moment, a transaction is all or nothing, and once
 * `transaction` has resolved its effects survive the death of the process.
 */
import type { Kysely } from "kysely";
import type { MigrationName } from "./migrations/index.ts";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;
declare const writing: unique symbol;
export type Tx = Kysely<Schema> & { readonly [writing]: true };

export interface Database {
  readonly engine: "sqlite" | "postgres";
  /** How many transactions were committed through this handle: what was read at another count may have changed since. */
  readonly commits: number;
  /** Reads of one statement each. */
  readonly reader: Db;
  /** Several reads that see the same moment. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * One transaction. The work waits for nothing but the database: on SQLite every other write waits with it. It may
   * be run again, after a conflict or because another one beside it has failed, so it changes nothing else.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Applies the migrations that are missing, or those up to one; safe when several processes start at once. */
  migrate(upto?: MigrationName): Promise<void>;
  close(): Promise<void>;
}
