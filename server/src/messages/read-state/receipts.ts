/** Who has read a message, among users who share that. */
import { type RawBuilder, sql } from "kysely";
import type { UserId } from "../../kernel/api/ids.ts";
import type { Context } from "../../kernel/context.ts";
import { userSettings } from "../../organization/settings/user-settings.ts";
import type { Message } from "../access.ts";
import { Flag } from "../flags.ts";
import { wasSubscribed } from "../periods.ts";

/** Everyone else who received and has read it, by id. Users who left the channel have nothing unread in it. */
export async function readersOfMessage({ db }: Context, message: Message): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId; settings: string | Record<string, unknown> }>`
    select "user".id, "user".settings
    from (${message.channel ? channelReceivers(message) : directReceivers(message)}) as receiver
      join "user" on "user".id = receiver.user_id
      left join user_message as own on own.user_id = receiver.user_id and own.message_id = ${message.id}
    where "user".is_active and "user".id <> ${message.sender_id}
      and case when receiver.mark is null then true
        when receiver.mark >= ${message.id} then (coalesce(own.flags, 0) & ${sql.lit(Flag.unread)}) = 0
        else (coalesce(own.flags, 0) & ${sql.lit(Flag.read)}) <> 0 end
    order by "user".id`.execute(db);
  return rows.filter(({ settings }) => sendsReceipts(settings as Record<string, unknown>)).map((row) => row.id);
}

const directReceivers = (message: Message): RawBuilder<unknown> => sql`
  select user_id, read_upto as mark from direct_participant where recipient_id = ${message.recipient_id}`;

/** With their mark, which is null for former subscribers. A user with flags on an older message has read it too. */
function channelReceivers({ id, channel }: Message): RawBuilder<unknown> {
  const user = sql.ref("subscription.user_id");
  return sql`
    select subscription.user_id, case when subscription.is_subscribed then subscription.read_upto end as mark
    from subscription
    where subscription.channel_id = ${channel?.id} and (
      ${wasSubscribed({ user, channel: sql.ref("subscription.channel_id"), message: id })}
      or exists (select 1 from user_message
        where user_message.user_id = subscription.user_id and user_message.message_id = ${id}))`;
}

const sendsReceipts = (settings: Record<string, unknown>): boolean =>
  (settings.send_read_receipts ?? userSettings.send_read_receipts.default) as boolean;
