/** The field that a search is written in. */
import type { NarrowTerm } from "../../address/narrow.ts";

export function SearchField(_: { readonly terms: readonly NarrowTerm[] }) {
  return null;
}
