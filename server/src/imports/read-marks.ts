/**
 * Everything imported counts as read. What people had not read before stays unread: in a conversation with such messages, the
 * read mark rises above them, and they become exceptions to it.
 */
import { type RawBuilder, sql } from "kysely";
import type { MessageId, RecipientId, UserId } from "../kernel/api/ids.ts";
import type { OpenContext, Writing } from "../kernel/context.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { Flag } from "../messages/flags.ts";
import type { ImportedSpan, Ledger } from "./ledger.ts";

const READ = sql.lit(Flag.read);
const UNREAD = sql.lit(Flag.unread);

/** Conversations in one transaction. */
const AT_ONCE = 50;

/** Only imported messages are within the span: a run ends with raising the marks, and so does the next one's beginning. */
export async function markAsRead(ctx: OpenContext, ledger: Ledger): Promise<void> {
  const span = ledger.unmarked;
  if (!span) return;
  let last: RecipientId = 0;
  for (;;) {
    const recipients = await conversationsIn(ctx.app.database.reader, ctx.realm.id, span, last);
    const isLast = recipients.length < AT_ONCE;
    await ledger.change(
      ctx,
      async (writing) => {
        for (const id of recipients) await raiseMarksIn(writing, id, span);
      },
      isLast ? { unmarked: () => undefined } : {},
    );
    if (isLast) return;
    last = recipients.at(-1) as RecipientId;
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

async function raiseMarksIn({ db }: Writing, recipientId: RecipientId, span: ImportedSpan): Promise<void> {
  const newest = await newestIn(db, recipientId, span);
  const channel = await db
    .selectFrom("channel")
    .select("id")
    .where("recipient_id", "=", recipientId)
    .executeTakeFirst();
  const marks = channel
    ? sql`subscription where subscription.channel_id = ${channel.id}`
    : sql`direct_participant where direct_participant.recipient_id = ${recipientId}`;
  for (const { user_id, read_upto } of await behind(db, marks, recipientId, span))
    await keepUnread(db, user_id, recipientId, { from: read_upto, to: span.from });
  await (channel
    ? sql`update subscription set read_upto = ${newest} where channel_id = ${channel.id} and read_upto < ${newest}`
    : sql`update direct_participant set read_upto = ${newest}
          where recipient_id = ${recipientId} and read_upto < ${newest}`
  ).execute(db);
}

async function newestIn(db: Db, recipientId: RecipientId, { to }: ImportedSpan): Promise<MessageId> {
  const { rows } = await sql<{ id: MessageId }>`
    select max(id) as id from message where recipient_id = ${recipientId} and id <= ${to}`.execute(db);
  return rows[0]?.id ?? 0;
}

/** People with messages between their mark and the imported ones. */
async function behind(db: Db, marks: RawBuilder<unknown>, recipientId: RecipientId, { from }: ImportedSpan) {
  const { rows } = await sql<{ user_id: UserId; read_upto: MessageId }>`
    select user_id, read_upto from ${marks} and read_upto < ${from} and exists (
      select 1 from message where message.recipient_id = ${recipientId}
        and message.id > read_upto and message.id < ${from})`.execute(db);
  return rows;
}

/** Both ends are outside. */
async function keepUnread(
  db: TurnTx,
  userId: UserId,
  recipientId: RecipientId,
  { from, to }: ImportedSpan,
): Promise<void> {
  const passed = sql`select id from message where recipient_id = ${recipientId} and id > ${from} and id < ${to}`;
  await sql`
    insert into user_message (user_id, message_id, flags)
    select cast(${userId} as bigint), passed.id, ${UNREAD} from (${passed}) as passed where true
    on conflict (user_id, message_id) do update set flags =
      case when (user_message.flags & ${READ}) <> 0 then user_message.flags & ~${READ}
        else user_message.flags | excluded.flags end`.execute(db);
  await sql`delete from user_message where user_id = ${userId} and flags = 0 and message_id in (${passed})`.execute(db);
}
