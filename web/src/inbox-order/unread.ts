/** Unread messages by conversation, channel and folder. Counts are exact; muted messages are counted separately. */
import type { State } from "@parley/client";
import { derived } from "./derived.ts";
import {
  type GroupedConversation,
  type GroupKey,
  groupOfKey,
  groupsOf,
  type UnreadGroup,
  type UnreadGroups,
} from "./grouping.ts";
import { isChannelMuted, isDirectMuted, type Standing, topicStanding, type VisibilityState } from "./standing.ts";

export { conversationKey } from "./grouping.ts";

export interface UnreadConversation extends GroupedConversation {
  readonly isMuted: boolean;
  readonly isFollowed: boolean;
  /** The messages of a row that stays visible after being read. */
  readonly readIds?: readonly number[];
}

export type ConversationRows = readonly UnreadConversation[];

/** The unread conversations of a channel, or the direct ones. The same object until one of them changes. */
export interface UnreadPart {
  readonly rows: ReadonlyMap<string, UnreadConversation>;
  readonly newestFirst: readonly UnreadConversation[];
  readonly count: Count;
  /** Direct messages and mentions. */
  readonly concerning: number;
  /** In followed topics, without mentions. */
  readonly followed: number;
}

type UnreadState = Pick<State, "unread" | "channels" | "topics" | "preferences">;
type Parts = ReadonlyMap<GroupKey, UnreadPart>;

const inRows = new WeakMap<ConversationRows, number>();

/** The unread messages of a list, counted once. */
export function messagesIn(list: ConversationRows): number {
  const known = inRows.get(list) ?? list.reduce((sum, { messageIds }) => sum + messageIds.length, 0);
  inRows.set(list, known);
  return known;
}

export const newestIn = ({ messageIds }: UnreadConversation): number => messageIds.at(-1) ?? 0;
export const newestFirst = (a: UnreadConversation, b: UnreadConversation): number => newestIn(b) - newestIn(a);

const rows = new WeakMap<GroupedConversation, UnreadConversation>();

function rowOf(grouped: GroupedConversation, { isMuted, isFollowed }: Standing): UnreadConversation {
  const known = rows.get(grouped);
  if (known && known.isMuted === isMuted && known.isFollowed === isFollowed) return known;
  const row = { ...grouped, isMuted, isFollowed };
  rows.set(grouped, row);
  return row;
}

/** A part, and what it was made of besides its messages. */
interface MadePart {
  readonly part: UnreadPart;
  readonly from: readonly unknown[];
}

const made = new WeakMap<UnreadGroup, MadePart>();

function partOf(key: GroupKey, group: UnreadGroup, state: VisibilityState): UnreadPart {
  const isInMuted = key !== "direct" && isChannelMuted(state, key);
  const from = key === "direct" ? [state.preferences.mutedUsers] : [isInMuted, state.topics.policies];
  const known = made.get(group);
  if (known?.from.every((each, at) => each === from[at])) return known.part;
  const standing = (each: GroupedConversation) =>
    each.conversation.type === "direct"
      ? { isMuted: isDirectMuted(state, each.conversation.userIds), isFollowed: false }
      : topicStanding(state, each.key, isInMuted);
  const now = [...group.values()].map((each) => rowOf(each, standing(each)));
  // Another channel's topic was muted or followed.
  const isSame = known !== undefined && now.every((row) => known.part.rows.get(row.key) === row);
  const part = isSame ? known.part : partWith(now);
  made.set(group, { part, from });
  return part;
}

function partWith(now: readonly UnreadConversation[]): UnreadPart {
  let count = NOTHING_UNREAD;
  let [concerning, followed] = [0, 0];
  for (const row of now) {
    count = plus(count, row);
    if (row.isFollowed) followed += row.messageIds.length - row.mentions;
    if (row.conversation.type === "topic") concerning += row.mentions;
    else if (!row.isMuted) concerning += row.messageIds.length;
  }
  return {
    rows: new Map(now.map((row) => [row.key, row])),
    newestFirst: now.toSorted(newestFirst),
    count,
    concerning,
    followed,
  };
}

let lastParts: Parts = new Map();

const parts = derived(
  (
    groups: UnreadGroups,
    channels: State["channels"],
    topics: State["topics"],
    preferences: State["preferences"],
  ): Parts => {
    const state = { channels, topics, preferences };
    const found = new Map<GroupKey, UnreadPart>();
    for (const [key, group] of groups) found.set(key, partOf(key, group, state));
    // Channels change for many reasons, and few of them concern what is unread.
    const isSame = found.size === lastParts.size && [...found].every(([key, part]) => lastParts.get(key) === part);
    if (!isSame) lastParts = found;
    return lastParts;
  },
);

/** By channel, and "direct". */
export const unreadParts = (state: UnreadState): Parts =>
  parts(groupsOf(state.unread), state.channels, state.topics, state.preferences);

/** Every conversation with unread messages, by key. */
export class UnreadConversations {
  readonly #parts: Parts;
  readonly size: number;

  constructor(all: Parts) {
    this.#parts = all;
    let size = 0;
    for (const { rows: within } of all.values()) size += within.size;
    this.size = size;
  }

  get(key: string): UnreadConversation | undefined {
    return this.#parts.get(groupOfKey(key))?.rows.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  *values(): Generator<UnreadConversation> {
    for (const { rows: within } of this.#parts.values()) yield* within.values();
  }
}

const conversations = derived((all: Parts) => new UnreadConversations(all));

export const unreadConversations = (state: UnreadState): UnreadConversations => conversations(unreadParts(state));

const NONE: readonly UnreadConversation[] = [];

/** The unread topics of a channel, or the direct conversations, newest first. */
export const unreadOf = (state: UnreadState, group: GroupKey): readonly UnreadConversation[] =>
  unreadParts(state).get(group)?.newestFirst ?? NONE;

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

const sumOf = (one: Count, other: Count): Count => ({
  unread: one.unread + other.unread,
  muted: one.muted + other.muted,
  hasMention: one.hasMention || other.hasMention,
});

export const countOf = (row: UnreadConversation | undefined): Count =>
  row ? plus(NOTHING_UNREAD, row) : NOTHING_UNREAD;

export interface Counts {
  readonly channels: ReadonlyMap<number, Count>;
  readonly direct: Count;
  /** Of everything. */
  readonly total: Count;
  /** Direct messages and mentions, including muted ones. */
  readonly concerning: number;
  /** In followed topics, without mentions. */
  readonly followed: number;
  /** False if the server did not list older unread messages: then totals are inexact and not shown. */
  readonly isComplete: boolean;
}

const counted = derived((all: Parts, isComplete: boolean): Counts => {
  const channels = new Map<number, Count>();
  let total = NOTHING_UNREAD;
  let [concerning, followed] = [0, 0];
  for (const [key, part] of all) {
    total = sumOf(total, part.count);
    concerning += part.concerning;
    followed += part.followed;
    if (key !== "direct") channels.set(key, part.count);
  }
  const direct = all.get("direct")?.count ?? NOTHING_UNREAD;
  return { channels, direct, total, concerning, followed, isComplete };
});

export const countsOf = (state: UnreadState): Counts => counted(unreadParts(state), !state.unread.isIncomplete);

/** The sum over channels, for a folder. */
export function countOfChannels(counts: Counts, channelIds: Iterable<number>): Count {
  let sum = NOTHING_UNREAD;
  for (const id of channelIds) {
    const count = counts.channels.get(id);
    if (count) sum = sumOf(sum, count);
  }
  return sum;
}
