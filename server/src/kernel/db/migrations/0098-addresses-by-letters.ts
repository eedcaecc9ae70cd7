/**
 * Addresses were compared as names are: by a form in which letters of other scripts can become the same (`mıke@` and `mike@`). They
 * are compared by their own letters now, regardless of case and of how accents are written. Keys can only differ more than before,
 * so none collide.
 */
import { type Kysely, sql } from "kysely";
import { onPostgres } from "./columns.ts";

/** As `kernel/names/address.ts` at the time of this migration. */
const keyOf = (address: string): string =>
  address.replace(/[^\u212A\u037E\u1FEF]+/gu, (text) => text.normalize("NFC").toLowerCase());

export async function up(db: Kysely<unknown>): Promise<void> {
  await renew(db, { table: "user", address: "delivery_email", key: "delivery_email_key" });
  await renew(db, { table: "invitation", address: "email", key: "email_key" });
}

async function renew(
  db: Kysely<unknown>,
  { table, address, key }: { table: string; address: string; key: string },
): Promise<void> {
  // Both only know A to Z: SQLite always, PostgreSQL by this collation. Few addresses have other letters.
  const lower = onPostgres(db) ? sql`lower(${sql.ref(address)} collate "C")` : sql`lower(${sql.ref(address)})`;
  const { rows } = await sql<{ id: number; address: string }>`
    select id, ${sql.ref(address)} as address from ${sql.table(table)} where ${sql.ref(key)} <> ${lower}`.execute(db);
  for (const row of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(key)} = ${keyOf(row.address)} where id = ${row.id}`.execute(db);
}
