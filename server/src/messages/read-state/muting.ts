/**
 * Marks the messages of a sender as read when they are muted, the newest in the transaction of the mute. Where there are
 * more, a job goes on: a sender may have written for years, and others wait for a transaction.
 */
import { sql } from "kysely";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { on } from "../../kernel/moments.ts";
import { userMuted } from "../../people/moments.ts";
import { mutedSince } from "../../people/muted-users/store.ts";
import { accountsWithRights } from "../../people/users/rights.ts";
import { Flag } from "../flags.ts";
import { NEWEST } from "../store.ts";
import { markRead } from "./actions.ts";
import { marksOf } from "./marks.ts";

/** Looked at in one transaction, whether they are unread or not. */
const BATCH = 1000;

interface Rest {
  readonly user_id: UserId;
  readonly muted_user_id: UserId;
  /** Whoever is unmuted and muted again meanwhile has another job. */
  readonly muted_at: number;
  /** Older ones cannot be unread, or have been read. */
  readonly after: MessageId;
  /** Newer ones have been read. */
  readonly below: MessageId;
}

const readMuted = jobKind<Rest>("read_muted");

export const readingOnMuting = on(userMuted, async (ctx, { userId }) => {
  const after = await belowAllUnread(ctx.db, ctx.user.id);
  if (after === undefined) return;
  const rest = { user_id: ctx.user.id, muted_user_id: userId, muted_at: ctx.now, after, below: NEWEST };
  const ids = await messagesOf(ctx.db, rest, "desc");
  await markRead(ctx, ids);
  if (ids.length === BATCH) enqueue(ctx, readMuted({ ...rest, below: ids.at(-1) as MessageId }));
});

/** Oldest first, so that marks rise instead of leaving exceptions behind. */
export const mutingJobs = [
  readMuted.inside(async (ctx, rest) => {
    const reader = await readerOf(ctx, rest.user_id);
    if (!reader || (await mutedSince(ctx.db, rest.user_id, rest.muted_user_id)) !== rest.muted_at) return;
    const ids = await messagesOf(ctx.db, rest, "asc");
    await markRead(reader, ids);
    if (ids.length === BATCH) enqueue(ctx, readMuted({ ...rest, after: ids.at(-1) as MessageId }));
  }),
];

async function readerOf(ctx: Writing, userId: UserId): Promise<WriteContext | undefined> {
  const user = (await accountsWithRights(ctx, [userId])).get(userId)?.user;
  return user && { ...ctx, user };
}

/**
 * Nothing up to this message is unread for the user; undefined if nothing is at all. One flag at a time, because only
 * those of unread messages are indexed.
 */
async function belowAllUnread(db: Db, userId: UserId): Promise<MessageId | undefined> {
  const firstWith = (flag: number) => sql`
    select min(message_id) - 1 from user_message where user_id = ${userId} and (flags & ${sql.lit(flag)}) <> 0`;
  const { rows } = await sql<{ id: MessageId | null }>`
    select min(id) as id from (
      select min(read_upto) as id from ${marksOf(userId)} as mark
      union all ${firstWith(Flag.unread)}
      union all ${firstWith(Flag.received)}) as lowest`.execute(db);
  return rows[0]?.id ?? undefined;
}

async function messagesOf(
  db: Db,
  { muted_user_id, after, below }: Rest,
  direction: "asc" | "desc",
): Promise<MessageId[]> {
  const rows = await db
    .selectFrom("message")
    .select("id")
    .where("sender_id", "=", muted_user_id)
    .where("id", ">", after)
    .where("id", "<", below)
    .orderBy("id", direction)
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.id);
}
