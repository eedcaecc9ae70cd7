/**
 * The messages in an export of one's own data: what the person sent to channels, and then their direct conversations, one after the
 * other, the one with the newest message first. Each page goes on where the one before ended, so that every message is read once.
 */
import { hasContentAccess, hasMetadataAccess } from "../../channels/permissions.ts";
import { channelsByRecipients } from "../../channels/store.ts";
import type { MessageId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import type { OpenContext, User } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { accountsWithRights } from "../../people/users/rights.ts";
import { MOST_OWN_MESSAGES } from "./contract.ts";

const AT_ONCE = 500;

/** Pages of messages, each kind newest first. */
export async function* ownMessages(ctx: OpenContext, userId: UserId): AsyncGenerator<readonly object[]> {
  const reading = { ...ctx, db: ctx.app.database.reader };
  const { db, realm } = reading;
  const user = (await accountsWithRights(reading, [userId])).get(userId)?.user;
  if (!user) return;
  const sent = { left: MOST_OWN_MESSAGES };
  for await (const rows of pagesOf(sent, (page) =>
    messagesIn(db, page).where("sender_id", "=", userId).where("topic_id", "is not", null).execute(),
  ))
    yield withPlaces(rows, await placesOf(reading, user, rows));
  const direct = { left: MOST_OWN_MESSAGES };
  for (const recipientId of await conversationsOf(db, userId)) {
    const participants = await participantsIn(db, recipientId);
    for await (const rows of pagesOf(direct, (page) =>
      messagesIn(db, page).where("recipient_id", "=", recipientId).where("message.realm_id", "=", realm.id).execute(),
    ))
      yield rows.map(({ recipient_id: _, topic: __, ...row }) => ({ ...row, participants }));
  }
}

interface Page {
  readonly before: MessageId;
  readonly limit: number;
}

type OwnMessage = Awaited<ReturnType<ReturnType<typeof messagesIn>["execute"]>>[number];

const messagesIn = (db: Db, { before, limit }: Page) =>
  db
    .selectFrom("message")
    .innerJoin("user as sender", "sender.id", "message.sender_id")
    .select(["message.id", "message.sent_at", "message.sender_id", "sender.full_name as sender_name"])
    .select(["message.subject as topic", "message.content", "message.last_edit_at", "message.recipient_id"])
    .where("message.id", "<", before)
    .orderBy("message.id", "desc")
    .limit(limit);

async function* pagesOf(
  room: { left: number },
  read: (page: Page) => Promise<OwnMessage[]>,
): AsyncGenerator<readonly OwnMessage[]> {
  let before: MessageId = Number.MAX_SAFE_INTEGER;
  while (room.left > 0) {
    const limit = Math.min(room.left, AT_ONCE);
    const rows = await read({ before, limit });
    room.left -= rows.length;
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    before = last.id;
  }
}

interface MessagePlace {
  readonly channel_id: number;
  readonly channel_name: string;
  readonly hasTopics: boolean;
}

/**
 * Where the person may know that the messages are. Others may have moved a message to a channel whose name, or topics, are not for
 * its author.
 */
async function placesOf(
  { db, realm }: OpenContext,
  user: User,
  rows: readonly OwnMessage[],
): Promise<ReadonlyMap<RecipientId, MessagePlace>> {
  const recipients = [...new Set(rows.map((row) => row.recipient_id))];
  const channels = await channelsByRecipients(db, realm.id, user.id, recipients);
  return new Map(
    channels
      .filter((channel) => hasMetadataAccess(user, channel))
      .map((channel) => {
        const { id: channel_id, name: channel_name, recipient_id } = channel;
        return [recipient_id, { channel_id, channel_name, hasTopics: hasContentAccess(user, channel) }];
      }),
  );
}

const withPlaces = (rows: readonly OwnMessage[], places: ReadonlyMap<RecipientId, MessagePlace>): readonly object[] =>
  rows.map(({ recipient_id, topic, ...row }) => {
    const { channel_id = null, channel_name = null, hasTopics = false } = places.get(recipient_id) ?? {};
    return { ...row, channel_id, channel_name, topic: hasTopics ? topic : null };
  });

async function conversationsOf(db: Db, userId: UserId): Promise<RecipientId[]> {
  const rows = await db
    .selectFrom("direct_participant")
    .select("recipient_id")
    .where("user_id", "=", userId)
    .where("max_message_id", ">", 0)
    .orderBy("max_message_id", "desc")
    .execute();
  return rows.map((row) => row.recipient_id);
}

const participantsIn = (db: Db, recipientId: RecipientId) =>
  db
    .selectFrom("direct_participant")
    .innerJoin("user", "user.id", "direct_participant.user_id")
    .select(["user.id", "user.full_name"])
    .where("recipient_id", "=", recipientId)
    .orderBy("user.id")
    .execute();
