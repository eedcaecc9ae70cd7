/** The topics of a channel, newest first, as the server lists them; asked for once while one writes there. */
import { topics as topicOperations } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { useSession } from "../../state/session.tsx";

const NONE: readonly string[] = [];

export function useTopicsOf(channelId: number | undefined, isWanted: boolean): readonly string[] {
  const { connection } = useSession();
  const [known, setKnown] = useState<{ readonly of: number; readonly names: readonly string[] }>();
  useEffect(() => {
    if (channelId === undefined || !isWanted) return;
    const wanted = new AbortController();
    const asked = { stream_id: channelId as never, allow_empty_topic_name: true };
    connection.call(topicOperations.getTopics, asked, { signal: wanted.signal }).then(
      ({ topics }) => setKnown({ of: channelId, names: topics.map(({ name }) => name) }),
      // Without the list a topic is typed in full.
      () => {},
    );
    return () => wanted.abort();
  }, [connection, channelId, isWanted]);
  return known !== undefined && known.of === channelId ? known.names : NONE;
}
