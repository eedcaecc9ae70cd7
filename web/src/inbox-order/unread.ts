/** Unread messages by conversation, channel and folder. Counts are exact; muted messages are counted separately. */
import { type State, topicKey } from "@parley/client";
import type { Conversation } from "../address/narrow.ts";
import { derived } from "./derived.ts";
import { isFollowed, isMuted } from "./standing.ts";

export interface UnreadConversation {
  readonly key: string;
  /** The topic as first spelled; `topicName` gives the current spelling. */
  readonly conversation: Conversation;
  /** Ascending. */
  readonly messageIds: readonly number[];
  /** How many of them mention the reader. */
  readonly mentions: number;
  readonly isMuted: boolean;
  readonly isFollowed: boolean;
  /** The messages of a row that stays visible after being read. */
  readonly readIds?: readonly number[];
}

/** Identifies a conversation, ignoring the case of its topic. */
export const conversationKey = (conversation: Conversation): string =>
  conversation.type === "topic"
    ? topicKey(conversation.channelId, conversation.topic)
    : `dm:${conversation.userIds.join()}`;

type Unread = State["unread"];
type UnreadPlace = Unread["messages"] extends ReadonlyMap<number, infer P> ? P : never;

const conversationAt = (place: UnreadPlace): Conversation =>
  place.type === "stream"
    ? { type: "topic", channelId: place.stream_id, topic: place.name }
    : { type: "direct", userIds: place.user_ids };

/** The store has one object for many messages, so its conversation is computed once for all of them. */
const placed = new WeakMap<UnreadPlace, { readonly key: string; readonly conversation: Conversation }>();

function conversationOf(place: UnreadPlace) {
  const known = placed.get(place);
  if (known) return known;
  const conversation = conversationAt(place);
  const made = { key: conversationKey(conversation), conversation };
  placed.set(place, made);
  return made;
}

const grouped = derived((messages: Unread["messages"], mentions: Unread["mentions"]) => {
  const groups = new Map<string, { conversation: Conversation; ids: number[]; mentions: number }>();
  for (const [id, place] of messages) {
    const { key, conversation } = conversationOf(place);
    let group = groups.get(key);
    if (!group) {
      group = { conversation, ids: [], mentions: 0 };
      groups.set(key, group);
    }
    group.ids.push(id);
    if (mentions.has(id)) group.mentions += 1;
  }
  // Messages marked unread again come after newer ones in the store.
  for (const { ids } of groups.values()) ids.sort((a, b) => a - b);
  return groups;
});

type UnreadState = Pick<State, "unread" | "channels" | "topics" | "preferences">;

const standing = derived(
  (
    messages: Unread["messages"],
    mentions: Unread["mentions"],
    channels: State["channels"],
    topics: State["topics"],
    preferences: State["preferences"],
  ): ReadonlyMap<string, UnreadConversation> => {
    const state = { channels, topics, preferences };
    const found = new Map<string, UnreadConversation>();
    for (const [key, { conversation, ids, mentions: count }] of grouped(messages, mentions))
      found.set(key, {
        key,
        conversation,
        messageIds: ids,
        mentions: count,
        isMuted: isMuted(state, conversation),
        isFollowed: isFollowed(state, conversation),
      });
    return found;
  },
);

/** Every conversation with unread messages, by key. */
export const unreadConversations = ({ unread, channels, topics, preferences }: UnreadState) =>
  standing(unread.messages, unread.mentions, channels, topics, preferences);

/** A count as a row shows it. */
export interface Count {
  readonly unread: number;
  /** Shown grey, and never added to a parent's count. */
  readonly muted: number;
  readonly hasMention: boolean;
}

export const NOTHING_UNREAD: Count = { unread: 0, muted: 0, hasMention: false };

function plus(count: Count, { messageIds, mentions, isMuted }: UnreadConversation): Count {
  return {
    unread: count.unread + (isMuted ? 0 : messageIds.length),
    muted: count.muted + (isMuted ? messageIds.length : 0),
    hasMention: count.hasMention || mentions > 0,
  };
}

export const countOf = (row: UnreadConversation | undefined): Count =>
  row ? plus(NOTHING_UNREAD, row) : NOTHING_UNREAD;

export interface Counts {
  readonly channels: ReadonlyMap<number, Count>;
  readonly direct: Count;
  /** Of everything. */
  readonly total: Count;
  /** Direct messages and mentions, including muted ones. */
  readonly concerning: number;
  /** False if the server did not list older unread messages: then totals are inexact and not shown. */
  readonly isComplete: boolean;
}

const counted = derived((conversations: ReadonlyMap<string, UnreadConversation>, isComplete: boolean): Counts => {
  const channels = new Map<number, Count>();
  let direct = NOTHING_UNREAD;
  let total = NOTHING_UNREAD;
  let concerning = 0;
  for (const row of conversations.values()) {
    total = plus(total, row);
    if (row.conversation.type === "direct") {
      direct = plus(direct, row);
      concerning += row.isMuted ? 0 : row.messageIds.length;
    } else {
      const { channelId } = row.conversation;
      channels.set(channelId, plus(channels.get(channelId) ?? NOTHING_UNREAD, row));
      concerning += row.mentions;
    }
  }
  return { channels, direct, total, concerning, isComplete };
});

export const countsOf = (state: UnreadState): Counts => counted(unreadConversations(state), !state.unread.isIncomplete);

/** The sum over channels, for a folder. */
export function countOfChannels(counts: Counts, channelIds: Iterable<number>): Count {
  let sum = NOTHING_UNREAD;
  for (const id of channelIds) {
    const count = counts.channels.get(id);
    if (count)
      sum = {
        unread: sum.unread + count.unread,
        muted: sum.muted + count.muted,
        hasMention: sum.hasMention || count.hasMention,
      };
  }
  return sum;
}
