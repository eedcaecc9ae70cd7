/** What the panel shows; kept in this browser, as the search is that was pinned to it. */
import type { NarrowTerm } from "../address/narrow.ts";
import { layout } from "../app/layout.ts";
import { Remembered } from "../state/remembered.ts";

export type PanelTab = "details" | "people" | "search";

export const panelTab = new Remembered<PanelTab>("panel.tab", "details");
export const pinnedSearch = new Remembered<readonly NarrowTerm[] | null>("panel.search", null);

export function openPanel(tab: PanelTab): void {
  panelTab.set(tab);
  layout.change({ isPanelOpen: true });
}

/** Keeps a search, or what a link leads to, beside whatever is read. */
export function pinSearch(terms: readonly NarrowTerm[]): void {
  pinnedSearch.set(terms);
  openPanel("search");
}
