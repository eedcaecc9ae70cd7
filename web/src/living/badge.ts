/** The counts in the window title and icon, by the reader's preference. */
import type { State } from "@parley/client";
import { countsOf, unreadConversations } from "../inbox-order/unread.ts";
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
      return countsOf(state).concerning + followedUnread(state);
    case COUNTED.concerning:
      return countsOf(state).concerning;
    default:
      return 0;
  }
}

/** Unread messages in followed topics that are not mentions. */
function followedUnread(state: BadgeState): number {
  let count = 0;
  for (const { isFollowed, messageIds, mentions } of unreadConversations(state).values())
    if (isFollowed) count += messageIds.length - mentions;
  return count;
}

export function badgeOf(state: BadgeState): Badge {
  const display = settingsOf(state as State).desktop_icon_count_display;
  if (display === COUNTED.nothing) return { kind: "none" };
  const { concerning, total, isComplete } = countsOf(state);
  if (!isComplete) return { kind: "dot" };
  const count = display === COUNTED.concerningAndFollowed ? concerning + followedUnread(state) : concerning;
  if (count > 0) return { kind: "count", count, hasMention: total.hasMention };
  return { kind: total.unread > 0 ? "dot" : "none" };
}

/** Equal as long as the icon is the same. */
export function badgeText(badge: Badge): string {
  if (badge.kind !== "count") return badge.kind;
  return `${badge.hasMention ? "mention" : "count"} ${Math.min(badge.count, 100)}`;
}
