import { bool, event, int, list, oneOf, optional, strictObject, text } from "../../kernel/api/index.ts";
import { folderObject } from "./contract.ts";

/** Sent to everyone. */
export const folderAddEvent = event("channel_folder", { op: oneOf("add"), channel_folder: folderObject });

/** Sent to everyone, one for each property that changed. */
export const folderUpdateEvent = event("channel_folder", {
  op: oneOf("update"),
  channel_folder_id: int(),
  data: strictObject({
    name: optional(text()),
    description: optional(text()),
    rendered_description: optional(text()),
    is_archived: optional(bool()),
  }),
});

/** Sent to everyone: the ids of all folders in their order. */
export const folderReorderEvent = event("channel_folder", { op: oneOf("reorder"), order: list(int()) });
