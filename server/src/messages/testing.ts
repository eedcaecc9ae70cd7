/** For tests that need many messages. */
import { sql } from "kysely";
import type { MessageId } from "../api/ids.ts";
import type { Tx } from "../db/handles.ts";

/** Puts copies of a message behind it, in its topic. */
export async function copies(tx: Tx, of: MessageId, count: number): Promise<void> {
  await sql`
    insert into message (realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client)
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ${sql.lit(count)})
    select realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client
    from message, number where message.id = ${of}`.execute(tx);
  await sql`
    update topic set max_message_id = (select max(id) from message where topic_id = topic.id)
    where id = (select topic_id from message where id = ${of})`.execute(tx);
}
