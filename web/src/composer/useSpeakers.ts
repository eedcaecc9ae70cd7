/** Recent senders in the conversation: the people most likely to be mentioned. */
import { viewOf } from "@parley/client/views";
import { useSyncExternalStore } from "react";
import { useCachedMessages } from "../state/cached-messages.ts";
import { useSession } from "../state/session.tsx";
import { narrowOfTarget, type Target } from "./target.ts";

const LATELY = 50;
const NOTHING: readonly number[] = [];

export function useSpeakers(target: Target): ReadonlySet<number> {
  const { messages } = useSession();
  const narrow = narrowOfTarget(target);
  const view = narrow ? viewOf(messages, narrow as never) : undefined;
  const state = useSyncExternalStore(
    (listener) => view?.onChange(listener) ?? (() => {}),
    () => view?.state,
  );
  const known = useCachedMessages(state?.ids.slice(-LATELY) ?? NOTHING);
  return new Set([...known.values()].map(({ sender_id }) => sender_id));
}
