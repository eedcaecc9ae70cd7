import { type Expression, type SqlBool, sql } from "kysely";
import { isHistoryProtected } from "../../channels/permissions.ts";
import type { ChannelRow } from "../../channels/store.ts";
import type { ChannelId, MessageId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { fold } from "../../kernel/db/names.ts";
import { isInPeriod, periods } from "../periods.ts";
import { filesClaimedBy, markUnclaimed } from "../uploads/store.ts";

/** Deletes messages and what is attached; files that only they claimed are scheduled for removal. */
export async function removeMessages(tx: TurnTx, now: number, ids: readonly MessageId[]): Promise<void> {
  const files = await filesClaimedBy(tx, ids);
  await tx
    .deleteFrom("message")
    .where(isAnyOf(tx, "id", ids))
    .execute();
  if (files.length > 0) await markUnclaimed(tx, now, files);
}

/** Ignores the case of the name. */
export function topicNamed(db: Db, channelId: ChannelId, name: string) {
  return db
    .selectFrom("topic")
    .select(["id", "name"])
    .where("channel_id", "=", channelId)
    .where("name_key", "=", fold(name))
    .executeTakeFirst();
}

/** The newest messages of a topic that match a condition, ascending. */
export async function newestInTopic(
  db: Db,
  topicId: TopicId,
  condition: Expression<SqlBool>,
  limit: number,
): Promise<MessageId[]> {
  const rows = await db
    .selectFrom("message")
    .select("id")
    .where("topic_id", "=", topicId)
    .where(condition)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id).reverse();
}

/** Which of these users still see a message of the topic under protected history; otherwise nothing is left to see. */
export async function seeingTopic(
  db: Db,
  channel: ChannelRow,
  topic: string,
  users: readonly UserId[],
): Promise<UserId[]> {
  if (!isHistoryProtected(channel)) return [];
  const { rows } = await sql<{ user_id: UserId }>`
    select distinct period.user_id from ${periods}
      join topic on topic.channel_id = period.channel_id and topic.name_key = ${fold(topic)}
    where period.channel_id = ${channel.id} and ${isAnyOf(db, "period.user_id", users)} and exists (
      select 1 from message where message.topic_id = topic.id and ${isInPeriod(sql.ref("message.id"))})`.execute(db);
  return rows.map((row) => row.user_id);
}
