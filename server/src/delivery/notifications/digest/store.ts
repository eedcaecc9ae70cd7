import { type SqlBool, sql } from "kysely";
import type { ChannelId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../../../kernel/api/ids.ts";
import { isAnyOf } from "../../../kernel/db/dialect.ts";
import type { Db, Tx } from "../../../kernel/db/handles.ts";

/**
 * Records that the day's digest was started. Returns whether it was not before, so that only one of several nodes
 * starts it.
 */
export async function beginDigest(tx: Tx, realmId: RealmId, day: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("notification_progress")
    .set({ digest_day: day })
    .where("realm_id", "=", realmId)
    .where((eb) => eb.or([eb("digest_day", "is", null), eb("digest_day", "<", day)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function hasBegun(db: Db, realmId: RealmId, day: number): Promise<boolean> {
  const row = await db
    .selectFrom("notification_progress")
    .select("digest_day")
    .where("realm_id", "=", realmId)
    .executeTakeFirst();
  return (row?.digest_day ?? 0) >= day;
}

/** The organization's last message before this time, or 0. */
export async function newestBefore(db: Db, realmId: RealmId, moment: number): Promise<MessageId> {
  const row = await db
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("sent_at", "<", moment)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** People who joined before this time and have not been active since. */
export async function peopleAwaySince(db: Db, realmId: RealmId, moment: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select "user".id from "user"
      left join user_activity as activity on activity.user_id = "user".id
      left join user_presence as presence on presence.user_id = "user".id
    where "user".realm_id = ${realmId} and "user".is_active and "user".bot_type is null
      and "user".date_joined < ${moment}
      and coalesce(activity.last_day, 0) < ${Math.floor(moment / 86_400)}
      and coalesce(presence.last_connected_at, 0) < ${moment}
      and not exists (
        select 1 from event_queue where event_queue.user_id = "user".id and event_queue.last_seen_at >= ${moment})
    order by "user".id`.execute(db);
  return rows.map((row) => row.id);
}

export interface Busy {
  readonly topic_id: TopicId;
  readonly channel_id: ChannelId;
  readonly name: string;
  readonly messages: number;
  readonly people: number;
}

/** Topics in these channels with recent messages from people; those with the most people first. */
export async function busyTopics(
  db: Db,
  channels: readonly { id: ChannelId; recipient_id: RecipientId }[],
  { after, since }: { after: MessageId; since: number },
  isVisible: ReturnType<typeof sql<SqlBool>>,
  limit: number,
): Promise<Busy[]> {
  const recipients = channels.map((channel) => channel.recipient_id);
  if (recipients.length === 0) return [];
  const { rows } = await sql<Busy>`
    select topic.id as topic_id, topic.channel_id, topic.name, count(*) as messages,
      count(distinct message.sender_id) as people
    from message join topic on topic.id = message.topic_id join "user" as sender on sender.id = message.sender_id
    where ${isAnyOf(db, "message.recipient_id", recipients)}
      and message.id > ${after} and message.sent_at >= ${since}
      and sender.bot_type is null and ${isVisible}
    group by topic.id, topic.channel_id, topic.name
    order by people desc, messages desc, topic.id limit ${limit}`.execute(db);
  return rows;
}

/** For a query on `message`: whether the reader has muted its topic or its sender. */
export const isMutedBy = (userId: UserId) => sql<SqlBool>`(exists (
  select 1 from user_topic where user_topic.user_id = ${userId} and user_topic.channel_id = topic.channel_id
    and user_topic.topic_key = topic.name_key and user_topic.visibility_policy = 1)
  or exists (select 1 from muted_user where muted_user.user_id = ${userId} and muted_user.muted_user_id = message.sender_id))`;
