/** Finding what a user has read above a read mark, among all that is stored of a user: everyone who leaves a channel asks. */
import { type Kysely, sql } from "kysely";

const READ = 1;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index user_message_read on user_message (user_id, message_id)
    where (flags & ${sql.lit(READ)}) <> 0`.execute(db);
}
