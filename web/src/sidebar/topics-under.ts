/** The topics that stand under a channel: the unread ones and the one that is open, a few of them. */
import { newestIn } from "../inbox-order/inbox.ts";
import type { UnreadConversation } from "../inbox-order/unread.ts";

export interface TopicUnder {
  readonly key: string;
  readonly topic: string;
  readonly count: number;
  readonly hasMention: boolean;
}

export interface TopicsUnder {
  readonly rows: readonly TopicUnder[];
  /** Unread in topics that have no row. */
  readonly hiddenUnread: number;
}

export const MOST_TOPICS = 5;

interface Open {
  readonly key: string;
  readonly topic: string;
  /** Its newest message, where that is known: its place among the others. */
  readonly newestId: number | undefined;
}

/** `unread` is newest first. Muted topics have no row unless they are open or mention the reader. */
export function topicsUnder(
  unread: readonly UnreadConversation[],
  open: Open | undefined,
  most: number = MOST_TOPICS,
): TopicsUnder {
  const heard = unread.filter(({ isMuted, mentions, key }) => !isMuted || mentions > 0 || key === open?.key);
  const rows = heard.map((each) => ({ ...rowOf(each), newestId: newestIn(each) }));
  if (open && !rows.some(({ key }) => key === open.key)) {
    const { key, topic, newestId = Number.POSITIVE_INFINITY } = open;
    rows.push({ key, topic, count: 0, hasMention: false, newestId });
    rows.sort((a, b) => b.newestId - a.newestId);
  }
  // The open one always has a row: it takes the last place where it would have none.
  const shown = rows.slice(0, most);
  const openRow = open && rows.find(({ key }) => key === open.key);
  if (openRow && !shown.includes(openRow)) shown.splice(most - 1, 1, openRow);
  const isShown = new Set(shown.map(({ key }) => key));
  const hidden = heard.filter(({ key }) => !isShown.has(key));
  return {
    rows: shown.map(({ newestId: _, ...row }) => row),
    hiddenUnread: hidden.reduce((sum, { messageIds }) => sum + messageIds.length, 0),
  };
}

function rowOf({ key, conversation, messageIds, mentions }: UnreadConversation): TopicUnder {
  const topic = conversation.type === "topic" ? conversation.topic : "";
  return { key, topic, count: messageIds.length, hasMention: mentions > 0 };
}
