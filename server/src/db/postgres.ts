/** PostgreSQL: a pool. Invariants rest on explicit row locks; a transaction that lost a conflict is run again. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database, Db, Tx } from "./handles.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";

const POOL_SIZE = 20;
/** By this name other processes, and the people who run the database, know our connections. */
export const APPLICATION_NAME = "parley";
const ATTEMPTS = 5;
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
/** Somebody else took the name or made the row after this transaction had looked: run again, it sees that. */
const UNIQUE_VIOLATION = "23505";
/** Somebody else removed what the row refers to, after this transaction had found it there. */
const FOREIGN_KEY_VIOLATION = "23503";
const LOST_CONFLICTS: readonly unknown[] = [SERIALIZATION_FAILURE, DEADLOCK, UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION];

/** Whether the transaction should be run again instead of going on. */
export const isLostConflict = (error: unknown): boolean => LOST_CONFLICTS.includes((error as { code?: unknown }).code);

const INT8 = 20;
const NUMERIC = 1700;

/** Ids and counts fit in a double; as text they would compare differently than on SQLite. */
export const numericTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === INT8 || oid === NUMERIC) return Number;
    return pg.types.getTypeParser(oid, format as "text");
  },
};

export function openPostgres(url: string, { poolSize = POOL_SIZE } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: numericTypes,
    application_name: APPLICATION_NAME,
  });
  // A connection that dies while idle is replaced by the pool; the error must not end the process.
  pool.on("error", () => {});
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

  let commits = 0;

  return {
    engine: "postgres",
    get commits() {
      return commits;
    },
    reader: db,

    snapshot(work) {
      return db
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute((snapshot) => work(snapshot as Db));
    },

    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          const value = await db.transaction().execute((transaction) => work(transaction as unknown as Tx));
          commits++;
          return value;
        } catch (error) {
          if (!isLostConflict(error) || attempt === ATTEMPTS) throw error;
        }
      }
    },

    migrate: (upto) => migrate(db, upto),
    close: () => db.destroy(),
  };
}
