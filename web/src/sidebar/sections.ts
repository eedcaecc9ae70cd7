/** The sidebar's sections and the order of their channels. */
import type { State } from "@parley/client";
import { derived } from "../inbox-order/derived.ts";
import { type ChannelFolder, channelFolders, type StoreChannel } from "../inbox-order/folders.ts";

export interface ChannelSection {
  readonly key: string;
  readonly type: ChannelFolder["type"];
  readonly folderId: number | undefined;
  /** By name, muted ones last. */
  readonly channelIds: readonly number[];
  /** Channels without recent messages; collapsed under a row of their own. */
  readonly inactiveIds: readonly number[];
}

/** With fewer channels, inactive ones are not hidden. */
const MANY_CHANNELS = 30;
const Demote = { whenMany: 1, always: 2 } as const;

const sections = derived(
  (folders: readonly ChannelFolder[], demote: unknown, showsFolders: boolean): readonly ChannelSection[] => {
    const count = folders.reduce((sum, { channels }) => sum + channels.length, 0);
    const isOn = demote === Demote.always || (demote === Demote.whenMany && count >= MANY_CHANNELS);
    return (showsFolders ? folders : withoutFolders(folders)).map(({ key, type, folderId, channels }) => {
      const isInactive = (channel: StoreChannel) => isOn && type !== "pinned" && !channel.is_recently_active;
      const active = channels.filter((channel) => !isInactive(channel));
      return {
        key,
        type,
        folderId,
        channelIds: [...active.filter((channel) => !isMuted(channel)), ...active.filter(isMuted)].map(idOf),
        inactiveIds: channels.filter(isInactive).map(idOf),
      };
    });
  },
);

const isMuted = ({ personal }: StoreChannel): boolean => personal?.is_muted === true;
const idOf = ({ stream_id }: StoreChannel): number => stream_id;

/** By preference, all unpinned channels are in one section. */
function withoutFolders(folders: readonly ChannelFolder[]): ChannelFolder[] {
  const pinned = folders.filter(({ type }) => type === "pinned");
  const channels = folders.filter(({ type }) => type !== "pinned").flatMap((folder) => folder.channels);
  channels.sort((a, b) => a.name.localeCompare(b.name));
  return channels.length > 0 ? [...pinned, { key: "other", type: "other", channels }] : pinned;
}

/** Memoized: returns one object while nothing in it changes. */
export const channelSections = (state: Pick<State, "channels" | "folders" | "settings">): readonly ChannelSection[] =>
  sections(
    channelFolders(state),
    state.settings.demote_inactive_streams,
    state.settings.web_left_sidebar_show_channel_folders !== false,
  );
