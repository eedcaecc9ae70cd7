/**
 * Keeps the Inbox stable while it is shown: a row that is read stays in place, greyed, until the reader leaves; new
 * rows are added after existing ones.
 */
import type { InboxChannel, InboxSection } from "./inbox.ts";
import type { UnreadConversation } from "./unread.ts";

/** The current sections at their previous positions; read rows have no messages left. */
export function staying(shown: readonly InboxSection[], now: readonly InboxSection[]): readonly InboxSection[] {
  const current = new Map(allRows(now).map((row) => [row.key, row]));
  const there = new Set(allRows(shown).map(({ key }) => key));
  const arrived = new Map(now.map((section) => [section.key, section]));
  const kept = shown.map((section) => withArrivals(updated(section, current), arrived.get(section.key), there));
  const known = new Set(shown.map(({ key }) => key));
  const fresh = now.filter(({ key }) => !known.has(key)).flatMap((section) => onlyNew(section, there));
  // Sections have a fixed order; a new one goes to its place in it.
  return fresh.length === 0 ? kept : ordered([...kept, ...fresh], now);
}

function allRows(sections: readonly InboxSection[]): UnreadConversation[] {
  return sections.flatMap((section) =>
    "channels" in section ? section.channels.flatMap((channel) => channel.rows) : section.rows,
  );
}

const read = (row: UnreadConversation): UnreadConversation =>
  row.messageIds.length === 0 ? row : { ...row, messageIds: [], mentions: 0, readIds: row.messageIds };

function updated(section: InboxSection, current: ReadonlyMap<string, UnreadConversation>): InboxSection {
  const rows = (before: readonly UnreadConversation[]) => before.map((row) => current.get(row.key) ?? read(row));
  if (!("channels" in section)) return { ...section, rows: rows(section.rows) };
  return { ...section, channels: section.channels.map((channel) => ({ ...channel, rows: rows(channel.rows) })) };
}

function withArrivals(section: InboxSection, now: InboxSection | undefined, there: ReadonlySet<string>): InboxSection {
  if (!now) return section;
  const isNew = (row: UnreadConversation) => !there.has(row.key);
  if (!("channels" in section)) {
    return "channels" in now ? section : { ...section, rows: [...section.rows, ...now.rows.filter(isNew)] };
  }
  if (!("channels" in now)) return section;
  const fresh = new Map(now.channels.map(({ channelId, rows }) => [channelId, rows.filter(isNew)]));
  const channels = section.channels.map((channel): InboxChannel => {
    const rows = [...channel.rows, ...(fresh.get(channel.channelId) ?? [])];
    fresh.delete(channel.channelId);
    return { ...channel, rows };
  });
  const added = [...fresh].filter(([, rows]) => rows.length > 0).map(([channelId, rows]) => ({ channelId, rows }));
  return { ...section, channels: [...channels, ...added] };
}

function onlyNew(section: InboxSection, there: ReadonlySet<string>): InboxSection[] {
  const isNew = (row: UnreadConversation) => !there.has(row.key);
  if (!("channels" in section)) {
    const rows = section.rows.filter(isNew);
    return rows.length > 0 ? [{ ...section, rows }] : [];
  }
  const channels = section.channels
    .map((channel) => ({ ...channel, rows: channel.rows.filter(isNew) }))
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
