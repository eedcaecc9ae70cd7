import { route } from "../../kernel/http/route.ts";
import { createFolder, reorderFolders, updateFolder } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentFolder } from "./present.ts";
import { foldersOf } from "./store.ts";

export const folderRoutes = [
  route(contract.createFolder, async (ctx, { name, description }) => ({
    channel_folder_id: await createFolder(ctx, name, description),
  })),

  route(contract.getFolders, async ({ db, realm }, { include_archived }) => {
    const folders = await foldersOf(db, realm.id);
    return { channel_folders: folders.filter((each) => include_archived || !each.is_archived).map(presentFolder) };
  }),

  route(contract.reorderFolders, async (ctx, { order }) => {
    await reorderFolders(ctx, order);
    return {};
  }),

  route(contract.updateFolder, async (ctx, request) => {
    await updateFolder(ctx, request);
    return {};
  }),
];
