/** The bots of an organization are few among its accounts, and administrators get them with every registration. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bot_by_realm on "user" (realm_id, id) where bot_type is not null`.execute(db);
}
