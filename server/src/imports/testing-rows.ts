/** What an import has stored, for comparing two of them. */
import { sql } from "kysely";
import type { Organization } from "../../test/index.ts";
import type { RealmId } from "../kernel/api/ids.ts";
import type { Db } from "../kernel/db/handles.ts";
import { isInPeriod, periods } from "../messages/periods.ts";

export const rowsOf = ({ server, realm }: Organization) => importedRows(server.app.database.reader, realm.id);

/** Everything that was imported, without ids that depend on what else was there. */
export async function importedRows(reader: Db, realmId: RealmId) {
  return {
    ...(await peopleAndChannels(reader, realmId)),
    ...(await messageRows(reader, realmId)),
    ...(await partsOfMessages(reader, realmId)),
  };
}

async function peopleAndChannels(reader: Db, realmId: RealmId) {
  const people = await reader
    .selectFrom("user")
    .innerJoin("imported_item", (join) =>
      join.onRef("imported_item.local_id", "=", "user.id").on("imported_item.kind", "=", "person"),
    )
    .leftJoin("unclaimed_account", "unclaimed_account.user_id", "user.id")
    .select(["full_name", "delivery_email_key", "role", "is_active", "bot_type"])
    .select((eb) => eb("unclaimed_account.user_id", "is not", null).as("waits"))
    .where("imported_item.realm_id", "=", realmId)
    .orderBy("imported_item.source_id")
    .execute();
  const pictures = await reader
    .selectFrom("user")
    .select(["full_name", "avatar_source", "avatar_version"])
    .where("realm_id", "=", realmId)
    .where("avatar_path", "is not", null)
    .orderBy("full_name")
    .execute();
  const channels = await reader
    .selectFrom("channel")
    .innerJoin("imported_item", (join) =>
      join.onRef("imported_item.local_id", "=", "channel.id").on("imported_item.kind", "=", "channel"),
    )
    .select(["name", "description", "invite_only", "history_public_to_subscribers", "is_archived"])
    .where("imported_item.realm_id", "=", realmId)
    .orderBy("imported_item.source_id")
    .execute();
  const emoji = await reader
    .selectFrom("custom_emoji")
    .select("name")
    .where("realm_id", "=", realmId)
    .orderBy("name")
    .execute();
  return { people: people.map(withTruth), pictures, channels, emoji };
}

/** Texts of accounts without an address contain their ids. */
const withTruth = <T extends { waits: unknown; delivery_email_key: string }>(row: T) => ({
  ...row,
  waits: Boolean(row.waits),
  delivery_email_key: row.delivery_email_key.replace(/\d{2,}/g, "…"),
});

async function messageRows(reader: Db, realmId: RealmId) {
  const messages = await reader
    .selectFrom("message")
    .innerJoin("user", "user.id", "message.sender_id")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["user.full_name", "channel.name", "message.subject", "message.sent_at", "message.last_edit_at"])
    .select(["message.traits", "message.history_count", "message.content"])
    .where("message.realm_id", "=", realmId)
    .where("message.client", "=", "Import")
    .orderBy("message.id")
    .execute();
  const topics = await reader
    .selectFrom("topic")
    .innerJoin("channel", "channel.id", "topic.channel_id")
    .innerJoin("message", "message.id", "topic.max_message_id")
    .select(["channel.name", "topic.name as topic", "message.sent_at"])
    .where("channel.realm_id", "=", realmId)
    .where("message.client", "=", "Import")
    .orderBy("channel.name")
    .orderBy("message.id")
    .execute();
  const subscriptions = await reader
    .selectFrom("subscription")
    .innerJoin("user", "user.id", "subscription.user_id")
    .innerJoin("imported_item", (join) =>
      join.onRef("imported_item.local_id", "=", "user.id").on("imported_item.kind", "=", "person"),
    )
    .innerJoin("channel", "channel.id", "subscription.channel_id")
    .leftJoin("message", (join) =>
      join
        .onRef("message.id", "=", "subscription.read_upto")
        .onRef("message.recipient_id", "=", "channel.recipient_id"),
    )
    .select(["channel.name", "user.full_name", "subscription.is_subscribed", "message.sent_at as read_upto"])
    .select((eb) => received(eb.ref("channel.recipient_id"), eb.ref("user.id"), eb.ref("channel.id")).as("received"))
    .where("channel.realm_id", "=", realmId)
    .orderBy("channel.name")
    .orderBy("user.full_name")
    .execute();
  return {
    messages: messages.map(({ content, ...row }) => ({ ...row, content: withoutIds(content) })),
    topics,
    subscriptions: subscriptions.map((row) => ({ ...row, received: Number(row.received) })),
  };
}

/** How many imported messages were sent in periods of the subscription: however many of them there are. */
const received = (recipient: unknown, user: unknown, channel: unknown) => sql<number | string>`(
  select count(*) from message join ${periods} on period.user_id = ${user}
    and period.channel_id = ${channel} and ${isInPeriod(sql.ref("message.id"))}
  where message.recipient_id = ${recipient} and message.client = 'Import')`;

async function partsOfMessages(reader: Db, realmId: RealmId) {
  const reactions = await reader
    .selectFrom("reaction")
    .innerJoin("message", "message.id", "reaction.message_id")
    .innerJoin("user", "user.id", "reaction.user_id")
    .select(["message.sent_at", "user.full_name", "reaction.emoji_name"])
    .where("message.realm_id", "=", realmId)
    .orderBy("reaction.message_id")
    .orderBy("reaction.id")
    .execute();
  const flags = await reader
    .selectFrom("user_message")
    .innerJoin("message", "message.id", "user_message.message_id")
    .innerJoin("user", "user.id", "user_message.user_id")
    .select(["message.sent_at", "user.full_name", "user_message.flags"])
    .where("message.realm_id", "=", realmId)
    .where("message.client", "=", "Import")
    .orderBy("message.id")
    .orderBy("user.full_name")
    .execute();
  const edits = await reader
    .selectFrom("message_edit")
    .innerJoin("message", "message.id", "message_edit.message_id")
    .innerJoin("user", "user.id", "message_edit.user_id")
    .select(["message.sent_at", "user.full_name", "message_edit.edited_at", "message_edit.prev_content"])
    .where("message.realm_id", "=", realmId)
    .where("message.client", "=", "Import")
    .orderBy("message.id")
    .orderBy("message_edit.id")
    .execute();
  const files = await reader
    .selectFrom("attachment")
    .innerJoin("user", "user.id", "attachment.owner_id")
    .leftJoin("attachment_message", "attachment_message.attachment_id", "attachment.id")
    .leftJoin("message", "message.id", "attachment_message.message_id")
    .select(["attachment.file_name", "attachment.size", "user.full_name", "message.sent_at"])
    .where("attachment.realm_id", "=", realmId)
    .orderBy("attachment.file_name")
    .orderBy("message.id")
    .execute();
  return { reactions, flags, edits, files };
}

const withoutIds = (text: string): string =>
  text
    .replace(/\|\d+\*\*/g, "**")
    .replace(/(?<=\/channel\/|\/near\/)\d+/g, "…")
    .replace(/(?<=\/user_uploads\/)\d+\/[^/]+\/[^/]+/g, "…");
