import { type Expression, type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, RecipientId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { Flag } from "../flags.ts";
import { type HistorySize, type MoveEntry, recordMoves } from "../history/store.ts";
import { wasSubscribed } from "../periods.ts";
import { clearFlags } from "../read-state/exceptions.ts";

/** How many messages of a topic match a condition, how many of them are recent enough, and the first of those. */
export async function ages(db: Db, topicId: TopicId, condition: Expression<SqlBool>, since: number) {
  const { rows } = await sql<{ total: number; allowed: number; first: MessageId | null }>`
    select count(*) as total, count(case when message.sent_at >= ${sql.lit(since)} then 1 end) as allowed,
      min(case when message.sent_at >= ${sql.lit(since)} then message.id end) as first
    from message where message.topic_id = ${topicId} and ${condition}`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** The oldest ones, ascending. */
export async function messagesWith(db: Db, condition: Expression<SqlBool>, limit: number): Promise<MessageId[]> {
  const rows = await db
    .selectFrom("message")
    .select("message.id")
    .where(condition)
    .orderBy("message.id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function newestWith(db: Db, condition: Expression<SqlBool>): Promise<MessageId | undefined> {
  const newest = db.selectFrom("message").select("message.id").where(condition).orderBy("message.id", "desc").limit(1);
  return (await newest.executeTakeFirst())?.id;
}

export async function traitsOfMessage(db: Db, id: MessageId): Promise<number> {
  const row = await db.selectFrom("message").select("traits").where("id", "=", id).executeTakeFirstOrThrow();
  return row.traits;
}

export async function isAny(db: Db, condition: Expression<SqlBool>): Promise<boolean> {
  const row = await db.selectFrom("message").select("message.id").where(condition).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The target of moved messages. */
export interface TopicPlace {
  readonly topic_id: TopicId;
  readonly recipient_id: RecipientId;
  readonly subject: string;
}

/**
 * Uses a few statements for any number of messages: the history of each keeps its own spelling of its earlier topic, and where
 * only the channel changes, so does the message itself.
 */
export async function moveMessages(
  tx: TurnTx,
  ids: readonly MessageId[],
  { subject, ...to }: TopicPlace,
  entry: MoveEntry,
  countsAsMove: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await recordMoves(tx, ids, entry);
  await tx
    .updateTable("message")
    .set((eb) => ({
      ...to,
      ...(entry.topic === undefined ? {} : { subject }),
      ...(countsAsMove ? { last_moved_at: entry.timestamp } : {}),
      history_count: eb("history_count", "+", 1),
    }))
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

export interface Rewritten {
  readonly content: string;
  readonly rendered_content: string;
  readonly traits: number;
}

/** The content of one message, and its new place if it moves in the same edit. */
export async function rewriteMessage(
  tx: TurnTx,
  id: MessageId,
  text: Rewritten,
  edited: HistorySize & { readonly last_edit_at: number },
  moved: Partial<TopicPlace> & { last_moved_at?: number },
): Promise<void> {
  await tx
    .updateTable("message")
    .set({ ...text, ...moved, ...edited })
    .where("id", "=", id)
    .execute();
}

/**
 * In protected history, messages stay hidden from users who were not subscribed when they were sent, so they are not
 * unread. They are below the user's read mark, which began with the subscription.
 */
export async function forgetUnseen(tx: TurnTx, channelId: ChannelId, ids: readonly MessageId[]): Promise<void> {
  const wasThere = wasSubscribed({
    user: sql.ref("user_message.user_id"),
    channel: channelId,
    message: sql.ref("user_message.message_id"),
  });
  await clearFlags(tx, Flag.unread, sql<SqlBool>`${isAnyOf(tx, "message_id", ids)} and not ${wasThere}`);
}

/** For users who lose access, messages are as if deleted: should they come back, then without stars. */
export async function forgetStars(tx: TurnTx, users: readonly UserId[], ids: readonly MessageId[]): Promise<void> {
  const theirs = sql<SqlBool>`${isAnyOf(tx, "message_id", ids)} and ${isAnyOf(tx, "user_id", users)}`;
  await clearFlags(tx, Flag.starred | Flag.collapsed, theirs);
}
