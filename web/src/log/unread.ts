/** The unread messages in a log. */
import type { MessageCache, State } from "@parley/client";
import { type Conversation, channelOf, conversationOf, type NarrowTerm } from "../address/narrow.ts";
import { conversationKey, unreadConversations, unreadOf } from "../inbox-order/unread.ts";
import type { Notice } from "./rows.ts";

const NONE: readonly number[] = [];

/** The ids of a conversation's unread messages, ascending. */
const unreadInConversation = (state: State, conversation: Conversation): readonly number[] =>
  unreadConversations(state).get(conversationKey(conversation))?.messageIds ?? NONE;

/** The known unread messages of a conversation, a channel or a feed. A feed leaves out muted ones. */
export function unreadIn(terms: readonly NarrowTerm[], state: State): readonly number[] {
  const conversation = conversationOf(terms);
  if (conversation) return unreadInConversation(state, conversation);
  const channelId = channelOf(terms);
  const rows =
    channelId === undefined
      ? [...unreadConversations(state).values()].filter((row) => !row.isMuted)
      : unreadOf(state, channelId);
  return rows.flatMap(({ messageIds }) => messageIds);
}

export const isUnread = (messages: MessageCache, id: number): boolean =>
  messages.message(id)?.flags.includes("read") === false;

interface OpenedLog {
  readonly ids: readonly number[];
  readonly firstUnread: number | undefined;
  readonly foundNewest: boolean;
}

/** The rule when a log opens. An inexact number is omitted. */
export function ruleFor(
  terms: readonly NarrowTerm[],
  { ids, firstUnread, foundNewest }: OpenedLog,
  { messages, state }: { messages: MessageCache; state: State },
): Notice | undefined {
  const conversation = conversationOf(terms);
  if (conversation) {
    const unread = unreadInConversation(state, conversation);
    const at = firstUnread ?? unread[0];
    if (at === undefined) return undefined;
    return { at, count: state.unread.isIncomplete ? 0 : unread.filter((id) => id >= at).length };
  }
  const waiting = ids.filter((id) => isUnread(messages, id));
  const at = firstUnread ?? waiting[0];
  if (at === undefined) return undefined;
  return { at, count: foundNewest ? waiting.filter((id) => id >= at).length : 0 };
}
