/** Updates what topics, channels and conversations store about their messages after some were moved or deleted. */
import type { ChannelId, MessageId, RecipientId, TopicId } from "../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { setDirectNewest, setTopicNewest } from "../store.ts";

/** A topic is deleted with its last message. */
export async function updateNewestInTopic(tx: TurnTx, topicId: TopicId): Promise<void> {
  const newest = await tx
    .selectFrom("message")
    .select(["id", "subject"])
    .where("topic_id", "=", topicId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest) await setTopicNewest(tx, topicId, newest.subject, newest.id);
  else await tx.deleteFrom("topic").where("id", "=", topicId).execute();
}

export async function updateNewestInConversation(tx: TurnTx, recipientId: RecipientId): Promise<void> {
  const newest = await tx
    .selectFrom("message")
    .select("id")
    .where("recipient_id", "=", recipientId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  await setDirectNewest(tx, recipientId, newest?.id ?? 0);
}

export async function oldestMessage(db: Db, recipientId: RecipientId): Promise<MessageId | null> {
  const oldest = await db
    .selectFrom("message")
    .select("id")
    .where("recipient_id", "=", recipientId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return oldest?.id ?? null;
}

export async function setFirstMessage(tx: TurnTx, channelId: ChannelId, messageId: MessageId | null): Promise<void> {
  await tx.updateTable("channel").set({ first_message_id: messageId }).where("id", "=", channelId).execute();
}
