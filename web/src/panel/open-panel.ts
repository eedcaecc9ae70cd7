/** What the panel shows, including the pinned search; stored in this browser. */
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

/** Pins a search or a link's target beside the view. */
export function pinSearch(terms: readonly NarrowTerm[]): void {
  pinnedSearch.set(terms);
  openPanel("search");
}
