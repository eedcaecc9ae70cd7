/** The topics of unread messages are read without the messages, whose texts may fill many pages each. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index message_by_recipient_id`.execute(db);
  await sql`create index message_by_recipient_id on message (recipient_id, id, topic_id)`.execute(db);
}
