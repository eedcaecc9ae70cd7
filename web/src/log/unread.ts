/** The unread messages in a log. */
import { type Conversation, conversationKey, type MessageCache, type State } from "@parley/client";
import { channelOf, conversationOf as conversationIn, type NarrowTerm } from "../address/narrow.ts";
import { type UnreadConversation, unreadConversations } from "../inbox-order/unread.ts";
import type { Notice } from "./rows.ts";

/** The ids of a conversation's unread messages, ascending. */
function unreadOf({ unread }: Pick<State, "unread">, conversation: Conversation): number[] {
  const key = conversationKey(conversation);
  const found: number[] = [];
  for (const [id, place] of unread.messages) {
    const isHere =
      place.type === "private"
        ? conversation.type === "direct" && place.user_ids.join() === conversation.user_ids.join()
        : conversation.type === "channel" &&
          place.stream_id === conversation.stream_id &&
          conversationKey({ type: "channel", stream_id: place.stream_id, topic: place.topic }) === key;
    if (isHere) found.push(id);
  }
  return found.sort((a, b) => a - b);
}

/** The conversation of a narrow, in the client's format. */
function namedConversation(terms: readonly NarrowTerm[]): Conversation | undefined {
  const named = conversationIn(terms);
  if (named?.type === "topic") return { type: "channel", stream_id: named.channelId, topic: named.topic };
  return named && { type: "direct", user_ids: named.userIds };
}

/** The known unread messages of a conversation, a channel or a feed. A feed leaves out muted ones. */
export function unreadIn(terms: readonly NarrowTerm[], state: State): readonly number[] {
  const conversation = namedConversation(terms);
  if (conversation) return unreadOf(state, conversation);
  const channelId = channelOf(terms);
  const isMeant = ({ conversation: each, isMuted }: UnreadConversation) =>
    channelId === undefined ? !isMuted : each.type === "topic" && each.channelId === channelId;
  return [...unreadConversations(state).values()].filter(isMeant).flatMap(({ messageIds }) => messageIds);
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
  const conversation = namedConversation(terms);
  if (conversation) {
    const unread = unreadOf(state, conversation);
    const at = firstUnread ?? unread[0];
    if (at === undefined) return undefined;
    return { at, count: state.unread.isIncomplete ? 0 : unread.filter((id) => id >= at).length };
  }
  const waiting = ids.filter((id) => isUnread(messages, id));
  const at = firstUnread ?? waiting[0];
  if (at === undefined) return undefined;
  return { at, count: foundNewest ? waiting.filter((id) => id >= at).length : 0 };
}
