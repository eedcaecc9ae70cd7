import { sql } from "kysely";
import { isHistoryProtected } from "../../channels/permissions.ts";
import type { Channel } from "../../channels/store.ts";
import type { MessageId } from "../../kernel/api/ids.ts";
import type { User } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { newestReceivedInTopic } from "../visibility.ts";

export interface SeenTopic {
  name: string;
  max_id: MessageId;
}

/**
 * Topics with a message that the user can see, in a channel they can read; newest first, as spelled in that message.
 */
export async function topicsSeen(db: Db, user: User, channel: Channel): Promise<SeenTopic[]> {
  if (isHistoryProtected(channel)) return topicsReceived(db, user, channel);
  return db
    .selectFrom("topic")
    .select(["name", "max_message_id as max_id"])
    .where("channel_id", "=", channel.id)
    .where("max_message_id", ">", 0)
    .orderBy("max_message_id", "desc")
    .execute();
}

/** One index lookup per topic and period, however many messages there are. */
async function topicsReceived(db: Db, user: User, channel: Channel): Promise<SeenTopic[]> {
  const { rows } = await sql<SeenTopic>`
    select message.subject as name, message.id as max_id
    from (select ${newestReceivedInTopic(user)} as id from topic where topic.channel_id = ${channel.id}) as newest
      join message on message.id = newest.id
    order by message.id desc`.execute(db);
  return rows;
}
