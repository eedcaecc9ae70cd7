import { snapshotPart } from "../feature.ts";
import { foldersState } from "./contract.ts";
import { presentFolder } from "./present.ts";
import { foldersOf } from "./store.ts";

export const foldersSnapshot = snapshotPart("channel_folders", foldersState, async ({ db, realm }) => ({
  channel_folders: (await foldersOf(db, realm.id)).map(presentFolder),
}));
