import type { navigationViews, ShapeOf } from "@parley/server/contract";
import { part, withEntry, withoutEntry } from "./part.ts";

export type NavigationView = ShapeOf<typeof navigationViews.viewFields>;

/** By fragment. */
export type NavigationViewsState = ReadonlyMap<string, NavigationView>;

export const navigationViewsPart = part<NavigationViewsState>({
  from: (snapshot) => new Map((snapshot.navigation_views ?? []).map((view) => [view.fragment, view])),

  apply(state, event) {
    if (event.type !== "navigation_view") return state;
    if (event.op === "add") {
      const view = event.navigation_view as NavigationView;
      return withEntry(state, view.fragment, view);
    }
    const fragment = event.fragment as string;
    if (event.op === "remove") return withoutEntry(state, fragment);
    const known = state.get(fragment);
    return known ? withEntry(state, fragment, { ...known, ...(event.data as Partial<NavigationView>) }) : state;
  },
});
