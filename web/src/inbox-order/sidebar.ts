/** The sidebar's contents: direct messages and channels in folders, with counts. */
import { type State, topicKey } from "@parley/client";
import type { Conversation } from "../address/narrow.ts";
import { type ChannelFolder, channelFolders, type StoreChannel } from "./folders.ts";
import {
  type Count,
  conversationKey,
  countOf,
  countOfChannels,
  countsOf,
  NOTHING_UNREAD,
  type UnreadConversations,
  unreadConversations,
  unreadOf,
} from "./unread.ts";

type SidebarState = Pick<
  State,
  "unread" | "channels" | "topics" | "preferences" | "folders" | "settings" | "conversations"
>;

export interface SidebarRow {
  readonly key: string;
  readonly conversation: Conversation;
  readonly count: Count;
}

const MOST_RECENT = 5;
const TOPICS_UNDER_A_CHANNEL = 5;

export interface DirectRows {
  readonly rows: readonly SidebarRow[];
  /** How many conversations are hidden under "More". */
  readonly more: number;
}

/** Unread ones, newest first; then the 5 most recent others. Always includes the open one. */
export function directRows(state: SidebarState, open: Conversation | undefined): DirectRows {
  const unread = unreadConversations(state);
  const first = unreadOf(state, "direct").filter((row) => !row.isMuted);
  const keys = new Set(first.map(({ key }) => key));
  const others = state.conversations.direct
    .map(({ user_ids }): Conversation => ({ type: "direct", userIds: user_ids }))
    .filter((conversation) => !keys.has(conversationKey(conversation)));
  const recent = others.slice(0, MOST_RECENT);
  const shown: Conversation[] = [...first.map(({ conversation }) => conversation), ...recent];
  const shownKeys = new Set(shown.map(conversationKey));
  if (open?.type === "direct" && !shownKeys.has(conversationKey(open))) shown.push(open);
  const rows = shown.map((conversation) => rowOf(conversation, unread));
  const all = new Set([...first.map(({ key }) => key), ...others.map(conversationKey)]);
  return { rows, more: [...all].filter((key) => !rows.some((row) => row.key === key)).length };
}

function rowOf(conversation: Conversation, unread: UnreadConversations): SidebarRow {
  const key = conversationKey(conversation);
  return { key, conversation, count: countOf(unread.get(key)) };
}

export interface SidebarChannel {
  readonly channelId: number;
  readonly count: Count;
  readonly isMuted: boolean;
}

export interface SidebarFolder extends Pick<ChannelFolder, "key" | "type" | "folderId"> {
  /** Sum over its unmuted channels, including inactive ones. */
  readonly count: Count;
  /** By name, muted ones last. */
  readonly channels: readonly SidebarChannel[];
  /** Collapsed under "Inactive". */
  readonly inactive: readonly SidebarChannel[];
}

const DemoteInactive = { whenMany: 1, always: 2, never: 3 } as const;
const MANY_CHANNELS = 30;

/** Whether channels without recent messages are collapsed. */
function demotesInactive({ settings, channels }: Pick<SidebarState, "settings" | "channels">): boolean {
  const demotion = settings.demote_inactive_streams ?? DemoteInactive.whenMany;
  if (demotion !== DemoteInactive.whenMany) return demotion === DemoteInactive.always;
  let subscribed = 0;
  for (const channel of channels.channels.values()) if (channel.is_subscribed) subscribed += 1;
  return subscribed >= MANY_CHANNELS;
}

export function sidebarFolders(state: SidebarState): readonly SidebarFolder[] {
  const counts = countsOf(state);
  const demotes = demotesInactive(state);
  return channelFolders(state).map(({ key, type, folderId, channels }) => {
    const isInactive = (channel: StoreChannel) => demotes && type !== "pinned" && !channel.is_recently_active;
    const rowsOf = (some: readonly StoreChannel[]) =>
      some.map(
        ({ stream_id, personal }): SidebarChannel => ({
          channelId: stream_id,
          count: counts.channels.get(stream_id) ?? NOTHING_UNREAD,
          isMuted: personal?.is_muted ?? false,
        }),
      );
    const active = rowsOf(channels.filter((channel) => !isInactive(channel)));
    return {
      key,
      type,
      ...(folderId === undefined ? {} : { folderId }),
      count: countOfChannels(
        counts,
        channels.map((channel) => channel.stream_id),
      ),
      channels: [...active.filter((row) => !row.isMuted), ...active.filter((row) => row.isMuted)],
      inactive: rowsOf(channels.filter(isInactive)),
    };
  });
}

export interface TopicRows {
  readonly rows: readonly SidebarRow[];
  /** How many more topics the channel has, if known. */
  readonly more: number;
}

interface UnderChannel {
  readonly open: Conversation | undefined;
  /** The total number of topics, if the client has fetched it. */
  readonly known?: number | undefined;
}

/** The unread topics of a channel, newest first and muted ones last, plus the open one; up to 5. */
export function topicRows(state: SidebarState, channelId: number, { open, known }: UnderChannel): TopicRows {
  const unread = unreadConversations(state);
  const inChannel = unreadOf(state, channelId).toSorted((a, b) => Number(a.isMuted) - Number(b.isMuted));
  const isOpenHere = open?.type === "topic" && open.channelId === channelId;
  const openKey = isOpenHere ? topicKey(channelId, open.topic) : undefined;
  const shown = inChannel.slice(0, TOPICS_UNDER_A_CHANNEL).map(({ conversation }) => rowOf(conversation, unread));
  // The open topic is always shown.
  if (isOpenHere && !shown.some(({ key }) => key === openKey))
    shown.splice(TOPICS_UNDER_A_CHANNEL - 1, shown.length, rowOf(open, unread));
  const isOpenUnread = openKey !== undefined && inChannel.some(({ key }) => key === openKey);
  const unreadOrOpen = inChannel.length + (isOpenHere && !isOpenUnread ? 1 : 0);
  return { rows: shown, more: Math.max(known ?? unreadOrOpen, unreadOrOpen) - shown.length };
}
