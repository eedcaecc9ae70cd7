/** Archives from before edits had a table of their own: there each message contains its edit history, newest first. */
import type { TableRow } from "../../kernel/db/rows.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { MOST_BYTES, MOST_ENTRIES, MOST_TEXTS } from "../../messages/history/limits.ts";
import { bytesOf } from "../../messages/history/store.ts";

export class OlderEdits {
  /** Channel ids by recipient id; channels precede messages. */
  readonly #channels = new Map<unknown, unknown>();
  #count = 0;

  learn(channel: TableRow): void {
    this.#channels.set(channel.recipient_id, channel.id);
  }

  /** The message in its current form, and its edits, oldest first. */
  split({ edit_history: history, ...message }: TableRow): { message: TableRow; edits: TableRow[] } {
    if (history === undefined || history === null) return { message, edits: [] };
    if (!Array.isArray(history) || !history.every(isObject))
      throw new DamagedFile("The export is damaged: the edit history of a message is invalid.");
    let channel = this.#channels.get(message.recipient_id) ?? null;
    let [texts, bytes] = [0, 0];
    const edits = history.slice(0, MOST_ENTRIES).map((edit: TableRow): TableRow => {
      const { prev_content = null, prev_rendered_content = null } = edit;
      const isText = prev_content !== null;
      if (isText) [texts, bytes] = [texts + 1, bytes + bytesOf(String(prev_content), String(prev_rendered_content))];
      const isKept = texts <= MOST_TEXTS && bytes <= MOST_BYTES;
      const row = {
        message_id: message.id,
        user_id: edit.user_id,
        edited_at: edit.timestamp,
        text_size: isText ? 0 : null,
        channel_id: channel,
        prev_channel_id: edit.prev_stream ?? null,
        topic: edit.topic ?? null,
        prev_topic: edit.prev_topic ?? null,
        prev_content: isKept ? prev_content : null,
        prev_rendered_content: isKept ? prev_rendered_content : null,
      };
      channel = edit.prev_stream ?? channel;
      return row;
    });
    return { message, edits: edits.reverse().map((edit) => ({ id: ++this.#count, ...edit })) };
  }
}

const isObject = (value: unknown): value is TableRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);
