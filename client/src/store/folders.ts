import type { channelFolders, ShapeOf } from "@parley/server/contract";
import { part, withChanges, withEntry } from "./part.ts";

export type ChannelFolder = ShapeOf<typeof channelFolders.folderFields>;

/** Includes archived folders. */
export type FoldersState = ReadonlyMap<number, ChannelFolder>;

export const foldersPart = part<FoldersState>({
  from: (snapshot) => new Map((snapshot.channel_folders ?? []).map((folder) => [folder.id, folder])),

  on: {
    channel_folder: {
      add: (state, { channel_folder }) => withEntry(state, channel_folder.id, channel_folder),
      update: (state, { channel_folder_id, data }) => withChanges(state, channel_folder_id, data),
      reorder: (state, { order: ids }) =>
        new Map(
          ids.flatMap((id, order) => {
            const known = state.get(id);
            return known ? [[id, { ...known, order }]] : [];
          }),
        ),
    },
  },
});
