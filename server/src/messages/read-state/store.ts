import { type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, UserId } from "../../api/ids.ts";
import { channelsByRecipients } from "../../channels/store.ts";
import type { Context } from "../../context.ts";
import type { Db, Tx } from "../../db/handles.ts";
import { Flag } from "../flags.ts";
import { visibleTo } from "../visibility.ts";
import { clearFlags } from "./exceptions.ts";

/** The user's mark in a channel; undefined for whoever is not subscribed. */
export async function markIn(db: Db, userId: UserId, channelId: ChannelId): Promise<MessageId | undefined> {
  const row = await db
    .selectFrom("subscription")
    .select("read_upto")
    .where("user_id", "=", userId)
    .where("channel_id", "=", channelId)
    .where("is_subscribed", "=", true)
    .executeTakeFirst();
  return row?.read_upto;
}

/** Whether there was anything that a mark had not passed. */
export async function readEverything(tx: Tx, userId: UserId): Promise<boolean> {
  const newest = sql`(select message.id from message
    where message.recipient_id = (select channel.recipient_id from channel where channel.id = subscription.channel_id)
    order by message.id desc limit 1)`;
  const channels = await sql<{ channel_id: ChannelId }>`
    update subscription set read_upto = ${newest}
    where user_id = ${userId} and is_subscribed and read_upto < ${newest} returning channel_id`.execute(tx);
  const direct = await sql<{ recipient_id: number }>`
    update direct_participant set read_upto = max_message_id
    where user_id = ${userId} and read_upto < max_message_id returning recipient_id`.execute(tx);
  const marked = await sql<{ message_id: MessageId }>`
    select message_id from user_message where user_id = ${userId} and (flags & ${sql.lit(Flag.unread)}) <> 0
    limit 1`.execute(tx);
  const received = sql.lit(Flag.received);
  await clearFlags(tx, Flag.read | Flag.unread, sql<SqlBool>`user_id = ${userId} and (flags & ${received}) = 0`);
  await sql`
    update user_message set flags = flags | ${sql.lit(Flag.read)}
    where user_id = ${userId} and (flags & ${received}) <> 0`.execute(tx);
  return channels.rows.length + direct.rows.length + marked.rows.length > 0;
}

/** Starred messages that the user can still see, oldest first. */
export async function starredBy(ctx: Context, limit: number): Promise<MessageId[]> {
  const { db, realm, user } = ctx;
  const starred = db
    .selectFrom("user_message")
    .innerJoin("message", "message.id", "user_message.message_id")
    .where("user_message.user_id", "=", user.id)
    .where(sql<SqlBool>`(user_message.flags & ${sql.lit(Flag.starred)}) <> 0`);
  const conversations = await starred.select("message.recipient_id").distinct().execute();
  if (conversations.length === 0) return [];
  const recipients = conversations.map((row) => row.recipient_id);
  const channels = await channelsByRecipients(db, realm.id, user.id, recipients);
  const rows = await starred
    .select("message.id")
    .where(visibleTo(db, user, channels))
    .orderBy("user_message.message_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
