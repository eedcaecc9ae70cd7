/** Common words that the server ignores in a search. */
import type { State } from "@parley/client";
import type { NarrowTerm } from "../../address/narrow.ts";

/** None if the search has only such words: then they are searched for. */
export function leftOutOf(terms: readonly NarrowTerm[], { realm }: Pick<State, "realm">): readonly string[] {
  const stopWords = new Set(realm.stop_words ?? []);
  const operand = terms.find(({ operator }) => operator === "search")?.operand;
  if (typeof operand !== "string") return [];
  // Quoted text is searched for as it is.
  const words = operand
    .replaceAll(/"[^"]*"/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  const left = words.filter((word) => stopWords.has(word.toLowerCase()));
  return left.length === words.length && !operand.includes('"') ? [] : [...new Set(left)];
}
