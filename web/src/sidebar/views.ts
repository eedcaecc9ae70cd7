/** The sidebar's views: built-in ones and saved searches. */
import type { State } from "@parley/client";
import type { Address } from "../address/address.ts";
import { parseFragment } from "../address/fragment.ts";
import type { IconName } from "../parts/Sprite.tsx";
import type { TextKey } from "../text/text.ts";

interface BuiltIn {
  readonly fragment: string;
  readonly name: TextKey;
  readonly icon: IconName;
  readonly isPinned: boolean;
}

export const BUILT_IN_VIEWS: readonly BuiltIn[] = [
  { fragment: "inbox", name: "views.inbox", icon: "inbox", isPinned: true },
  { fragment: "recent", name: "views.recent", icon: "recent", isPinned: true },
  { fragment: "feed", name: "views.feed", icon: "feed", isPinned: true },
  { fragment: "narrow/is/mentioned", name: "views.mentions", icon: "at", isPinned: true },
  { fragment: "narrow/is/starred", name: "views.starred", icon: "star", isPinned: false },
  { fragment: "drafts", name: "views.drafts", icon: "draft", isPinned: true },
  { fragment: "scheduled", name: "views.scheduled", icon: "clock", isPinned: false },
  { fragment: "reminders", name: "views.reminders", icon: "bell", isPinned: false },
  { fragment: "narrow/has/reaction/sender/me", name: "views.reactions", icon: "react", isPinned: false },
];

export interface SidebarView {
  readonly fragment: string;
  readonly icon: IconName;
  readonly isPinned: boolean;
  /** A text key for built-in views, otherwise the reader's name for it. */
  readonly name: { readonly key: TextKey } | { readonly text: string };
}

let last: { readonly views: State["navigationViews"]; readonly shown: readonly SidebarView[] } | undefined;

/** Built-in ones in order, then saved searches by name. Memoized: returns one object while nothing in it changes. */
export function sidebarViews({ navigationViews }: Pick<State, "navigationViews">): readonly SidebarView[] {
  if (last?.views !== navigationViews) last = { views: navigationViews, shown: viewsOf(navigationViews) };
  return last.shown;
}

function viewsOf(chosen: State["navigationViews"]): SidebarView[] {
  const builtIn = BUILT_IN_VIEWS.map(({ fragment, name, icon, isPinned }) => ({
    fragment,
    icon,
    isPinned: chosen.get(fragment)?.is_pinned ?? isPinned,
    name: { key: name },
  }));
  const isBuiltIn = new Set(BUILT_IN_VIEWS.map(({ fragment }) => fragment));
  const saved = [...chosen.values()].filter(({ fragment }) => !isBuiltIn.has(fragment));
  const custom = saved.map(({ fragment, name, is_pinned }) => ({
    fragment,
    icon: "search" as const,
    isPinned: is_pinned,
    name: { text: name ?? fragment },
  }));
  custom.sort((a, b) => a.name.text.localeCompare(b.name.text));
  return [...builtIn, ...custom];
}

/** Saved addresses may use older spellings, or be invalid by now. */
export const addressOfView = (fragment: string, state: State): Address | undefined => parseFragment(fragment, state);
