/**
 * What clients have learned of each import, so that they are not made to register again for nothing. And reports had examples with
 * the beginning of messages, which stayed when their author was erased: they go (decision 133).
 */
import { type Kysely, sql } from "kysely";
import { jsonText } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("imported_archive").addColumn("announced", jsonText).execute();
  await forgetExamples(db);
}

export async function forgetExamples(db: Kysely<unknown>): Promise<void> {
  await forgetThoseIn(db, "imported_archive", "tally");
  await forgetThoseIn(db, "realm_import", "plan");
  await forgetThoseIn(db, "realm_import", "report");
}

interface StoredTally {
  readonly left_out?: readonly object[];
}

/** There are few of these rows: twenty uploads of an organization, and its archives. */
async function forgetThoseIn(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const [at, of] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ id: number; value: unknown }>`
    select id, ${of} as value from ${at} where ${of} is not null`.execute(db);
  for (const { id, value } of rows) {
    const tally = (typeof value === "string" ? JSON.parse(value) : value) as StoredTally;
    if (!tally.left_out?.length) continue;
    const left_out = tally.left_out.map((each) => ({ ...each, examples: [] }));
    await sql`update ${at} set ${of} = ${JSON.stringify({ ...tally, left_out })} where id = ${id}`.execute(db);
  }
}
