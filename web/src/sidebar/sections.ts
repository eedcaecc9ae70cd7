/** Which channels stand under which heading of the sidebar, and in which order. */
import type { State } from "@parley/client";
import { settingsOf } from "../state/settings.ts";

export interface ChannelSection {
  readonly id: "pinned" | "other" | `folder-${number}`;
  /** Of the folder; the others are named by the catalogue. */
  readonly name: string | undefined;
  readonly channelIds: readonly number[];
  /** Where nobody writes any more; folded under a row of their own. */
  readonly inactiveIds: readonly number[];
}

type Sorted = Pick<State, "channels" | "folders" | "settings">;
type Channel = State["channels"]["channels"] extends ReadonlyMap<number, infer C> ? C : never;

/** Below this many channels a quiet one is in nobody's way. */
const MANY_CHANNELS = 30;
const Demote = { automatically: 1, always: 2 } as const;

let last: (Sorted & { readonly sections: readonly ChannelSection[] }) | undefined;

/** The same object while nothing of it has changed. */
export function channelSections(state: Sorted, locale?: string): readonly ChannelSection[] {
  const { channels, folders, settings } = state;
  if (last?.channels.channels !== channels.channels || last.folders !== folders || last.settings !== settings)
    last = { channels, folders, settings, sections: sectionsOf(state, locale) };
  return last.sections;
}

function sectionsOf(state: Sorted, locale: string | undefined): ChannelSection[] {
  const { channels } = state.channels;
  const collator = new Intl.Collator(locale, { sensitivity: "base", numeric: true });
  const subscribed = [...channels.values()]
    .filter((channel) => channel.is_subscribed && !channel.is_archived)
    .sort((a, b) => Number(isMuted(a)) - Number(isMuted(b)) || collator.compare(a.name, b.name));
  const isQuiet = inactivity(state, subscribed.length);
  const showsFolders = settingsOf(state as State).web_left_sidebar_show_channel_folders !== false;
  const folderOf = (channel: Channel) => {
    const folder = channel.folder_id === null ? undefined : state.folders.get(channel.folder_id);
    return showsFolders && folder && !folder.is_archived ? folder : undefined;
  };
  const section = (id: ChannelSection["id"], name: string | undefined, all: readonly Channel[]): ChannelSection => ({
    id,
    name,
    channelIds: all.filter((channel) => !isQuiet(channel)).map((channel) => channel.stream_id),
    inactiveIds: all.filter(isQuiet).map((channel) => channel.stream_id),
  });
  const pinned = subscribed.filter((channel) => channel.personal?.pin_to_top);
  const rest = subscribed.filter((channel) => !channel.personal?.pin_to_top);
  const folders = [...state.folders.values()].sort((a, b) => a.order - b.order || a.id - b.id);
  const all = [
    section("pinned", undefined, pinned),
    ...folders.map((folder) =>
      section(
        `folder-${folder.id}`,
        folder.name,
        rest.filter((channel) => folderOf(channel) === folder),
      ),
    ),
    section(
      "other",
      undefined,
      rest.filter((channel) => folderOf(channel) === undefined),
    ),
  ];
  return all.filter(({ channelIds, inactiveIds }) => channelIds.length + inactiveIds.length > 0);
}

const isMuted = (channel: Channel): boolean => channel.personal?.is_muted === true;

function inactivity(state: Pick<State, "settings">, subscribed: number): (channel: Channel) => boolean {
  const wish = settingsOf(state as State).demote_inactive_streams;
  const isOn = wish === Demote.always || (wish === Demote.automatically && subscribed >= MANY_CHANNELS);
  return ({ is_recently_active, personal }) => isOn && !is_recently_active && !personal?.pin_to_top;
}
