/** The message ids of a topic, for actions on the whole topic: an exact count or none. */
import { viewOf } from "@parley/client/views";
import { messages as messageOperations } from "@parley/server/contract";
import { topicNarrow } from "../address/narrow.ts";
import type { Session } from "../state/session.tsx";

/** Larger topics take too long to count. */
const MOST_COUNTED = 1000;

/** Ascending; undefined when there are too many to count. */
export async function idsInTopic(
  { connection, messages }: Session,
  channelId: number,
  topic: string,
): Promise<readonly number[] | undefined> {
  const narrow = topicNarrow(channelId, topic);
  const known = viewOf(messages, narrow).state;
  if (known.isOpened && known.isCurrent && known.foundOldest && known.foundNewest) return known.ids;
  const answer = await connection.call(messageOperations.getMessages, {
    narrow: narrow.map(({ operator, operand }) => ({ operator, operand: operand as number | string })),
    anchor: "newest",
    num_before: MOST_COUNTED,
    num_after: 0,
    apply_markdown: false,
    client_gravatar: true,
    allow_empty_topic_name: true,
  });
  return answer.found_oldest ? answer.messages.map(({ id }) => id) : undefined;
}
