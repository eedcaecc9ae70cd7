import { type RefObject, useLayoutEffect } from "react";
import type { Enhancement } from "./changes.ts";

/** Applies an enhancement to a message before it is painted, and again when the message or what it looks different by changes. */
export function useEnhancement<Input>(
  body: RefObject<HTMLElement | null>,
  shown: string,
  enhance: Enhancement<Input>,
  input: Input,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes inside of the element
  useLayoutEffect(() => (body.current ? enhance(body.current, input) : undefined), [body, shown, enhance, input]);
}
