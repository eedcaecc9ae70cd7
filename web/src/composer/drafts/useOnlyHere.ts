/** Texts that were set down, for components. */
import { useSyncExternalStore } from "react";
import { useStore } from "../../state/store.ts";
import { desk } from "../desk.ts";
import type { Sheet } from "../sheet.ts";
import { onlyHere } from "./only-here.ts";

export const useSetDown = (): readonly Sheet[] => useSyncExternalStore(desk.subscribe, () => desk.setDown);

export function useOnlyHere(): readonly Sheet[] {
  const setDown = useSetDown();
  const drafts = useStore((state) => state.drafts);
  const ownId = useStore((state) => state.users.ownId);
  return onlyHere(setDown, drafts, ownId);
}
