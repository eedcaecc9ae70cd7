/** Generated ids. They are never reused, so a restored database must continue after the old one's. */
import { sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db, Tx } from "./handles.ts";

/** The last generated id; null if the ids come from elsewhere. */
export async function lastIdOf(db: Db, table: string): Promise<number | null> {
  const sequence = await sequenceOf(db, table);
  if (sequence === null) return null;
  const { rows } = isPostgres(db)
    ? await sql<{ last: number }>`
        select case when is_called then last_value else 0 end as last from ${sql.raw(sequence)}`.execute(db)
    : await sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Makes the table continue after this id. */
export async function setLastId(tx: Tx, table: string, last: number): Promise<void> {
  const sequence = await sequenceOf(tx, table);
  if (sequence === null || last === 0) return;
  if (isPostgres(tx)) {
    await sql`select setval(${sequence}::regclass, ${last})`.execute(tx);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
}

/** The table's sequence, quoted for SQL; null if it has none. */
async function sequenceOf(db: Db, table: string): Promise<string | null> {
  const { rows } = isPostgres(db)
    ? await sql<{ sequence: string | null }>`
        select pg_get_serial_sequence(quote_ident(table_name), 'id') as sequence from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and column_name = 'id'`.execute(db)
    : await sql<{ sequence: string }>`
        select name as sequence from sqlite_master
        where type = 'table' and name = ${table} and sql like '%autoincrement%'`.execute(db);
  return rows[0]?.sequence ?? null;
}
