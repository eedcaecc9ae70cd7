/**
 * The Inbox: every conversation with unread messages, each once. Direct messages and mentions come first, then channels
 * in the order of the sidebar's folders, and muted conversations last.
 */
import type { State } from "@parley/client";
import { derived } from "./derived.ts";
import { channelFolders } from "./folders.ts";
import { type UnreadConversation, unreadConversations } from "./unread.ts";

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

export const newestIn = ({ messageIds }: UnreadConversation): number => messageIds.at(-1) ?? 0;
const newestFirst = (a: UnreadConversation, b: UnreadConversation) => newestIn(b) - newestIn(a);

/** A mention overrides muting; direct messages from muted people stay muted. */
const isForYou = ({ conversation, mentions, isMuted }: UnreadConversation) =>
  mentions > 0 || (conversation.type === "direct" && !isMuted);

const sections = derived(
  (
    conversations: ReadonlyMap<string, UnreadConversation>,
    folders: ReturnType<typeof channelFolders>,
  ): readonly InboxSection[] => {
    const rows = [...conversations.values()].sort(newestFirst);
    const forYou = rows.filter(isForYou);
    const others = rows.filter((row) => !isForYou(row));
    const open = others.filter((row) => !row.isMuted);
    const muted = others.filter((row) => row.isMuted);
    const byChannel = Map.groupBy(open, ({ conversation }) =>
      conversation.type === "topic" ? conversation.channelId : undefined,
    );
    const found: InboxSection[] = folders.flatMap(({ key, type, folderId, channels }) => {
      const unread = channels.flatMap(({ stream_id }): InboxChannel[] => {
        const topics = byChannel.get(stream_id);
        return topics ? [{ channelId: stream_id, rows: topics }] : [];
      });
      const folder = folderId === undefined ? {} : { folderId };
      return unread.length > 0 ? [{ key, type, ...folder, channels: unread }] : [];
    });
    if (forYou.length > 0) found.unshift({ key: "for-you", type: "forYou", rows: forYou });
    if (muted.length > 0) found.push({ key: "muted", type: "muted", rows: muted });
    return found;
  },
);

export const inboxSections = (state: InboxParts): readonly InboxSection[] =>
  sections(unreadConversations(state), channelFolders(state));

export type InboxFilter = "all" | "followed" | "forYou";

interface InboxQuery {
  readonly filter: InboxFilter;
  /** By name; see `nameFilter`. */
  readonly isNamed?: (row: UnreadConversation) => boolean;
}

export function filteredInbox(
  whole: readonly InboxSection[],
  { filter, isNamed = () => true }: InboxQuery,
): InboxSection[] {
  const isWanted = (row: UnreadConversation) => (filter !== "followed" || row.isFollowed) && isNamed(row);
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
  return whole.flatMap((section) => {
    if (section.type === "muted") return [];
    return "channels" in section ? section.channels.flatMap((channel) => channel.rows) : section.rows;
  });
}
