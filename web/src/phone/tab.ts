/** The open phone tab, besides views with an address. The history entry remembers it. */
import { useSyncExternalStore } from "react";
import { router } from "../state/place.ts";

export type PhoneTab = "channels" | "direct" | "search";

const KEY = "phoneTab";
const listeners = new Set<() => void>();

export function openTab(tab: PhoneTab | undefined): void {
  router.remember(KEY, tab);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const leave = router.subscribe(listener);
  listeners.add(listener);
  return () => {
    leave();
    listeners.delete(listener);
  };
}

export const usePhoneTab = (): PhoneTab | undefined =>
  useSyncExternalStore(subscribe, () => router.recall(KEY) as PhoneTab | undefined);
