/** Where people begin who have just joined. */
import { subscribedPairs } from "../../channels/subscriptions/store.ts";
import type { UserId } from "../../kernel/api/ids.ts";
import type { OpenContext } from "../../kernel/context.ts";
import { topicPath } from "../../text/notices/markup.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";

const DAY = 86_400;

/** On an organization's first day, in the topic that introduces it: there is little else yet, and the others are there. */
export async function whereToBegin(
  { db, realm, now }: Pick<OpenContext, "db" | "realm" | "now">,
  userId: UserId,
): Promise<string> {
  if (now - realm.date_created > DAY) return "/";
  const { topic } = noticesIn(realm.settings.default_language).firstSteps;
  const channel = await db
    .selectFrom("channel")
    .innerJoin("message", "message.recipient_id", "channel.recipient_id")
    .select(["channel.id", "channel.name"])
    .where("channel.id", "=", realm.settings.new_stream_announcements_stream_id)
    .where("message.subject", "=", topic)
    .limit(1)
    .executeTakeFirst();
  const isSubscribed = channel && (await subscribedPairs(db, [userId], [channel.id])).length > 0;
  return isSubscribed ? topicPath(channel, topic) : "/";
}
