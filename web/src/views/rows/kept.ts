/** A list's filters and collapsed sections, stored in this browser. */
import { useState } from "react";
import { keep, recall } from "../../state/keeping.ts";

export function useKept<T>(name: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => ({ value: initial, ...recall<{ value?: T }>(name) }).value);
  const change = (next: T) => {
    setValue(next);
    keep(name, { value: next });
  };
  return [value, change];
}
