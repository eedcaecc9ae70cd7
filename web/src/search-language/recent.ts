/** Recent searches, for suggestions. */
import { conditionsOf, isSameNarrow, type NarrowTerm } from "../address/narrow.ts";

const KEPT = 20;

/** Moves a search to the front; each appears once, whatever the order of its chips. */
export function withSearch(
  recent: readonly (readonly NarrowTerm[])[],
  made: readonly NarrowTerm[],
): readonly (readonly NarrowTerm[])[] {
  const search = conditionsOf(made);
  if (search.length === 0) return recent;
  return [search, ...recent.filter((other) => !isSameNarrow(other, search))].slice(0, KEPT);
}
