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

/** Topics in which the user, who may read the channel, sees a message; newest first, in the spelling of that message. */
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

/** One look into the index for each topic and each time the user was subscribed, however many messages there are. */
async function topicsReceived(db: Db, user: User, channel: Channel): Promise<SeenTopic[]> {
  const { rows } = await sql<SeenTopic>`
    select message.subject as name, message.id as max_id
    from (select ${newestReceivedInTopic(user)} as id from topic where topic.channel_id = ${channel.id}) as newest
      join message on message.id = newest.id
    order by message.id desc`.execute(db);
  return rows;
}
