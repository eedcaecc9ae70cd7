/** Finding what a user has starred, and what is unread below a read mark, among all that is stored of a user. */
import { type Kysely, sql } from "kysely";

const FLAGS = { starred: 2, unread: 32 };

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, flag] of Object.entries(FLAGS))
    await sql`create index ${sql.ref(`user_message_${name}`)} on "user_message" ("user_id", "message_id")
      where ("flags" & ${sql.lit(flag)}) <> 0`.execute(db);
}
