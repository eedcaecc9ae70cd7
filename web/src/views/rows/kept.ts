/** Choices of a list that are kept in this browser: filters, and what is folded. */
import { useState } from "react";

export function useKept<T>(name: string, initial: T): [T, (next: T) => void] {
  const key = `parley.${name}`;
  const [value, setValue] = useState<T>(() => {
    try {
      return { value: initial, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as { value?: T }) }.value;
    } catch {
      return initial;
    }
  });
  const keep = (next: T) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify({ value: next }));
    } catch {
      // A browser that keeps nothing begins anew next time.
    }
  };
  return [value, keep];
}
