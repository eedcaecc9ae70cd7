import type { Expression, SqlBool } from "kysely";
import type { MessageId, TopicId } from "../../api/ids.ts";
import { isAnyOf } from "../../db/dialect.ts";
import type { Db, Tx } from "../../db/handles.ts";

export async function removeMessages(tx: Tx, ids: readonly MessageId[]): Promise<void> {
  await tx
    .deleteFrom("message")
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

/** The newest messages of a topic that a condition lets through, ascending. */
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
