/** Unread messages in the form the sidebar needs. */
import type { State } from "@parley/client";
import { derived } from "../inbox-order/derived.ts";
import { type InboxSection, inboxSections, newestIn, rowsInOrder } from "../inbox-order/inbox.ts";
import { type UnreadConversation, unreadConversations } from "../inbox-order/unread.ts";

type Conversations = ReadonlyMap<string, UnreadConversation>;
type InboxState = Parameters<typeof inboxSections>[0];

const byChannel = derived((conversations: Conversations): ReadonlyMap<number, readonly UnreadConversation[]> => {
  const topics = new Map<number, UnreadConversation[]>();
  for (const row of conversations.values()) {
    if (row.conversation.type !== "topic") continue;
    const { channelId } = row.conversation;
    const known = topics.get(channelId);
    if (known) known.push(row);
    else topics.set(channelId, [row]);
  }
  for (const rows of topics.values()) rows.sort((a, b) => newestIn(b) - newestIn(a));
  return topics;
});

/** The unread topics of each channel, newest first. */
export const unreadTopics = (state: Pick<State, "unread" | "channels" | "topics" | "preferences">) =>
  byChannel(unreadConversations(state));

const inInbox = derived((sections: readonly InboxSection[]): number =>
  rowsInOrder(sections).reduce((sum, { messageIds }) => sum + messageIds.length, 0),
);

/** The number of conversations in the Inbox. */
export const inboxCount = (state: InboxState): number => inInbox(inboxSections(state));

const mentioning = derived((conversations: Conversations): number => {
  let sum = 0;
  for (const { mentions } of conversations.values()) sum += mentions;
  return sum;
});

export const mentionCount = (state: InboxState): number => mentioning(unreadConversations(state));
