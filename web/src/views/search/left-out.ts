/** Words that the server leaves out of a search, because they say nothing. */
import type { State } from "@parley/client";
import type { NarrowTerm } from "../../address/narrow.ts";

/** None where the search has nothing but such words: then they are what is searched for. */
export function leftOutOf(terms: readonly NarrowTerm[], { realm }: Pick<State, "realm">): readonly string[] {
  const stopWords = new Set(realm.stop_words ?? []);
  const operand = terms.find(({ operator }) => operator === "search")?.operand;
  if (typeof operand !== "string") return [];
  // What is in quotes is searched for as it stands.
  const words = operand
    .replaceAll(/"[^"]*"/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  const left = words.filter((word) => stopWords.has(word.toLowerCase()));
  return left.length === words.length && !operand.includes('"') ? [] : [...new Set(left)];
}
