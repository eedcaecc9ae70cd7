/** The messages of a topic while a dialog is open; undefined until they are counted, or when there are too many. */
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
          // Without a number it moves all the same.
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
