/** Messages that may or may not be cached. */
import type { Message } from "@parley/client";
import { useRef, useSyncExternalStore } from "react";
import { useSession } from "./session.tsx";

const nothing = () => {};

export function useMaybeMessage(id: number | undefined): Message | undefined {
  const { messages } = useSession();
  return useSyncExternalStore(
    (listener) => (id === undefined ? nothing : messages.onMessage(id, listener)),
    () => (id === undefined ? undefined : messages.message(id)),
  );
}

/** The cached ones among these messages, by id; a new map when one of them changes. */
export function useCachedMessages(ids: readonly number[]): ReadonlyMap<number, Message> {
  const { messages } = useSession();
  const last = useRef<ReadonlyMap<number, Message>>(new Map());
  return useSyncExternalStore(
    (listener) => messages.onChange(listener),
    () => {
      const known = ids.flatMap((id): [number, Message][] => {
        const message = messages.message(id);
        return message ? [[id, message]] : [];
      });
      const isSame =
        known.length === last.current.size && known.every(([id, message]) => last.current.get(id) === message);
      if (!isSame) last.current = new Map(known);
      return last.current;
    },
  );
}
