/**
 * The Inbox: every conversation with unread messages, each once. Direct messages and mentions come first, then channels
 * in the order of the sidebar's folders, and muted conversations last.
 */
import type { State } from "@parley/client";
import { derived } from "./derived.ts";
import { channelFolders } from "./folders.ts";
import { type ConversationRows, newestFirst, type UnreadConversation, type UnreadPart, unreadParts } from "./unread.ts";

export interface InboxChannel {
  readonly channelId: number;
  /** Newest first. */
  readonly rows: readonly UnreadConversation[];
}

export type InboxSection =
  /** Direct messages and mentions, newest first. */
  | { readonly key: "for-you"; readonly type: "forYou"; readonly rows: readonly UnreadConversation[] }
  | {
      readonly key: string;
      readonly type: "pinned" | "folder" | "other";
      readonly folderId?: number;
      readonly channels: readonly InboxChannel[];
    }
  /** One collapsed row, newest first inside. */
  | { readonly key: "muted"; readonly type: "muted"; readonly rows: readonly UnreadConversation[] };

export type InboxParts = Pick<State, "unread" | "channels" | "topics" | "preferences" | "folders">;

/** A mention overrides muting; direct messages from muted people stay muted. */
const isForYou = ({ conversation, mentions, isMuted }: UnreadConversation) =>
  mentions > 0 || (conversation.type === "direct" && !isMuted);

/** The rows of a channel, or of direct messages, by where they stand. Newest first. */
interface InboxShare {
  readonly forYou: ConversationRows;
  readonly open: ConversationRows;
  readonly muted: ConversationRows;
}

const shares = new WeakMap<UnreadPart, InboxShare>();

function shareOf(part: UnreadPart): InboxShare {
  const known = shares.get(part);
  if (known) return known;
  const others = part.newestFirst.filter((row) => !isForYou(row));
  const share = {
    forYou: part.newestFirst.filter(isForYou),
    open: others.filter((row) => !row.isMuted),
    muted: others.filter((row) => row.isMuted),
  };
  shares.set(part, share);
  return share;
}

const inChannels = new WeakMap<UnreadPart, InboxChannel>();

/** Made once: a part is another object when something in the channel has changed. */
function inChannel(channelId: number, part: UnreadPart | undefined): readonly InboxChannel[] {
  if (!part) return [];
  const known = inChannels.get(part);
  if (known) return [known];
  const { open } = shareOf(part);
  if (open.length === 0) return [];
  const made = { channelId, rows: open };
  inChannels.set(part, made);
  return [made];
}

/** Lists that become one, newest first. It is the same list until one of them changes. */
function together(): (lists: readonly ConversationRows[]) => ConversationRows {
  let last: { readonly lists: readonly ConversationRows[]; readonly rows: ConversationRows } = { lists: [], rows: [] };
  return (lists) => {
    const some = lists.filter((rows) => rows.length > 0);
    const isSame = some.length === last.lists.length && some.every((rows, at) => rows === last.lists[at]);
    if (!isSame) last = { lists: some, rows: some.flat().sort(newestFirst) };
    return last.rows;
  };
}

const allForYou = together();
const allMuted = together();

const sections = derived(
  (parts: ReturnType<typeof unreadParts>, folders: ReturnType<typeof channelFolders>): readonly InboxSection[] => {
    const all = [...parts.values()].map(shareOf);
    const forYou = allForYou(all.map((share) => share.forYou));
    const muted = allMuted(all.map((share) => share.muted));
    const found: InboxSection[] = folders.flatMap(({ key, type, folderId, channels }) => {
      const unread = channels.flatMap(({ stream_id }) => inChannel(stream_id, parts.get(stream_id)));
      const folder = folderId === undefined ? {} : { folderId };
      return unread.length > 0 ? [{ key, type, ...folder, channels: unread }] : [];
    });
    if (forYou.length > 0) found.unshift({ key: "for-you", type: "forYou", rows: forYou });
    if (muted.length > 0) found.push({ key: "muted", type: "muted", rows: muted });
    return found;
  },
);

export const inboxSections = (state: InboxParts): readonly InboxSection[] =>
  sections(unreadParts(state), channelFolders(state));

export type InboxFilter = "all" | "followed" | "forYou";

interface InboxQuery {
  readonly filter: InboxFilter;
  /** By name; undefined if no name is looked for. */
  readonly isNamed?: ((row: UnreadConversation) => boolean) | undefined;
}

export function filteredInbox(
  whole: readonly InboxSection[],
  { filter, isNamed }: InboxQuery,
): readonly InboxSection[] {
  if (filter === "all" && !isNamed) return whole;
  const isWanted = (row: UnreadConversation) =>
    (filter !== "followed" || row.isFollowed) && (isNamed === undefined || isNamed(row));
  const shown = filter === "forYou" ? whole.filter((section) => section.type === "forYou") : whole;
  return keepingRows(shown, (rows) => rows.filter(isWanted));
}

/** The sections with other rows; empty ones are dropped. */
function keepingRows(
  whole: readonly InboxSection[],
  change: (rows: readonly UnreadConversation[]) => readonly UnreadConversation[],
): InboxSection[] {
  return whole.flatMap((section): InboxSection[] => {
    if (!("channels" in section)) {
      const rows = change(section.rows);
      return rows.length > 0 ? [{ ...section, rows }] : [];
    }
    const channels = section.channels
      .map((channel) => ({ ...channel, rows: change(channel.rows) }))
      .filter((channel) => channel.rows.length > 0);
    return channels.length > 0 ? [{ ...section, channels }] : [];
  });
}

/** All rows in Inbox order, without muted ones. */
export function rowsInOrder(whole: readonly InboxSection[]): UnreadConversation[] {
  return whole.flatMap((section) => (section.type === "muted" ? [] : rowsIn(section)));
}

export const rowsIn = (section: InboxSection): readonly UnreadConversation[] =>
  "channels" in section ? section.channels.flatMap(({ rows }) => rows) : section.rows;

const howMany = (section: InboxSection): number =>
  "channels" in section ? section.channels.reduce((sum, { rows }) => sum + rows.length, 0) : section.rows.length;

/** How many conversations there are, without muted ones. */
export const conversationsIn = (whole: readonly InboxSection[]): number =>
  whole.reduce((sum, section) => sum + (section.type === "muted" ? 0 : howMany(section)), 0);
