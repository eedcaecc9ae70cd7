/**
 * Keeps the Inbox stable while it is shown: a row that is read stays in place, greyed, until the reader leaves; new
 * rows are added after existing ones.
 */
import type { InboxChannel, InboxSection } from "./inbox.ts";
import type { ConversationRows, UnreadConversation } from "./unread.ts";

/** The current sections at their previous positions; read rows have no messages left. */
export function staying(shown: readonly InboxSection[], now: readonly InboxSection[]): readonly InboxSection[] {
  const current = new Shown(now);
  const there = new Shown(shown);
  const arrived = new Map(now.map((section) => [section.key, section]));
  const kept = shown.map((section) => merged(section, arrived.get(section.key), { current, there }));
  const known = new Set(shown.map(({ key }) => key));
  const fresh = now.filter(({ key }) => !known.has(key)).flatMap((section) => onlyNew(section, there));
  // Sections have a fixed order; a new one goes to its place in it.
  return fresh.length === 0 ? kept : ordered([...kept, ...fresh], now);
}

const keyed = new WeakMap<ConversationRows, ReadonlyMap<string, UnreadConversation>>();

function byKey(rows: ConversationRows): ReadonlyMap<string, UnreadConversation> {
  const known = keyed.get(rows) ?? new Map(rows.map((row) => [row.key, row]));
  keyed.set(rows, known);
  return known;
}

/** Finds a row without looking at every other: it is in its channel, or in a section without channels. */
class Shown {
  /** A channel that was pinned or moved to another folder is in two sections until the reader leaves. */
  readonly #channels = new Map<number, ConversationRows[]>();
  readonly #flat: ConversationRows[] = [];

  constructor(sections: readonly InboxSection[]) {
    for (const section of sections)
      if (!("channels" in section)) this.#flat.push(section.rows);
      else
        for (const { channelId, rows } of section.channels)
          this.#channels.set(channelId, [...(this.#channels.get(channelId) ?? []), rows]);
  }

  find({ key, conversation }: UnreadConversation): UnreadConversation | undefined {
    const channel = conversation.type === "topic" ? this.#channels.get(conversation.channelId) : undefined;
    for (const rows of channel ? [...channel, ...this.#flat] : this.#flat) {
      const found = byKey(rows).get(key);
      if (found) return found;
    }
    return undefined;
  }
}

interface Merging {
  readonly current: Shown;
  readonly there: Shown;
}

const read = (row: UnreadConversation): UnreadConversation =>
  row.messageIds.length === 0 ? row : { ...row, messageIds: [], mentions: 0, readIds: row.messageIds };

const updated = (rows: ConversationRows, { current }: Merging): ConversationRows =>
  rows.map((row) => current.find(row) ?? read(row));

const newIn = (rows: ConversationRows, there: Shown): ConversationRows =>
  rows.filter((row) => there.find(row) === undefined);

function merged(section: InboxSection, now: InboxSection | undefined, merging: Merging): InboxSection {
  if (!("channels" in section)) {
    const rows = now && !("channels" in now) ? now.rows : [];
    if (rows === section.rows) return section;
    const added = newIn(rows, merging.there);
    return { ...section, rows: [...updated(section.rows, merging), ...added] };
  }
  const inNow = new Map(now && "channels" in now ? now.channels.map((each) => [each.channelId, each]) : []);
  const channels = section.channels.map((channel) => mergedChannel(channel, inNow.get(channel.channelId), merging));
  const known = new Set(section.channels.map(({ channelId }) => channelId));
  const added = [...inNow.values()]
    .filter(({ channelId }) => !known.has(channelId))
    .map((channel) => ({ ...channel, rows: newIn(channel.rows, merging.there) }))
    .filter(({ rows }) => rows.length > 0);
  return { ...section, channels: [...channels, ...added] };
}

/** A channel in which nothing has changed is the same object. */
function mergedChannel(channel: InboxChannel, now: InboxChannel | undefined, merging: Merging): InboxChannel {
  if (channel === now) return channel;
  const added = now ? newIn(now.rows, merging.there) : [];
  return { ...channel, rows: [...updated(channel.rows, merging), ...added] };
}

function onlyNew(section: InboxSection, there: Shown): InboxSection[] {
  if (!("channels" in section)) {
    const rows = newIn(section.rows, there);
    return rows.length > 0 ? [{ ...section, rows }] : [];
  }
  const channels = section.channels
    .map((channel) => ({ ...channel, rows: newIn(channel.rows, there) }))
    .filter((channel) => channel.rows.length > 0);
  return channels.length > 0 ? [{ ...section, channels }] : [];
}

/** New sections go before the one that follows them now. */
function ordered(sections: readonly InboxSection[], now: readonly InboxSection[]): InboxSection[] {
  const byKey = new Map(sections.map((section) => [section.key, section]));
  const keys = [...byKey.keys()];
  const isNow = new Set(now.map(({ key }) => key));
  const result: InboxSection[] = [];
  const placed = new Set<string>();
  const place = (key: string) => {
    const section = byKey.get(key);
    if (section && !placed.has(key)) result.push(section);
    placed.add(key);
  };
  for (const { key } of now) {
    // A section that left the Inbox stays before the one it was before.
    for (const before of keys.slice(0, keys.indexOf(key))) if (!isNow.has(before)) place(before);
    place(key);
  }
  for (const key of keys) place(key);
  return result;
}
