/** The reader's subscribed channels by folder: Pinned first, then folders, then other channels. */
import type { State } from "@parley/client";
import { derived } from "./derived.ts";

type ChannelOf<M> = M extends ReadonlyMap<number, infer C> ? C : never;
export type StoreChannel = ChannelOf<State["channels"]["channels"]>;

export interface ChannelFolder {
  readonly key: string;
  readonly type: "pinned" | "folder" | "other";
  /** For a folder created by administrators. */
  readonly folderId?: number;
  /** By name. */
  readonly channels: readonly StoreChannel[];
}

/** Natural order: 10 after 9, and accented letters beside plain ones. */
export const byName = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

const folded = derived(
  (channels: State["channels"]["channels"], folders: State["folders"]): readonly ChannelFolder[] => {
    const subscribed = [...channels.values()]
      .filter((channel) => channel.is_subscribed && !channel.is_archived)
      .sort((a, b) => byName.compare(a.name, b.name) || a.stream_id - b.stream_id);
    const open = [...folders.values()].filter((folder) => !folder.is_archived).sort((a, b) => a.order - b.order);
    const known = new Set(open.map(({ id }) => id));
    const placeOf = ({ personal, folder_id }: StoreChannel): number | "pinned" | "other" => {
      if (personal?.pin_to_top) return "pinned";
      return folder_id !== null && known.has(folder_id) ? folder_id : "other";
    };
    const by = Map.groupBy(subscribed, placeOf);
    const made: ChannelFolder[] = [
      { key: "pinned", type: "pinned", channels: by.get("pinned") ?? [] },
      ...open.map(
        ({ id }): ChannelFolder => ({
          key: `folder:${id}`,
          type: "folder",
          folderId: id,
          channels: by.get(id) ?? [],
        }),
      ),
      { key: "other", type: "other", channels: by.get("other") ?? [] },
    ];
    return made.filter((folder) => folder.channels.length > 0);
  },
);

/** Only non-empty folders. */
export const channelFolders = ({ channels, folders }: Pick<State, "channels" | "folders">): readonly ChannelFolder[] =>
  folded(channels.channels, folders);

/** Whether the channels are in one list, without others before it. */
export const isOneList = (state: Pick<State, "channels" | "folders">): boolean =>
  channelFolders(state).every(({ type }) => type === "other");
