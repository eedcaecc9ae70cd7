import { type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { Flag } from "../flags.ts";
import { clearFlags } from "./exceptions.ts";

/** The user's mark in a channel; undefined without a subscription. */
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

/** Resolves to whether anything was unread. */
export async function readEverything(tx: TurnTx, userId: UserId): Promise<boolean> {
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

/**
 * The user's starred messages, oldest first; including inaccessible ones, because a star stays when they leave a
 * channel, and no event reports when it becomes visible again.
 */
export async function starredBy(db: Db, userId: UserId, limit: number): Promise<MessageId[]> {
  const rows = await starred(db, { userId, limit });
  return rows.map((row) => row.message_id);
}

const starred = compiled((db, { userId, limit }: { userId: UserId; limit: number }) =>
  db
    .selectFrom("user_message")
    .select("message_id")
    .where("user_id", "=", userId)
    .where(sql<SqlBool>`(flags & ${sql.lit(Flag.starred)}) <> 0`)
    .orderBy("message_id")
    .limit(limit),
);

export interface Star {
  user_id: UserId;
  message_id: MessageId;
  /** Subscribed to the message's channel. */
  is_subscribed: boolean;
}

export async function starsIn(db: Db, channelId: ChannelId, ids: readonly MessageId[]): Promise<Star[]> {
  return db
    .selectFrom("user_message as own")
    .leftJoin("subscription", (join) =>
      join.onRef("subscription.user_id", "=", "own.user_id").on("subscription.channel_id", "=", channelId),
    )
    .select((eb) => [
      "own.user_id",
      "own.message_id",
      eb.fn.coalesce("subscription.is_subscribed", eb.lit(false)).as("is_subscribed"),
    ])
    .where(isAnyOf(db, "own.message_id", ids))
    .where(sql<SqlBool>`(own.flags & ${sql.lit(Flag.starred)}) <> 0`)
    .orderBy("own.message_id")
    .execute();
}
