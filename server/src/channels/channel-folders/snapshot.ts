import { commonSnapshotPart, snapshotPart } from "../../kernel/feature.ts";
import { hasMetadataAccess } from "../permissions.ts";
import { allChannels } from "../store.ts";
import { foldersState } from "./contract.ts";
import { presentFolder } from "./present.ts";
import { foldersOf } from "./store.ts";

export const foldersSnapshot = commonSnapshotPart(
  snapshotPart(
    "channel_folders",
    foldersState,
    async ({ db, realm }) => ({ channel_folders: (await foldersOf(db, realm.id)).map(presentFolder) }),
    // Visitors know a folder if it contains a web-public channel.
    async ({ db, realm, user }) => {
      const open = (await allChannels(db, realm.id, user.id)).filter((channel) => hasMetadataAccess(user, channel));
      const known = new Set(open.map((channel) => channel.folder_id));
      const folders = await foldersOf(db, realm.id);
      return { channel_folders: folders.filter((folder) => known.has(folder.id)).map(presentFolder) };
    },
  ),
);
