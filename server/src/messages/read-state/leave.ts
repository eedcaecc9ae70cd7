/** A user who leaves a channel has nothing unread in it, and it stays read if they return. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { channelClosed, type Leaving, subscribersLeaving } from "../../channels/moments.ts";
import { newestMessageId } from "../../channels/store.ts";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { numberRows } from "../../kernel/db/dialect.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { happened, on } from "../../kernel/moments.ts";
import { Flag } from "../flags.ts";
import { channelsLeft, nothingUnread } from "../moments.ts";
import { flagsAddEvent } from "./events.ts";
import { clearFlags } from "./exceptions.ts";

/** No client knows more; when many leave at once, the newest are reported, and the rest follows from their leaving. */
const MOST_TOLD = 100_000;

async function readOnLeaving(ctx: Writing, leaving: readonly Leaving[]): Promise<void> {
  if (leaving.length === 0) return;
  const { db } = ctx;
  const given = numberRows(
    db,
    ["user_id", "channel_id"],
    leaving.map((each) => [each.user_id, each.channel_id]),
  );
  const unread = await unreadOf(db, given);
  await sql`
    update subscription set read_upto = ${await newestMessageId(db)} from ${given} as given
    where subscription.user_id = given.user_id and subscription.channel_id = given.channel_id`.execute(db);
  await forgetState(db, given);
  if (unread.length === 0) return;
  const byUser = Map.groupBy(unread, (row) => row.user_id);
  const personal = Object.fromEntries(
    [...byUser].map(([userId, rows]) => [userId, { messages: rows.map((row) => row.id).sort((a, b) => a - b) }]),
  );
  const event = flagsAddEvent({ op: "add", operation: "add", flag: "read", messages: [], all: false });
  append(ctx, event, toUsers(...byUser.keys()), { personal });
  await happened(
    ctx,
    channelsLeft,
    unread.map(({ user_id, id }) => ({ user_id, message_id: id })),
  );
}

async function unreadOf(tx: TurnTx, given: RawBuilder<unknown>) {
  const { rows } = await sql<{ user_id: UserId; id: MessageId }>`
    with mark as (
      select subscription.user_id, subscription.read_upto, channel.recipient_id
      from ${given} as given
        join subscription on subscription.user_id = given.user_id and subscription.channel_id = given.channel_id
        join channel on channel.id = given.channel_id
      where subscription.is_subscribed)
    select mark.user_id, message.id
      from mark join message on message.recipient_id = mark.recipient_id and message.id > mark.read_upto
      where not exists (select 1 from user_message as own
        where own.user_id = mark.user_id and own.message_id = message.id and (own.flags & ${sql.lit(Flag.read)}) <> 0)
    union all
    select mark.user_id, message.id
      from mark
        join user_message as own on own.user_id = mark.user_id and (own.flags & ${sql.lit(Flag.unread)}) <> 0
        join message on message.id = own.message_id and message.recipient_id = mark.recipient_id
          and message.id <= mark.read_upto
    order by 2 desc limit ${sql.lit(MOST_TOLD)}`.execute(tx);
  return rows;
}

/** One flag at a time, each with its own index: people may have many other flags. */
async function forgetState(tx: TurnTx, given: RawBuilder<unknown>): Promise<void> {
  for (const flag of [Flag.read, Flag.unread]) {
    const theirs = sql`
      select own.user_id, own.message_id
      from ${given} as given
        join channel on channel.id = given.channel_id
        join user_message as own on own.user_id = given.user_id and (own.flags & ${sql.lit(flag)}) <> 0
        join message on message.id = own.message_id and message.recipient_id = channel.recipient_id`;
    // Looked for once: most people have none here, and many elsewhere.
    const { rows } = await sql`${theirs} limit 1`.execute(tx);
    if (rows.length > 0) await clearFlags(tx, flag, sql<SqlBool>`(user_id, message_id) in (${theirs})`);
  }
}

/** For an archived channel: nothing in it is unread for anyone. The event is the channel's own. */
export async function readByEveryone(tx: TurnTx, channelId: ChannelId): Promise<void> {
  await sql`
    update subscription set read_upto = ${await newestMessageId(tx)} where channel_id = ${channelId}`.execute(tx);
  const inChannel = sql<SqlBool>`(user_id, message_id) in (
    select own.user_id, own.message_id from message
      join channel on channel.recipient_id = message.recipient_id and channel.id = ${channelId}
      join user_message as own on own.message_id = message.id)`;
  await clearFlags(tx, Flag.read | Flag.unread, inChannel);
}

export const readingOnLeaving = [
  on(subscribersLeaving, readOnLeaving),
  on(channelClosed, async (ctx, { channel }) => {
    await readByEveryone(ctx.db, channel.id);
    await happened(ctx, nothingUnread, { recipientId: channel.recipient_id });
  }),
];
