/** Who hears what happens to a message. */
import { sql } from "kysely";
import { Role } from "../access/roles.ts";
import type { MessageId, UserId } from "../api/ids.ts";
import { isHistoryProtected } from "../channels/permissions.ts";
import type { Db } from "../db/handles.ts";
import type { Audience } from "../events/audience.ts";
import type { Message } from "./access.ts";

/** Everyone who can read it and has reason to: its participants, or its channel's subscribers and who has dealt with it. */
export async function readersOf(db: Db, { id, recipient_id, channel }: Message): Promise<Audience> {
  if (!channel) return { users: await participants(db, recipient_id) };
  if (!channel.invite_only) return { subscribersOf: channel.id, users: await involved(db, id) };
  if (!isHistoryProtected(channel)) return { subscribersOf: channel.id };
  return { subscribersOf: channel.id, except: await absentWhenSent(db, channel.id, id) };
}

async function participants(db: Db, recipientId: number): Promise<UserId[]> {
  const rows = await db
    .selectFrom("direct_participant")
    .select("user_id")
    .where("recipient_id", "=", recipientId)
    .orderBy("user_id")
    .execute();
  return rows.map((row) => row.user_id);
}

/** Those who reacted to a message of a public channel, or have flags on it, without being subscribed. Guests may not look in. */
async function involved(db: Db, messageId: MessageId): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select distinct "user".id as user_id from "user"
      join (select user_id from reaction where message_id = ${messageId}
        union select user_id from user_message where message_id = ${messageId}) as dealt on dealt.user_id = "user".id
    where "user".role <> ${Role.guest} order by 1`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Subscribers from whom protected history hides the message. */
async function absentWhenSent(db: Db, channelId: number, messageId: MessageId): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from subscription where channel_id = ${channelId} and is_subscribed and not exists (
      select 1 from subscription_period as period
      where period.user_id = subscription.user_id and period.channel_id = subscription.channel_id
        and period.from_message_id <= ${messageId}
        and (period.to_message_id is null or period.to_message_id >= ${messageId}))`.execute(db);
  return rows.map((row) => row.user_id);
}
