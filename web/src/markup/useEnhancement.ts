import { type RefObject, useLayoutEffect } from "react";
import type { Enhancement } from "./changes.ts";

/** Applies an enhancement before paint, and again when the message or its input changes. */
export function useEnhancement<Input>(
  body: RefObject<HTMLElement | null>,
  shown: string,
  enhance: Enhancement<Input>,
  input: Input,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content changes inside the element
  useLayoutEffect(() => (body.current ? enhance(body.current, input) : undefined), [body, shown, enhance, input]);
}
