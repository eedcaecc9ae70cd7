/** A user's state of messages: conversation, read state and flags. */
import { type Expression, type SqlBool, sql } from "kysely";
import { channelsByRecipients } from "../../channels/store.ts";
import type { ChannelId, MessageId, RecipientId } from "../../kernel/api/ids.ts";
import type { Context } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { Flag, markOfReceived } from "../flags.ts";
import { visibleTo } from "../visibility.ts";
import { marksOf } from "./marks.ts";

export interface MessageStanding {
  id: MessageId;
  recipient_id: RecipientId;
  channel_id: ChannelId | null;
  /** Undefined where nothing can be unread: in a channel without a subscription. */
  mark: MessageId | undefined;
  flags: number;
}

export function isUnread({ id, mark, flags }: Pick<MessageStanding, "id" | "mark" | "flags">): boolean {
  if (mark === undefined) return false;
  return id <= mark ? (flags & Flag.unread) !== 0 : (flags & Flag.read) === 0;
}

/** The organization's messages among these, without checking visibility. */
export async function standings(ctx: Context, ids: readonly MessageId[]): Promise<MessageStanding[]> {
  return standingsWhere(ctx, ids, sql<SqlBool>`true`);
}

/** The messages among these that the user can see. */
export async function visibleStandings(ctx: Context, ids: readonly MessageId[]): Promise<MessageStanding[]> {
  const { db, realm, user } = ctx;
  const recipients = await db
    .selectFrom("message")
    .select("recipient_id")
    .distinct()
    .where(isAnyOf(db, "id", ids))
    .where("realm_id", "=", realm.id)
    .execute();
  const channels = await channelsByRecipients(
    db,
    realm.id,
    user.id,
    recipients.map((row) => row.recipient_id),
  );
  return standingsWhere(ctx, ids, visibleTo(db, user, channels));
}

async function standingsWhere(
  { db, realm, user }: Context,
  ids: readonly MessageId[],
  condition: Expression<SqlBool>,
): Promise<MessageStanding[]> {
  const { rows } = await sql<Omit<MessageStanding, "mark"> & { mark: MessageId | null }>`
    select message.id, message.recipient_id, channel.id as channel_id, mark.read_upto as mark,
      coalesce(own.flags, 0) as flags
    from message
      left join channel on channel.recipient_id = message.recipient_id
      left join ${marksOf(user.id)} as mark on mark.recipient_id = message.recipient_id
      left join user_message as own on own.user_id = ${user.id} and own.message_id = message.id
    where ${isAnyOf(db, "message.id", ids)} and message.realm_id = ${realm.id} and ${condition}
    order by message.id`.execute(db);
  return rows.map((row) => ({ ...row, mark: row.mark ?? markOfReceived(row.flags) }));
}
