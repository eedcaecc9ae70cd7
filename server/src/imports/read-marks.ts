/**
 * Everything imported counts as read. What people had not read before stays unread: in a conversation with such messages, the
 * read mark rises above them, and they become exceptions to it.
 */
import { type RawBuilder, sql } from "kysely";
import type { ChannelId, MessageId, RecipientId, UserId } from "../kernel/api/ids.ts";
import type { OpenContext, Writing } from "../kernel/context.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { Flag } from "../messages/flags.ts";
import type { ImportedSpan, Ledger } from "./ledger.ts";

const READ = sql.lit(Flag.read);
const UNREAD = sql.lit(Flag.unread);

/** Conversations in one transaction. */
const AT_ONCE = 50;
/** While people use the organization, they wait for no more rows than this. */
const ROWS_BESIDE_OTHERS = 2000;

/** Ids; in a longer span, conversations are looked for one by one. */
const SHORT_SPAN = 10_000;

interface MarkingBesideOthers {
  rest(): Promise<void>;
}

/**
 * Only imported messages are within the span: while people use the organization, marks are raised after each batch; otherwise at
 * the end of a run, and at the beginning of the next one.
 */
export async function markAsRead(ctx: OpenContext, ledger: Ledger, beside?: MarkingBesideOthers): Promise<void> {
  const span = ledger.unmarked;
  if (!span) return;
  const { reader } = ctx.app.database;
  let last: RecipientId = 0;
  for (;;) {
    const recipients = await (span.to - span.from < SHORT_SPAN
      ? conversationsOfBatch(reader, ctx.realm.id, span, last)
      : conversationsIn(reader, ctx.realm.id, span, last));
    const isLast = recipients.length < AT_ONCE;
    await raiseMarks(ctx, ledger, recipients, span, beside);
    if (isLast) break;
    last = recipients.at(-1) as RecipientId;
  }
  await ledger.change(ctx, async () => {}, { unmarked: () => undefined });
}

/** In one transaction, or in as many as it takes to keep each of them short. */
async function raiseMarks(
  ctx: OpenContext,
  ledger: Ledger,
  recipients: readonly RecipientId[],
  span: ImportedSpan,
  beside: MarkingBesideOthers | undefined,
): Promise<void> {
  for (let done = 0; done < recipients.length; ) {
    const rest = recipients.slice(done);
    done += await ledger.change(ctx, async (writing) => {
      const room = new RowLimit(beside ? ROWS_BESIDE_OTHERS : Number.POSITIVE_INFINITY);
      let whole = 0;
      for (const id of rest) {
        if (!(await raiseMarksIn(writing, id, span, room))) break;
        whole++;
      }
      return whole;
    });
    await beside?.rest();
  }
}

/** How many rows a transaction may still write. */
class RowLimit {
  left: number;
  /** Others use the organization meanwhile. */
  readonly isShared: boolean;

  constructor(rows: number) {
    this.left = rows;
    this.isShared = Number.isFinite(rows);
  }

  get limit(): RawBuilder<unknown> {
    return this.isShared ? sql`limit ${sql.lit(Math.max(this.left, 1))}` : sql``;
  }

  take(rows: number): void {
    this.left -= rows;
  }

  get isFull(): boolean {
    return this.left <= 0;
  }
}

