/**
 * Marks the messages of a sender as read when they are muted, the newest in the transaction of the mute. Where there are
 * more, a job goes on: a sender may have written for years, and others wait for a transaction.
 */
import { type SqlBool, sql } from "kysely";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { User, WriteContext, Writing } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { on } from "../../kernel/moments.ts";
import { userMuted } from "../../people/moments.ts";
import { isMutedBy } from "../../people/muted-users/store.ts";
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
  /** Newer ones have been read. */
  readonly below: MessageId;
}

const readMuted = jobKind<Rest>("read_muted");

export const readingOnMuting = on(userMuted, async (ctx, { userId }) => {
  await readBatch(ctx, { user_id: ctx.user.id, muted_user_id: userId, below: NEWEST });
});

export const mutingJobs = [
  readMuted.inside(async (ctx, rest) => {
    const reader = await readerOf(ctx, rest.user_id);
    if (reader && (await isMutedBy(ctx.db, rest.user_id, rest.muted_user_id))) await readBatch(reader, rest);
  }),
];

async function readerOf(ctx: Writing, userId: UserId): Promise<WriteContext | undefined> {
  const user = (await accountsWithRights(ctx, [userId])).get(userId)?.user as User | undefined;
  return user && { ...ctx, user };
}

async function readBatch(ctx: WriteContext, rest: Rest): Promise<void> {
  const ids = await perhapsUnread(ctx.db, rest);
  await markRead(ctx, ids);
  const oldest = ids.at(-1);
  if (oldest !== undefined && ids.length === BATCH) enqueue(ctx, readMuted({ ...rest, below: oldest }));
}

/** The sender's newest messages that can be unread: above the user's lowest mark, or marked by a row. */
async function perhapsUnread(db: Db, { user_id, muted_user_id, below }: Rest): Promise<MessageId[]> {
  const isMarked = sql<SqlBool>`(own.flags & ${sql.lit(Flag.unread | Flag.received)}) <> 0`;
  const { rows } = await sql<{ id: MessageId }>`
    select id from (
      select message.id from message
      where message.sender_id = ${muted_user_id} and message.id < ${below}
        and message.id > (select min(read_upto) from ${marksOf(user_id)} as mark)
      order by message.id desc limit ${BATCH}) as above
    union
    select id from (
      select message.id from user_message as own join message on message.id = own.message_id
      where own.user_id = ${user_id} and ${isMarked} and own.message_id < ${below}
        and message.sender_id = ${muted_user_id}
      order by own.message_id desc limit ${BATCH}) as marked
    order by id desc limit ${BATCH}`.execute(db);
  return rows.map((row) => row.id);
}
