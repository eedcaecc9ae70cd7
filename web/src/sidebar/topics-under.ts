/** The topics below a channel: a few unread ones and the open one. */
import { newestIn, type UnreadConversation } from "../inbox-order/unread.ts";

export interface TopicUnder {
  readonly key: string;
  readonly topic: string;
  /** The newest message, if known: determines the order. */
  readonly newestId: number | undefined;
  readonly count: number;
  readonly hasMention: boolean;
}

export interface TopicsUnder {
  readonly rows: readonly TopicUnder[];
  /** Unread messages in topics without a row. */
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
  // The open topic always has a row: if necessary, the last one.
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

/** A topic without known messages was just opened and comes first. */
const placeOf = ({ newestId = Number.POSITIVE_INFINITY }: TopicUnder): number => newestId;

function rowOf(unread: UnreadConversation): TopicUnder {
  const { key, conversation, messageIds, mentions } = unread;
  const topic = conversation.type === "topic" ? conversation.topic : "";
  return { key, topic, newestId: newestIn(unread), count: messageIds.length, hasMention: mentions > 0 };
}