/** Conversations with messages in the span, by id. */
async function conversationsIn(
  db: Db,
  realmId: number,
  { from, to }: ImportedSpan,
  after: RecipientId,
): Promise<RecipientId[]> {
  const { rows } = await sql<{ id: RecipientId }>`
    select recipient.id from recipient
    where recipient.realm_id = ${realmId} and recipient.id > ${after} and exists (
      select 1 from message where message.recipient_id = recipient.id and message.id >= ${from} and message.id <= ${to})
    order by recipient.id limit ${sql.lit(AT_ONCE)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** For a short span: through its messages. */
async function conversationsOfBatch(
  db: Db,
  realmId: number,
  { from, to }: ImportedSpan,
  after: RecipientId,
): Promise<RecipientId[]> {
  const { rows } = await sql<{ id: RecipientId }>`
    select distinct recipient_id as id from message
    where realm_id = ${realmId} and id >= ${from} and id <= ${to} and recipient_id > ${after}
    order by recipient_id limit ${sql.lit(AT_ONCE)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns whether all marks are raised: there may have been no room for more. */
async function raiseMarksIn(
  { db }: Writing,
  recipientId: RecipientId,
  span: ImportedSpan,
  room: RowLimit,
): Promise<boolean> {
  if (room.isFull) return false;
  const newest = await newestIn(db, recipientId, span);
  const channel = await db
    .selectFrom("channel")
    .select("id")
    .where("recipient_id", "=", recipientId)
    .executeTakeFirst();
  const marks = marksOf(recipientId, channel?.id);
  for (const { user_id, read_upto } of await behind(db, marks, recipientId, span, room)) {
    const upto = await reachable(db, recipientId, { from: read_upto, to: span.from }, room);
    const kept = await keepUnread(db, user_id, recipientId, { from: read_upto, to: upto });
    // Before the imported messages: the next transaction goes on from here.
    await sql`update ${marks.table} set read_upto = ${upto - 1} where ${marks.where} and user_id = ${user_id}`.execute(
      db,
    );
    room.take(kept + 1);
    if (room.isFull) return false;
  }
  if (room.isShared) await forgetReadOnes(db, recipientId, span);
  const { numAffectedRows = 0n } = await sql`
    update ${marks.table} set read_upto = ${newest} where ${marks.where} and user_id in (
      select user_id from ${marks.table} where ${marks.where} and read_upto < ${newest} ${room.limit})`.execute(db);
  room.take(Number(numAffectedRows));
  return !room.isFull;
}

interface ConversationMarks {
  readonly table: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** Those who have unread messages there at all. */
  readonly isReader: RawBuilder<unknown>;
}

const marksOf = (recipientId: RecipientId, channelId: ChannelId | undefined): ConversationMarks =>
  channelId === undefined
    ? { table: sql`direct_participant`, where: sql`recipient_id = ${recipientId}`, isReader: sql`true` }
    : { table: sql`subscription`, where: sql`channel_id = ${channelId}`, isReader: sql`is_subscribed` };

async function newestIn(db: Db, recipientId: RecipientId, { to }: ImportedSpan): Promise<MessageId> {
  const { rows } = await sql<{ id: MessageId }>`
    select max(id) as id from message where recipient_id = ${recipientId} and id <= ${to}`.execute(db);
  return rows[0]?.id ?? 0;
}

/** People with messages between their mark and the imported ones. */
async function behind(
  db: Db,
  { table, where, isReader }: ConversationMarks,
  recipientId: RecipientId,
  { from }: ImportedSpan,
  room: RowLimit,
) {
  const { rows } = await sql<{ user_id: UserId; read_upto: MessageId }>`
    select user_id, read_upto from ${table} where ${where} and ${isReader} and read_upto < ${from} and exists (
      select 1 from message where message.recipient_id = ${recipientId}
        and message.id > read_upto and message.id < ${from}) ${room.limit}`.execute(db);
  return rows;
}

/** The end of the span, or of as much of it as there is room for. */
async function reachable(
  db: Db,
  recipientId: RecipientId,
  { from, to }: ImportedSpan,
  room: RowLimit,
): Promise<MessageId> {
  if (!room.isShared) return to;
  const { rows } = await sql<{ id: MessageId }>`
    select id from message where recipient_id = ${recipientId} and id > ${from} and id < ${to}
    order by id limit 1 offset ${sql.lit(Math.max(room.left, 1))}`.execute(db);
  return rows[0]?.id ?? to;
}

/** Someone may have read an imported message before its mark rose: an exception must differ from the mark. */
async function forgetReadOnes(db: TurnTx, recipientId: RecipientId, { from, to }: ImportedSpan): Promise<void> {
  const imported = sql`select id from message where recipient_id = ${recipientId} and id >= ${from} and id <= ${to}`;
  const { numAffectedRows = 0n } = await sql`
    update user_message set flags = flags & ~${READ}
    where message_id in (${imported}) and (flags & ${READ}) <> 0`.execute(db);
  if (numAffectedRows > 0n)
    await sql`delete from user_message where flags = 0 and message_id in (${imported})`.execute(db);
}

/** Both ends are outside. Returns how many there are. */
async function keepUnread(
  db: TurnTx,
  userId: UserId,
  recipientId: RecipientId,
  { from, to }: ImportedSpan,
): Promise<number> {
  const passed = sql`select id from message where recipient_id = ${recipientId} and id > ${from} and id < ${to}`;
  const { numAffectedRows = 0n } = await sql`
    insert into user_message (user_id, message_id, flags)
    select cast(${userId} as bigint), passed.id, ${UNREAD} from (${passed}) as passed where true
    on conflict (user_id, message_id) do update set flags =
      case when (user_message.flags & ${READ}) <> 0 then user_message.flags & ~${READ}
        else user_message.flags | excluded.flags end`.execute(db);
  await sql`delete from user_message where user_id = ${userId} and flags = 0 and message_id in (${passed})`.execute(db);
  return Number(numAffectedRows);
}
