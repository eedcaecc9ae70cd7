/** Trims imported edit histories to what a message keeps: the newest that fits. */
import { sql } from "kysely";
import type { RealmId } from "../../kernel/api/ids.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { MOST_BYTES, MOST_ENTRIES, MOST_TEXTS } from "./limits.ts";

/** Afterwards the messages' stored history sizes are wrong. */
export async function forgetExcess(tx: TurnTx, realmId: RealmId): Promise<void> {
  const ofRealm = sql`message_edit join message on message.id = message_edit.message_id where realm_id = ${realmId}`;
  const newestFirst = sql`(partition by message_id order by message_edit.id desc)`;
  await sql`
    delete from message_edit where id in (
      select id from (
        select message_edit.id, row_number() over ${newestFirst} as place from ${ofRealm}
      ) as placed
      where place > ${sql.lit(MOST_ENTRIES)})`.execute(tx);
  await sql`
    update message_edit set text_size = 0, prev_content = null, prev_rendered_content = null where id in (
      select id from (
        select message_edit.id, row_number() over ${newestFirst} as texts, sum(text_size) over ${newestFirst} as bytes
        from ${ofRealm} and text_size > 0
      ) as placed
      where texts > ${sql.lit(MOST_TEXTS)} or bytes > ${sql.lit(MOST_BYTES)})`.execute(tx);
}
