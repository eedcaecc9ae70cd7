/** What a newcomer finds: the history of their channels as read, and its newest messages as unread. */
import { sql } from "kysely";
import { isHistoryProtected } from "../../channels/permissions.ts";
import type { ChannelRow } from "../../channels/store.ts";
import { giveHistory } from "../../channels/subscriptions/store.ts";
import type { MessageId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { Flag } from "../../messages/flags.ts";
import { setFlagsOf } from "../../messages/read-state/exceptions.ts";

/** Enough to see what is going on, few enough to read. */
const UNREAD = 20;
/** Engines limit the number of selects in one statement. */
const CHANNELS_AT_ONCE = 100;

/** The subscription's read mark covers all earlier messages; the newest ones become unread. Nothing protected is given. */
export async function welcomeToHistory(tx: TurnTx, userId: UserId, channels: readonly ChannelRow[]): Promise<void> {
  const open = channels.filter((channel) => !isHistoryProtected(channel));
  await giveHistory(
    tx,
    userId,
    open.map((channel) => channel.id),
  );
  const newest = await newestMessages(
    tx,
    open.map((channel) => channel.recipient_id),
  );
  await setFlagsOf(tx, userId, newest, Flag.unread);
}

async function newestMessages(db: Db, recipients: readonly RecipientId[]): Promise<MessageId[]> {
  const found: MessageId[] = [];
  for (let start = 0; start < recipients.length; start += CHANNELS_AT_ONCE) {
    // One query per channel: a scan in the order of ids would pass over all messages elsewhere.
    const each = recipients.slice(start, start + CHANNELS_AT_ONCE).map(
      (recipient) => sql`select id from (
        select id from message where recipient_id = ${recipient} order by id desc limit ${sql.lit(UNREAD)}) as newest`,
    );
    const { rows } = await sql<{ id: MessageId }>`${sql.join(each, sql` union all `)}`.execute(db);
    found.push(...rows.map((row) => row.id));
  }
  return found.sort((a, b) => b - a).slice(0, UNREAD);
}
