/** What of the sidebar is folded; kept in this browser. */
import { Remembered, useRemembered } from "../state/remembered.ts";

const folded = new Remembered<Readonly<Record<string, boolean>>>("sidebar.folded", {});

/** Whether it is folded, and what folds it. Some things are folded until they are opened. */
export function useFolded(id: string, isFoldedAtFirst = false): [isFolded: boolean, fold: (isFolded: boolean) => void] {
  const isFolded = useRemembered(folded)[id] ?? isFoldedAtFirst;
  return [isFolded, (next) => folded.set({ ...folded.get(), [id]: next })];
}
