/**
 * The search index knows where each message stands. So a message that is moved without another word is indexed again too,
 * and all are indexed anew: in the background, newest messages being found meanwhile.
 */
import { type Kysely, sql } from "kysely";
import { onPostgres } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of onPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
  await sql`delete from search_dirty`.execute(db);
  await sql`update search_cursor set upto_message_id = 0`.execute(db);
}

const MOVED = "old.recipient_id <> new.recipient_id or old.topic_id is distinct from new.topic_id";
const CHANGED = `old.subject <> new.subject or old.rendered_content <> new.rendered_content or ${MOVED}`;
const COLUMNS = "subject, rendered_content, recipient_id, topic_id";

const SQLITE = [
  "drop trigger message_text_changed",
  `create trigger message_text_changed after update of ${COLUMNS} on message when ${CHANGED}
    begin insert into search_dirty (realm_id, message_id) values (new.realm_id, new.id); end`,
  "insert into search_index (search_index) values ('delete-all')",
];

const POSTGRES = [
  "drop trigger message_text_changed on message",
  `create trigger message_text_changed after update of ${COLUMNS} on message for each row
    when (${CHANGED}) execute function note_message_text()`,
  "delete from search_index",
];
