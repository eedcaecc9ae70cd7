/** The conversation next to the open one, in sidebar order. */
import type { State } from "@parley/client";
import { type Conversation, type NarrowTerm, narrowOf } from "../address/narrow.ts";
import { directRows, sidebarFolders, topicRows } from "../inbox-order/sidebar.ts";
import { conversationKey, unreadConversations } from "../inbox-order/unread.ts";

interface NeighbourStep {
  readonly from: Conversation | undefined;
  readonly by: 1 | -1;
  readonly isUnread: boolean;
}

/** Wraps around. */
export function neighbour(state: State, { from, by, isUnread }: NeighbourStep): readonly NarrowTerm[] | undefined {
  const all = conversationsInOrder(state, from);
  const here = from && conversationKey(from);
  const unread = unreadConversations(state);
  const start = all.findIndex((each) => conversationKey(each) === here);
  for (let tried = 1; tried <= all.length; tried++) {
    const at = start < 0 && by < 0 ? all.length - tried : start + by * tried;
    const next = all[((at % all.length) + all.length) % all.length];
    if (!next) return undefined;
    const key = conversationKey(next);
    if (key !== here && (!isUnread || unread.has(key))) return narrowOf(next);
  }
  return undefined;
}

/** In sidebar order: direct messages, then the topics under each channel. */
function conversationsInOrder(state: State, open: Conversation | undefined): readonly Conversation[] {
  const direct = directRows(state, open).rows.map(({ conversation }) => conversation);
  const topics = sidebarFolders(state).flatMap(({ channels, inactive }) =>
    [...channels, ...inactive].flatMap(({ channelId }) =>
      topicRows(state, channelId, { open }).rows.map(({ conversation }) => conversation),
    ),
  );
  return [...direct, ...topics];
}
