/** The counts in the window title and icon, by the reader's preference. */
import type { State } from "@parley/client";
import { countsOf } from "../inbox-order/unread.ts";
import { settingsOf } from "../state/settings.ts";

export type Badge =
  | { readonly kind: "none" }
  /** Unread messages. */
  | { readonly kind: "dot" }
  /** The number of direct messages and mentions, and whether a mention is among them. */
  | { readonly kind: "count"; readonly count: number; readonly hasMention: boolean };

/** The values of `desktop_icon_count_display`. */
const COUNTED = { all: 1, concerningAndFollowed: 2, concerning: 3, nothing: 4 } as const;

type BadgeState = Pick<State, "unread" | "channels" | "topics" | "preferences" | "settings">;

/** The number in the title; omitted if it is inexact. */
export function titleCount(state: BadgeState): number {
  if (!countsOf(state).isComplete) return 0;
  switch (settingsOf(state as State).desktop_icon_count_display) {
    case COUNTED.all:
      return countsOf(state).total.unread;
    case COUNTED.concerningAndFollowed:
      return countsOf(state).concerning + countsOf(state).followed;
    case COUNTED.concerning:
      return countsOf(state).concerning;
    default:
      return 0;
  }
}

export function badgeOf(state: BadgeState): Badge {
  const display = settingsOf(state as State).desktop_icon_count_display;
  if (display === COUNTED.nothing) return { kind: "none" };
  const { concerning, followed, total, isComplete } = countsOf(state);
  if (!isComplete) return { kind: "dot" };
  const count = display === COUNTED.concerningAndFollowed ? concerning + followed : concerning;
  if (count > 0) return { kind: "count", count, hasMention: total.hasMention };
  return { kind: total.unread > 0 ? "dot" : "none" };
}

/** Equal as long as the icon is the same. */
export function badgeText(badge: Badge): string {
  if (badge.kind !== "count") return badge.kind;
  return `${badge.hasMention ? "mention" : "count"} ${Math.min(badge.count, 100)}`;
}
