/** Groups with a name are listed by organization; the anonymous sets beside them are many more. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index user_group_named on user_group (realm_id, id) where kind <> 'anonymous'`.execute(db);
}
