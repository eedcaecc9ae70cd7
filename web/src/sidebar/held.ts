/** Whether the pointer or the focus is in the sidebar: while it is, no order changes. */
import { createContext, useContext, useState } from "react";
import { isSameOrder, type Keyed, steadied } from "./order.ts";

const HeldContext = createContext(false);
export const HeldProvider = HeldContext.Provider;

/** `whenGone` says what is left of a row that is not wanted any more, until the reader has gone. */
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
