/** Filters and sorts the recent conversations. */
import type { RecentConversation, State } from "@parley/client";
import { isResolved } from "../../actions/resolved.ts";
import type { Conversation } from "../../address/narrow.ts";
import { derived } from "../../inbox-order/derived.ts";
import { isFollowed, isMuted } from "../../inbox-order/standing.ts";
import { conversationKey, unreadConversations } from "../../inbox-order/unread.ts";

export type RecentFilter = "unread" | "participated" | "followed" | "direct" | "muted" | "unresolved";
export type RecentSort = "time" | "unread";

export interface RecentPlace extends RecentConversation {
  /** In the form of addresses. */
  readonly place: Conversation;
}

/** The state that affects the rows; presence and typing do not. */
export type RecentFacts = Pick<State, "users" | "channels" | "topics" | "preferences" | "unread">;

const facts = derived(
  (
    users: State["users"],
    channels: State["channels"],
    topics: State["topics"],
    preferences: State["preferences"],
    unread: State["unread"],
  ): RecentFacts => ({ users, channels, topics, preferences, unread }),
);

export const recentFacts = ({ users, channels, topics, preferences, unread }: RecentFacts): RecentFacts =>
  facts(users, channels, topics, preferences, unread);

const placed = new WeakMap<RecentConversation, RecentPlace>();

/** Made once: a conversation is the same object until it changes. */
function placedOf(recent: RecentConversation): RecentPlace {
  const known = placed.get(recent) ?? { ...recent, place: placeOf(recent) };
  placed.set(recent, known);
  return known;
}

const placeOf = ({ conversation }: RecentConversation): Conversation =>
  conversation.type === "channel"
    ? { type: "topic", channelId: conversation.stream_id, topic: conversation.topic }
    : { type: "direct", userIds: conversation.user_ids };

/** The names that a conversation is found by. */
export function placeNames(place: Conversation, state: Pick<RecentFacts, "channels" | "users">): string {
  if (place.type === "direct") return place.userIds.map((id) => state.users.users.get(id)?.full_name ?? "").join(" ");
  return `${state.channels.channels.get(place.channelId)?.name ?? ""} ${place.topic}`;
}

export function filteredRecent(
  all: readonly RecentConversation[],
  filters: ReadonlySet<RecentFilter>,
  state: RecentFacts,
): RecentPlace[] {
  const unread = unreadConversations(state);
  const isWanted = ({ place, writers }: RecentPlace): boolean => {
    if (!filters.has("muted") && isMuted(state, place) && !((unread.get(conversationKey(place))?.mentions ?? 0) > 0))
      return false;
    if (filters.has("unread") && !unread.has(conversationKey(place))) return false;
    if (filters.has("participated") && !writers.has(state.users.ownId)) return false;
    if (filters.has("followed") && !isFollowed(state, place)) return false;
    if (filters.has("direct") && place.type !== "direct") return false;
    return !(filters.has("unresolved") && place.type === "topic" && isResolved(place.topic));
  };
  return all.map(placedOf).filter(isWanted);
}

export function sortedRecent(
  rows: readonly RecentPlace[],
  sort: RecentSort,
  state: RecentFacts,
): readonly RecentPlace[] {
  if (sort === "time") return rows;
  const unread = unreadConversations(state);
  const count = ({ place }: RecentPlace) => unread.get(conversationKey(place))?.messageIds.length ?? 0;
  return rows.toSorted((a, b) => count(b) - count(a) || b.newestId - a.newestId);
}
