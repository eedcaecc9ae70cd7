/** Who receives events about messages. */
import { sql } from "kysely";
import { isHistoryProtected } from "../channels/permissions.ts";
import type { ChannelRow } from "../channels/store.ts";
import { Role } from "../kernel/access/roles.ts";
import type { ChannelId, MessageId, RecipientId, UserId } from "../kernel/api/ids.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import type { Db } from "../kernel/db/handles.ts";
import type { Audience } from "../kernel/events/audience.ts";
import type { Message } from "./access.ts";
import { MessageParts } from "./parts.ts";
import { periodsOfSubscribers, wasSubscribed } from "./periods.ts";

/** The place of messages: a channel, or a direct conversation. */
export interface MessagePlace {
  readonly recipient_id: RecipientId;
  readonly channel: ChannelRow | undefined;
}

/**
 * Everyone who can read the message and has a reason to: its participants, or its channel's subscribers and users with
 * reactions or flags on it.
 */
export async function readersOf(db: Db, { id, recipient_id, channel }: Message): Promise<Audience> {
  if (!channel) return { users: await participants(db, recipient_id) };
  if (!channel.invite_only) return { subscribersOf: channel.id, users: await involved(db, channel.id, [id]) };
  if (!isHistoryProtected(channel)) return { subscribersOf: channel.id };
  return { subscribersOf: channel.id, except: await absentWhenSent(db, channel.id, id) };
}

/** Some of several messages, with the users who see exactly these. */
export interface Viewing {
  readonly ids: readonly MessageId[];
  readonly audience: Audience;
}

/**
 * The readers of several messages in one place, in ascending order. Nearly always everyone sees all of them; where history
 * is protected, whoever came or left in between sees a part, and all who see the same part hear the same.
 */
export async function viewingsOf(
  db: Db,
  { recipient_id, channel }: MessagePlace,
  ids: readonly MessageId[],
): Promise<Viewing[]> {
  if (!channel) return [{ ids, audience: { users: await participants(db, recipient_id) } }];
  const subscribed = { subscribersOf: channel.id };
  if (!channel.invite_only) return [{ ids, audience: { ...subscribed, users: await involved(db, channel.id, ids) } }];
  if (!isHistoryProtected(channel)) return [{ ids, audience: subscribed }];
  const parts = await partsSeen(db, channel.id, ids);
  const except = parts.flatMap((part) => part.users);
  const partial = parts.filter((part) => part.ids.length > 0);
  return [
    { ids, audience: { ...subscribed, except } },
    ...partial.map((part) => ({ ids: part.ids, audience: { users: part.users } })),
  ];
}

interface PartialView {
  ids: readonly MessageId[];
  users: UserId[];
}

/** Subscribers of a channel with protected history who see only some of the messages, by what they see. */
async function partsSeen(db: Db, channelId: ChannelId, ids: readonly MessageId[]): Promise<PartialView[]> {
  const parts = new MessageParts(ids);
  const partials = new Map<string, PartialView>();
  for (const [userId, periods] of await periodsOfSubscribers(db, channelId, ids)) {
    const seen = parts.during(periods);
    if (seen === parts.all) continue;
    const partial = partials.get(seen.key) ?? { ids: seen.ids, users: [] };
    partials.set(seen.key, partial);
    partial.users.push(userId);
  }
  return [...partials.values()];
}

async function participants(db: Db, recipientId: RecipientId): Promise<UserId[]> {
  const rows = await db
    .selectFrom("direct_participant")
    .select("user_id")
    .where("recipient_id", "=", recipientId)
    .orderBy("user_id")
    .execute();
  return rows.map((row) => row.user_id);
}

/** Users with reactions or flags on messages of a public channel without being subscribed. Guests have no access. */
async function involved(db: Db, channelId: ChannelId, ids: readonly MessageId[]): Promise<UserId[]> {
  const ofThese = isAnyOf(db, "message_id", ids);
  const { rows } = await sql<{ user_id: UserId }>`
    select distinct "user".id as user_id from "user"
      join (select user_id from reaction where ${ofThese}
        union select user_id from user_message where ${ofThese}) as dealt on dealt.user_id = "user".id
    where "user".role <> ${Role.guest} and not exists (
      select 1 from subscription
      where subscription.user_id = "user".id and subscription.channel_id = ${channelId} and subscription.is_subscribed)
    order by 1`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Subscribers from whom protected history hides the message. */
async function absentWhenSent(db: Db, channelId: ChannelId, messageId: MessageId): Promise<UserId[]> {
  const wasThere = wasSubscribed({ user: sql.ref("subscription.user_id"), channel: channelId, message: messageId });
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from subscription
    where channel_id = ${channelId} and is_subscribed and not ${wasThere}`.execute(db);
  return rows.map((row) => row.user_id);
}
