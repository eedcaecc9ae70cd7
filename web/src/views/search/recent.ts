/** Recent searches in this browser. */
import type { NarrowTerm } from "../../address/narrow.ts";
import { withSearch } from "../../search-language/recent.ts";
import { Remembered, useRemembered } from "../../state/remembered.ts";

const searches = new Remembered<readonly (readonly NarrowTerm[])[]>("searches", []);

export const noteSearch = (terms: readonly NarrowTerm[]): void => searches.set(withSearch(searches.get(), terms));
export const useRecentSearches = (): readonly (readonly NarrowTerm[])[] => useRemembered(searches);
