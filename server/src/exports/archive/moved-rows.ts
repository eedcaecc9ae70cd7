/** Moves ids in columns that are neither references nor texts. */
import type { Selectable } from "kysely";
import type { Schema } from "../../kernel/db/schema.ts";
import { bytesOf } from "../../messages/history/store.ts";
import type { MovedIds } from "./ids.ts";
import { movedHtml, movedMarkdown } from "./text.ts";

type WithEmoji = { readonly reaction_type: string; readonly emoji_code: string };

/** The code of a custom emoji is its id. */
export function movedEmoji({ reaction_type, emoji_code }: WithEmoji, ids: MovedIds): { emoji_code: string } {
  return { emoji_code: reaction_type === "realm_emoji" ? `${ids.of("custom_emoji", Number(emoji_code))}` : emoji_code };
}

/** Only fields that contain users have lists of numbers: their ids. */
export const movedPeople = (value: string, ids: MovedIds) =>
  /^\[\d+(?:,\s*\d+)*\]$/.test(value)
    ? JSON.stringify((JSON.parse(value) as number[]).map((id) => ids.inText("user", id)))
    : value;

export function movedText(
  { text_size, prev_content, prev_rendered_content }: Selectable<Schema["message_edit"]>,
  ids: MovedIds,
) {
  // Both are needed to show an edit.
  if (prev_content === null || prev_rendered_content === null)
    return { text_size: text_size === null ? null : 0, prev_content: null, prev_rendered_content: null };
  // Other types are rejected when the row is stored.
  if (typeof prev_content !== "string" || typeof prev_rendered_content !== "string")
    return { text_size: text_size === null ? null : 0, prev_content, prev_rendered_content };
  const [content, html] = [movedMarkdown(prev_content, ids), movedHtml(prev_rendered_content, ids)];
  return { text_size: bytesOf(content, html), prev_content: content, prev_rendered_content: html };
}

/** Paths begin with the organization's id. */
export const movedPath = (path: string, ids: MovedIds) =>
  path.replace(/^\d+/, (id) => String(ids.of("realm", Number(id))));
