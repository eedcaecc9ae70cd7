/** The message ids of a topic while a dialog is open; undefined until they are counted, or if there are too many. */
import { useEffect, useState } from "react";
import { useSession } from "../../state/session.tsx";
import { idsInTopic } from "../topic-ids.ts";

const AFTER_TYPING_MS = 250;

export function useTopicIds(channelId: number, topic: string, isWanted = true): readonly number[] | undefined {
  const session = useSession();
  const key = `${channelId} ${topic}`;
  const [known, setKnown] = useState<{ key: string; ids: readonly number[] | undefined }>();
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    const timer = setTimeout(
      () =>
        idsInTopic(session, channelId, topic).then(
          (ids) => isHere && setKnown({ key, ids }),
          // The move works without a count.
          () => {},
        ),
      AFTER_TYPING_MS,
    );
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [session, channelId, topic, key, isWanted]);
  return known?.key === key ? known.ids : undefined;
}
