/** The contents of an Inbox row, from the messages the client has. */
import { type State, topicKey } from "@parley/client";
import type { Conversation } from "../address/narrow.ts";
import type { UnreadConversation } from "./unread.ts";

/** The message data needed; undefined when the client does not have it. */
export type MessageLookup = (id: number) => KnownMessage | undefined;

export interface KnownMessage {
  readonly sender_id: number;
  readonly timestamp: number;
  /** The topic in its author's spelling. */
  readonly subject: string;
}

const MOST_PEOPLE = 3;

/** The topic's spelling: from its newest message, from the reader's settings for it, or from the store. */
export function topicName(
  { conversation, messageIds }: Pick<UnreadConversation, "conversation" | "messageIds">,
  messages: MessageLookup,
  { topics }: Pick<State, "topics">,
): string {
  if (conversation.type === "direct") return "";
  for (const id of messageIds.toReversed()) {
    const message = messages(id);
    if (message) return message.subject;
  }
  const { channelId, topic } = conversation;
  return topics.policies.get(topicKey(channelId, topic))?.topic_name ?? topic;
}

/** The conversation with its topic spelled correctly, for links and drafts. */
export function spelled(
  row: Pick<UnreadConversation, "conversation" | "messageIds">,
  messages: MessageLookup,
  state: Pick<State, "topics">,
): Conversation {
  const { conversation } = row;
  return conversation.type === "topic" ? { ...conversation, topic: topicName(row, messages, state) } : conversation;
}

/** Up to three senders of the unread messages, most recent first. */
export function writers({ messageIds }: UnreadConversation, messages: MessageLookup): number[] {
  const found = new Set<number>();
  for (const id of messageIds.toReversed()) {
    const message = messages(id);
    if (message) found.add(message.sender_id);
    if (found.size === MOST_PEOPLE) break;
  }
  return [...found];
}
