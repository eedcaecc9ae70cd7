import { type Expression, type SqlBool, sql } from "kysely";
import type { ChannelRow } from "../../channels/store.ts";
import type { MessageId, RealmId, RecipientId, TopicId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";

/** Channels with a retention limit. */
export function channelsThatForget(db: Db, realmId: RealmId, byDefault: boolean): Promise<ChannelRow[]> {
  return db
    .selectFrom("channel")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where((eb) =>
      eb.or([eb("message_retention_days", ">", 0), ...(byDefault ? [eb("message_retention_days", "is", null)] : [])]),
    )
    .orderBy("id")
    .execute();
}

/** Without messages under a legal hold, if there are holds. */
export function oldestMessages(db: Db, recipientId: RecipientId, limit: number, held?: Expression<SqlBool>) {
  return db
    .selectFrom("message")
    .select(["id", "topic_id", "sent_at"])
    .where("recipient_id", "=", recipientId)
    .$if(held !== undefined, (query) => query.where(({ not }) => not(held as Expression<SqlBool>)))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** An organization's direct messages after an id; without those under a legal hold, if there are holds. */
export function oldestDirectMessages(
  db: Db,
  realmId: RealmId,
  { after, limit, held }: { after: MessageId; limit: number; held?: Expression<SqlBool> | undefined },
) {
  return db
    .selectFrom("message")
    .select(["id", "recipient_id", "sent_at"])
    .where("realm_id", "=", realmId)
    .where("topic_id", "is", null)
    .where("id", ">", after)
    .$if(held !== undefined, (query) => query.where(({ not }) => not(held as Expression<SqlBool>)))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** A topic is deleted with its last message. Older messages go first, so a remaining topic keeps its newest. */
export async function forgetEmptyTopics(tx: TurnTx, ids: readonly TopicId[]): Promise<void> {
  await tx
    .deleteFrom("topic")
    .where(isAnyOf(tx, "id", ids))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("message").select("message.id").whereRef("message.topic_id", "=", "topic.id"))),
    )
    .execute();
}

/** Records that direct conversations are empty; they are kept. */
export async function forgetEmptyConversations(tx: TurnTx, ids: readonly RecipientId[]): Promise<void> {
  await sql`update direct_participant set max_message_id = 0
    where ${isAnyOf(tx, "recipient_id", ids)} and not exists (
      select 1 from message where message.recipient_id = direct_participant.recipient_id)`.execute(tx);
}
