/** The two dialects' spellings of what every migration needs. Means the same in five years: nothing here changes. */
import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from "kysely";

export const onPostgres = (db: Kysely<unknown>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** An id that is never used again, also after its row is gone. */
export function withId(db: Kysely<unknown>) {
  return <T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C | "id"> =>
    onPostgres(db)
      ? table.addColumn("id", "bigint", (c) => c.primaryKey().generatedByDefaultAsIdentity())
      : table.addColumn("id", "integer", (c) => c.primaryKey().autoIncrement());
}

/** JSON as text on both engines. The type is declared on SQLite too: by it the engine layer knows what to parse. */
export const jsonText = sql`json`;
