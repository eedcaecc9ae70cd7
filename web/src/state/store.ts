/** Reads the store: a component renders again only when its selection changes. */
import type { State } from "@parley/client";
import { useSyncExternalStore } from "react";
import { useSession } from "./session.tsx";

/** The selection must be the same object while unchanged: a part of the state, or a memoized derivation. */
export function useStore<T>(select: (state: State) => T): T {
  const { store } = useSession();
  return useSyncExternalStore(
    (listener) => store.onChange(listener),
    () => select(store.state),
  );
}
