/** The channel folders contract. */
import {
  badRequest,
  bool,
  ids,
  int,
  list,
  nullable,
  operation,
  optional,
  strictObject,
  text,
  timestamp,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { MustBeAdministrator } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { InvalidFolder } from "../contract.ts";

export const MAX_FOLDER_NAME_LENGTH = 60;
export const MAX_FOLDER_DESCRIPTION_LENGTH = 1024;

export const folderFields = {
  id: int(),
  name: text(),
  description: text(),
  rendered_description: text(),
  order: int(),
  creator_id: nullable(userId),
  date_created: timestamp(),
  is_archived: bool(),
};
export const folderObject = strictObject(folderFields);

export const FolderNameEmpty = badRequest("Channel folder name can't be empty.");
export const FolderNameTaken = badRequest("Channel folder name already in use");
export const FolderNotEmpty = badRequest("You need to remove all the channels from this folder to archive it.");
export const InvalidOrder = badRequest("Invalid order mapping.");

const name = text({ max: MAX_FOLDER_NAME_LENGTH, trim: true, nullBytes: true });
const description = text({ max: MAX_FOLDER_DESCRIPTION_LENGTH });

export const createFolder = operation({
  method: "POST",
  path: "/channel_folders/create",
  summary: "Create a channel folder.",
  gate: "administrator",
  params: { name, description: withDefault(description, "") },
  audit: ["channel_folder_created"],
  response: { channel_folder_id: int() },
  errors: [collections.channel_folders.Full, MustBeAdministrator, FolderNameEmpty, FolderNameTaken],
});

export const getFolders = operation({
  method: "GET",
  path: "/channel_folders",
  summary: "List the channel folders in order.",
  params: { include_archived: withDefault(bool(), false) },
  response: { channel_folders: list(folderObject) },
});

export const reorderFolders = operation({
  method: "PATCH",
  path: "/channel_folders",
  summary: "Reorder the channel folders.",
  gate: "administrator",
  params: { order: ids(int()) },
  audit: ["channel_folders_reordered"],
  response: {},
  errors: [MustBeAdministrator, InvalidOrder],
});

export const updateFolder = operation({
  method: "PATCH",
  path: "/channel_folders/{channel_folder_id}",
  summary: "Rename, describe, archive or unarchive a channel folder.",
  gate: "administrator",
  params: {
    channel_folder_id: int(),
    name: optional(name),
    description: optional(description),
    is_archived: optional(bool()),
  },
  audit: ["channel_folder_changed"],
  response: {},
  errors: [MustBeAdministrator, InvalidFolder, FolderNameEmpty, FolderNameTaken, FolderNotEmpty],
});

export const foldersState = { channel_folders: list(folderObject) };
