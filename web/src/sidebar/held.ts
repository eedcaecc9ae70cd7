/** Whether the pointer or the focus is in the sidebar: until it leaves, rows keep their order. */
import { createContext, useContext, useState } from "react";
import { isSameOrder, type Keyed, steadied } from "./order.ts";

const HeldContext = createContext(false);
export const HeldProvider = HeldContext.Provider;

/** `whenGone` returns what remains of a row that disappears while the reader is there. */
export function useSteady<T extends Keyed>(
  wanted: readonly T[],
  whenGone: (row: T) => T | undefined = () => undefined,
): readonly T[] {
  const isHeld = useContext(HeldContext);
  const [shown, setShown] = useState(wanted);
  const next = isHeld ? steadied(shown, wanted, whenGone) : wanted;
  if (!isSameOrder(next, shown)) setShown(next);
  return next;
}
