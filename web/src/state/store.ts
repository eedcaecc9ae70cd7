/** Reading the store: a component is drawn again only when what it selected has changed. */
import type { State } from "@parley/client";
import { useSyncExternalStore } from "react";
import { useSession } from "./session.tsx";

/** What is selected must be the same object while it is unchanged: a part of the state, or derived from it once. */
export function useStore<T>(select: (state: State) => T): T {
  const { store } = useSession();
  return useSyncExternalStore(
    (listener) => store.onChange(listener),
    () => select(store.state),
  );
}
