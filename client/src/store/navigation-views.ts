import type { navigationViews, ShapeOf } from "@parley/server/contract";
import { part, withChanges, withEntry, withoutEntry } from "./part.ts";

export type NavigationView = ShapeOf<typeof navigationViews.viewFields>;

/** By fragment. */
export type NavigationViewsState = ReadonlyMap<string, NavigationView>;

export const navigationViewsPart = part<NavigationViewsState>({
  from: (snapshot) => new Map((snapshot.navigation_views ?? []).map((view) => [view.fragment, view])),

  on: {
    navigation_view: {
      add: (state, { navigation_view }) => withEntry(state, navigation_view.fragment, navigation_view),
      update: (state, { fragment, data }) => withChanges(state, fragment, data),
      remove: (state, { fragment }) => withoutEntry(state, fragment),
    },
  },
});
