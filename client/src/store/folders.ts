import type { channelFolders, ShapeOf } from "@parley/server/contract";
import { part, withEntry } from "./part.ts";

export type ChannelFolder = ShapeOf<typeof channelFolders.folderFields>;

/** Archived ones included. */
export type FoldersState = ReadonlyMap<number, ChannelFolder>;

export const foldersPart = part<FoldersState>({
  from: (snapshot) => new Map((snapshot.channel_folders ?? []).map((folder) => [folder.id, folder])),

  apply(state, event) {
    if (event.type !== "channel_folder") return state;
    if (event.op === "add") {
      const folder = event.channel_folder as ChannelFolder;
      return withEntry(state, folder.id, folder);
    }
    if (event.op === "update") {
      const known = state.get(event.channel_folder_id as number);
      return known ? withEntry(state, known.id, { ...known, ...(event.data as Partial<ChannelFolder>) }) : state;
    }
    if (event.op !== "reorder") return state;
    return new Map(
      (event.order as number[]).flatMap((id, order) => {
        const known = state.get(id);
        return known ? [[id, { ...known, order }]] : [];
      }),
    );
  },
});
