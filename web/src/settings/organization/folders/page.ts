/** Channel folders: how channels are grouped in everyone's sidebar. */
import type { SettingsPage } from "../../page.ts";

export const foldersPage: SettingsPage = {
  address: { kind: "organization", section: "channel-folders" },
  name: "address.channelFolders",
  about: "folders.about",
  icon: "folder",
  groups: [],
  landmarks: [
    { key: "new-folder", label: "folders.create", words: "folders.createWords" },
    { key: "loose-channels", label: "folders.loose", words: "folders.looseWords" },
  ],
  load: () => import("./Folders.tsx").then(({ Folders }) => Folders),
};
