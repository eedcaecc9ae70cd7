/**
 * Unread messages by conversation, and conversations by channel. The groups are kept from one state to the next: what an
 * event does not concern stays the same object, however much is unread.
 */
import { type State, topicKey } from "@parley/client";
import type { Conversation } from "../address/narrow.ts";

type Unread = State["unread"];
type UnreadPlace = Unread["messages"] extends ReadonlyMap<number, infer P> ? P : never;

/** A channel, or all direct messages. */
export type GroupKey = number | "direct";

export interface GroupedConversation {
  readonly key: string;
  /** The topic as first spelled. */
  readonly conversation: Conversation;
  /** Ascending. */
  readonly messageIds: readonly number[];
  /** How many of them mention the reader. */
  readonly mentions: number;
}

/** By key. */
export type UnreadGroup = ReadonlyMap<string, GroupedConversation>;
export type UnreadGroups = ReadonlyMap<GroupKey, UnreadGroup>;

/** Identifies a conversation, ignoring the case of its topic. */
export const conversationKey = (conversation: Conversation): string =>
  conversation.type === "topic"
    ? topicKey(conversation.channelId, conversation.topic)
    : `dm:${conversation.userIds.join()}`;

/** The group of a conversation. */
export const groupOfKey = (key: string): GroupKey =>
  key.startsWith("dm:") ? "direct" : Number(key.slice(0, key.indexOf(":")));

const conversationAt = (place: UnreadPlace): Conversation =>
  place.type === "stream"
    ? { type: "topic", channelId: place.stream_id, topic: place.name }
    : { type: "direct", userIds: place.user_ids };

interface PlacedConversation {
  readonly group: GroupKey;
  readonly key: string;
  readonly conversation: Conversation;
}

/** The store has one object for many messages, so its conversation is computed once for all of them. */
const placed = new WeakMap<UnreadPlace, PlacedConversation>();

function placeOf(place: UnreadPlace): PlacedConversation {
  const known = placed.get(place);
  if (known) return known;
  const conversation = conversationAt(place);
  const group: GroupKey = conversation.type === "topic" ? conversation.channelId : "direct";
  const made = { group, key: conversationKey(conversation), conversation };
  placed.set(place, made);
  return made;
}

/** What becomes different in a conversation. */
interface Change {
  place: PlacedConversation;
  readonly added: number[];
  readonly gone: Set<number>;
}

class Changes {
  readonly #byGroup = new Map<GroupKey, Map<string, Change>>();

  of(place: UnreadPlace): Change {
    const found = placeOf(place);
    const group = this.#byGroup.get(found.group) ?? new Map<string, Change>();
    this.#byGroup.set(found.group, group);
    const change = group.get(found.key) ?? { place: found, added: [], gone: new Set() };
    group.set(found.key, change);
    return change;
  }

  /** The conversation is spelled as where the message is now, not as where another one was. */
  add(id: number, place: UnreadPlace): void {
    const change = this.of(place);
    if (change.added.length === 0) change.place = placeOf(place);
    change.added.push(id);
  }

  applied(groups: UnreadGroups, mentions: Unread["mentions"]): UnreadGroups {
    const next = new Map(groups);
    for (const [key, changes] of this.#byGroup) {
      const group = new Map(groups.get(key));
      for (const [name, change] of changes) {
        const changed = changedConversation(group.get(name), change, mentions);
        if (changed) group.set(name, changed);
        else group.delete(name);
      }
      if (group.size > 0) next.set(key, group);
      else next.delete(key);
    }
    return next;
  }
}

function changedConversation(
  before: GroupedConversation | undefined,
  { place: { key, conversation }, added, gone }: Change,
  mentions: Unread["mentions"],
): GroupedConversation | undefined {
  const kept = gone.size === 0 ? (before?.messageIds ?? []) : (before?.messageIds ?? []).filter((id) => !gone.has(id));
  const messageIds = [...kept, ...added];
  if (messageIds.length === 0) return undefined;
  // Messages marked unread again come after newer ones in the store.
  if (added.length > 0) messageIds.sort((a, b) => a - b);
  return {
    key,
    // A topic whose every message was moved has a new spelling.
    conversation: kept.length > 0 && before ? before.conversation : conversation,
    messageIds,
    mentions: mentions.size === 0 ? 0 : messageIds.filter((id) => mentions.has(id)).length,
  };
}

function changesBetween(before: Pick<Unread, "messages" | "mentions">, now: Pick<Unread, "messages" | "mentions">) {
  const changes = new Changes();
  let remaining = before.messages.size;
  for (const [id, place] of now.messages) {
    const former = before.messages.get(id);
    if (former !== undefined) remaining -= 1;
    if (former === place) continue;
    if (former !== undefined) changes.of(former).gone.add(id);
    changes.add(id, place);
  }
  if (remaining > 0)
    for (const [id, place] of before.messages) if (!now.messages.has(id)) changes.of(place).gone.add(id);
  if (before.mentions !== now.mentions)
    for (const id of before.mentions.symmetricDifference(now.mentions)) {
      const place = now.messages.get(id);
      if (place) changes.of(place);
    }
  return changes;
}

const NOTHING: Pick<Unread, "messages" | "mentions"> = { messages: new Map(), mentions: new Set() };
let last: { readonly unread: typeof NOTHING; readonly groups: UnreadGroups } = { unread: NOTHING, groups: new Map() };

/** Looking for what changed takes a look at each message, but nothing is made for those that did not. */
export function groupsOf(unread: Pick<Unread, "messages" | "mentions">): UnreadGroups {
  const { messages, mentions } = unread;
  if (messages === last.unread.messages && mentions === last.unread.mentions) return last.groups;
  const groups = changesBetween(last.unread, unread).applied(last.groups, mentions);
  last = { unread: { messages, mentions }, groups };
  return groups;
}
