/** How much is unread, and where: counted once for each state of what is unread and what is muted. */
import type { State } from "@parley/client";

export interface UnreadConversation {
  /** Identifies it: `topicKeyOf` or `directKeyOf`. */
  readonly key: string;
  readonly place: UnreadPlace;
  readonly count: number;
  readonly mentions: number;
  readonly newestId: number;
  readonly isMuted: boolean;
}

export type UnreadPlace = State["unread"]["messages"] extends ReadonlyMap<number, infer P> ? P : never;

export interface ChannelCount {
  readonly unread: number;
  /** Of topics that are muted, in numbers that no parent counts. */
  readonly muted: number;
  readonly hasMention: boolean;
}

export interface UnreadCounts {
  readonly conversations: ReadonlyMap<string, UnreadConversation>;
  readonly channels: ReadonlyMap<number, ChannelCount>;
  /** Those of a channel, newest first. */
  readonly topicsIn: ReadonlyMap<number, readonly UnreadConversation[]>;
  readonly direct: number;
  /** What the Inbox shows: all that is not muted, and what mentions the reader wherever it is. */
  readonly inbox: number;
  readonly mentions: number;
}

const Policy = { muted: 1, unmuted: 2, followed: 3 } as const;

/** Topics are the same whatever the case of their names; as the store spells its keys. */
export const topicKeyOf = (channelId: number, topic: string): string =>
  `${channelId}:${topic.normalize("NFC").toUpperCase().toLowerCase()}`;

export const directKeyOf = (userIds: readonly number[]): string => `direct:${userIds.join(",")}`;

export function isTopicMuted({ topics, channels }: Pick<State, "topics" | "channels">, channelId: number, key: string) {
  const policy = topics.policies.get(key)?.visibility_policy;
  if (policy === Policy.muted) return true;
  if (policy === Policy.unmuted || policy === Policy.followed) return false;
  return channels.channels.get(channelId)?.personal?.is_muted === true;
}

export const topicPolicy = ({ topics }: Pick<State, "topics">, channelId: number, topic: string): number =>
  topics.policies.get(topicKeyOf(channelId, topic))?.visibility_policy ?? 0;

/** The same object while nothing of it has changed. */
export function unreadCounts(state: Counted): UnreadCounts {
  const { unread, topics, channels } = state;
  if (last?.unread !== unread || last.topics !== topics || last.channels !== channels)
    last = { unread, topics, channels, counts: count(state) };
  return last.counts;
}

type Counted = Pick<State, "unread" | "topics" | "channels">;
let last: (Counted & { readonly counts: UnreadCounts }) | undefined;

/** A place is one object for many messages, and spelling its key costs more than all the rest. */
const keys = new WeakMap<UnreadPlace, string>();

function keyOf(place: UnreadPlace): string {
  const known = keys.get(place);
  if (known !== undefined) return known;
  const key = place.type === "stream" ? topicKeyOf(place.stream_id, place.topic) : directKeyOf(place.user_ids);
  keys.set(place, key);
  return key;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function count(state: Counted): UnreadCounts {
  const { messages, mentions } = state.unread;
  const conversations = new Map<string, Writable<UnreadConversation>>();
  for (const [id, place] of messages) {
    const key = keyOf(place);
    const known = conversations.get(key);
    const isMention = mentions.has(id) ? 1 : 0;
    if (!known) {
      const isMuted = place.type === "stream" && isTopicMuted(state, place.stream_id, key);
      conversations.set(key, { key, place, count: 1, mentions: isMention, newestId: id, isMuted });
      continue;
    }
    known.count += 1;
    known.mentions += isMention;
    if (id < known.newestId) continue;
    known.newestId = id;
    known.place = place;
  }
  return { conversations, ...sums([...conversations.values()]) };
}

function sums(conversations: readonly UnreadConversation[]): Omit<UnreadCounts, "conversations"> {
  const channels = new Map<number, Writable<ChannelCount>>();
  const topicsIn = new Map<number, UnreadConversation[]>();
  let [direct, inbox, mentions] = [0, 0, 0];
  for (const conversation of conversations) {
    const { place, count, isMuted } = conversation;
    mentions += conversation.mentions;
    if (!isMuted || conversation.mentions > 0) inbox += count;
    if (place.type === "private") {
      direct += count;
      continue;
    }
    const channel = channels.get(place.stream_id) ?? { unread: 0, muted: 0, hasMention: false };
    channels.set(place.stream_id, channel);
    if (isMuted) channel.muted += count;
    else channel.unread += count;
    if (conversation.mentions > 0) channel.hasMention = true;
    const topics = topicsIn.get(place.stream_id);
    if (topics) topics.push(conversation);
    else topicsIn.set(place.stream_id, [conversation]);
  }
  for (const topics of topicsIn.values()) topics.sort((a, b) => b.newestId - a.newestId);
  return { channels, topicsIn, direct, inbox, mentions };
}
