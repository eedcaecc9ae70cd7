/** The topics that stand under a channel: the unread ones and the one that is open, a few of them. */
import { newestIn } from "../inbox-order/inbox.ts";
import type { UnreadConversation } from "../inbox-order/unread.ts";

export interface TopicUnder {
  readonly key: string;
  readonly topic: string;
  /** Its newest message, where that is known: its place among the others. */
  readonly newestId: number | undefined;
  readonly count: number;
  readonly hasMention: boolean;
}

export interface TopicsUnder {
  readonly rows: readonly TopicUnder[];
  /** Unread in topics that have no row. */
  readonly hiddenUnread: number;
}

const MOST_TOPICS = 5;

type Open = Pick<TopicUnder, "key" | "topic" | "newestId">;

/** `unread` is newest first. Muted topics have no row unless they are open or mention the reader. */
export function topicsUnder(
  unread: readonly UnreadConversation[],
  open: Open | undefined,
  most: number = MOST_TOPICS,
): TopicsUnder {
  const heard = unread.filter(({ isMuted, mentions, key }) => !isMuted || mentions > 0 || key === open?.key);
  const rows = heard.map(rowOf);
  if (open && !rows.some(({ key }) => key === open.key)) {
    rows.push({ ...open, count: 0, hasMention: false });
    rows.sort((a, b) => placeOf(b) - placeOf(a));
  }
  // The open one always has a row: it takes the last place where it would have none.
  const shown = rows.slice(0, most);
  const openRow = open && rows.find(({ key }) => key === open.key);
  if (openRow && !shown.includes(openRow)) shown.splice(most - 1, 1, openRow);
  const isShown = new Set(shown.map(({ key }) => key));
  const hidden = heard.filter(({ key }) => !isShown.has(key));
  return {
    rows: shown,
    hiddenUnread: hidden.reduce((sum, { messageIds }) => sum + messageIds.length, 0),
  };
}

/** What was just opened stands first. */
const placeOf = ({ newestId = Number.POSITIVE_INFINITY }: TopicUnder): number => newestId;

function rowOf(unread: UnreadConversation): TopicUnder {
  const { key, conversation, messageIds, mentions } = unread;
  const topic = conversation.type === "topic" ? conversation.topic : "";
  return { key, topic, newestId: newestIn(unread), count: messageIds.length, hasMention: mentions > 0 };
}
