/** Foreign keys for rows that arrive in any order: checked once, at the end. */
import { sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db, Tx } from "./handles.ts";

export class DanglingReference extends Error {}

const FOREIGN_KEY_VIOLATION = "23503";

export async function withoutForeignKeys<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  return isPostgres(tx) ? withoutConstraints(tx, work) : deferring(tx, work);
}

/** Until the transaction ends; then SQLite itself would fail, but without naming the row. */
async function deferring<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`pragma defer_foreign_keys = on`.execute(tx);
  const done = await work();
  const [dangling] = await danglingReferences(tx);
  if (dangling) throw new DanglingReference(dangling);
  return done;
}

/** Dropped and restored within the transaction: one check over all rows is much faster than one per row. */
async function withoutConstraints<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows: constraints } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  for (const { table, name } of constraints)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.raw(name)}`.execute(tx);
  const done = await work();
  for (const { table, name, definition } of constraints) {
    try {
      await sql`alter table ${sql.raw(table)} add constraint ${sql.raw(name)} ${sql.raw(definition)}`.execute(tx);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      throw code === FOREIGN_KEY_VIOLATION ? new DanglingReference(message) : error;
    }
  }
  return done;
}

/** References to missing rows. PostgreSQL never allows any. */
export async function danglingReferences(db: Db): Promise<string[]> {
  if (isPostgres(db)) return [];
  const { rows } = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(db);
  return rows.map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a missing row of ${parent}`);
}
