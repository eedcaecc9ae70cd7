/** Which sidebar sections are collapsed; stored in this browser. */
import { Remembered, useRemembered } from "../state/remembered.ts";

const folded = new Remembered<Readonly<Record<string, boolean>>>("sidebar.folded", {});

/** Whether a section is collapsed, and a toggle. Some are collapsed at first. */
export function useFolded(id: string, isFoldedAtFirst = false): [isFolded: boolean, fold: (isFolded: boolean) => void] {
  const isFolded = useRemembered(folded)[id] ?? isFoldedAtFirst;
  return [isFolded, (next) => folded.set({ ...folded.get(), [id]: next })];
}
