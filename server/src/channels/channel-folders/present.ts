import type { ShapeOf } from "../../kernel/api/index.ts";
import type { folderFields } from "./contract.ts";
import type { FolderRow } from "./store.ts";

export function presentFolder(folder: FolderRow): ShapeOf<typeof folderFields> {
  const { id, name, description, rendered_description, place, creator_id, date_created, is_archived } = folder;
  return { id, name, description, rendered_description, order: place, creator_id, date_created, is_archived };
}
