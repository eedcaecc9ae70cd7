/**
 * Marks a new message as read for its sender, for users who know its content, and for users who muted its sender. Most
 * of them have read everything before it, so their mark rises.
 */
import { type RawBuilder, sql } from "kysely";
import type { ChannelId, MessageId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { Flag } from "../flags.ts";

interface Arrived {
  readonly messageId: MessageId;
  readonly recipientId: RecipientId;
  readonly channelId: ChannelId | undefined;
}

/** Returns the readers who received it: without a subscription there is no read state in a channel. */
export async function readOnArrival(tx: TurnTx, arrived: Arrived, readers: readonly UserId[]): Promise<UserId[]> {
  if (readers.length === 0) return [];
  const { channelId } = arrived;
  const given = { ...arrived, readers };
  const rows =
    channelId === undefined
      ? await raisedInConversation(tx, given)
      : await raisedInChannel(tx, { ...given, channelId });
  const raised = rows.map((row) => row.user_id);
  const others = readers.filter((id) => !raised.includes(id));
  if (others.length === 0) return raised;
  const { rows: excepted } = await sql<{ user_id: UserId }>`
    insert into user_message (user_id, message_id, flags)
    select user_id, cast(${arrived.messageId} as bigint), ${sql.lit(Flag.read)} from ${markedIn(arrived)}
      and ${isAnyOf(tx, "user_id", others)}
    on conflict (user_id, message_id) do update set flags = user_message.flags | excluded.flags
    returning user_id`.execute(tx);
  return [...raised, ...excepted.map((row) => row.user_id)];
}

/** Users with a mark in the message's conversation. */
const markedIn = ({ channelId, recipientId }: Arrived): RawBuilder<unknown> =>
  channelId === undefined
    ? sql`direct_participant where recipient_id = ${recipientId}`
    : sql`subscription where channel_id = ${channelId} and is_subscribed = ${sql.lit(true)}`;

type Readers = { readonly readers: readonly UserId[] };

const raisedInChannel = compiled((tx: TurnTx, given: Arrived & Readers & { channelId: ChannelId }) =>
  tx
    .updateTable("subscription")
    .set({ read_upto: given.messageId })
    .where(isAnyOf(tx, "user_id", given.readers))
    .where("channel_id", "=", given.channelId)
    .where("is_subscribed", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("message")
            .select("message.id")
            .where("message.recipient_id", "=", given.recipientId)
            .whereRef("message.id", ">", "subscription.read_upto")
            .where("message.id", "<", given.messageId),
        ),
      ),
    )
    .returning("subscription.user_id"),
);

/** Before the conversation records the message: its newest one is the previous one. */
const raisedInConversation = compiled((tx: TurnTx, given: Arrived & Readers) =>
  tx
    .updateTable("direct_participant")
    .set({ read_upto: given.messageId })
    .where(isAnyOf(tx, "user_id", given.readers))
    .where("recipient_id", "=", given.recipientId)
    .whereRef("read_upto", ">=", "max_message_id")
    .returning("user_id"),
);
