/** Starts messages from keys, menus and buttons anywhere. Shows nothing by itself. */
import { useEffect, useLayoutEffect } from "react";
import type { Address } from "../address/address.ts";
import { onlyHereCount } from "./drafts/only-here-count.ts";
import { useOnlyHere } from "./drafts/useOnlyHere.ts";
import { isReadyToWrite } from "./ready.ts";
import { useComposing } from "./useComposing.ts";

export function Composing({ address }: { readonly address: Address }) {
  useComposing(address);
  const { length } = useOnlyHere();
  useEffect(() => onlyHereCount.set(length), [length]);
  // After the effects above, and those of `KeepingDrafts`: the desk has its texts, and its commands are bound.
  useLayoutEffect(isReadyToWrite, []);
  return null;
}
