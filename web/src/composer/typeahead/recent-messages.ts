/** The newest messages of a topic, to link to; fetched once while one is being chosen. */
import { messages as operations } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { topicNarrow } from "../../address/narrow.ts";
import { plainText } from "../../markup/plain-text.ts";
import { MOST_SUGGESTED } from "../../ranking/mentions.ts";
import { useSession } from "../../state/session.tsx";

export interface RecentMessage {
  readonly id: number;
  readonly senderId: number;
  readonly words: string;
}

const NONE: readonly RecentMessage[] = [];

export function useRecentMessages(channelId: number | undefined, topic: string): readonly RecentMessage[] {
  const { connection } = useSession();
  const [known, setKnown] = useState<{ readonly of: string; readonly messages: readonly RecentMessage[] }>();
  const of = `${channelId} ${topic.toLowerCase()}`;
  useEffect(() => {
    if (channelId === undefined) return;
    const wanted = new AbortController();
    const narrow = topicNarrow(channelId, topic).map(({ operator, operand }) => ({
      operator,
      operand: operand as number | string,
    }));
    const newest = { anchor: "newest", num_before: MOST_SUGGESTED, num_after: 0, client_gravatar: true };
    connection.call(operations.getMessages, { narrow, ...newest }, { signal: wanted.signal }).then(
      ({ messages }) =>
        setKnown({
          of,
          messages: messages
            .map(({ id, sender_id, content }) => ({ id, senderId: sender_id, words: plainText(content) }))
            .reverse(),
        }),
      // Without the list, the full id can be typed.
      () => {},
    );
    return () => wanted.abort();
  }, [connection, channelId, topic, of]);
  return known !== undefined && known.of === of ? known.messages : NONE;
}
