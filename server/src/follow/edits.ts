/** Edits and moves of a message of the other server, as they are stored here. */
import type { PreparedEdit } from "../imports/prepare.ts";
import type { Correspondence } from "./ids.ts";
import type { EditState, MessageState } from "./message.ts";
import type { FollowedEdit } from "./store-messages.ts";

/** In their order; where the other server hides them, only that there were some. */
export function editsHere(
  ids: Correspondence,
  message: MessageState,
  rendered: readonly PreparedEdit[],
  sender: number,
): FollowedEdit[] {
  const waiting = [...rendered];
  const current = "channel" in message.to ? (ids.get("channel", message.to.channel) ?? null) : null;
  const plain = { channel_id: current, prev_channel_id: null, topic: null, prev_topic: null };
  const edits = message.edits.flatMap((edit): FollowedEdit[] => {
    const edited_at = Math.floor(edit.editedAt);
    const isContent = isContentEdit(edit);
    const own = isContent && waiting[0]?.edited_at === edited_at ? waiting.shift() : undefined;
    if (!Number.isSafeInteger(edited_at) || (isContent && !own)) return [];
    const channelBefore = edit.channelBefore === undefined ? undefined : ids.get("channel", edit.channelBefore);
    return [
      {
        user_id: ids.get("person", edit.editor) ?? sender,
        edited_at,
        before: isContent ? (own?.before ?? "unknown") : undefined,
        channel_id: (edit.channel === undefined ? undefined : ids.get("channel", edit.channel)) ?? current,
        prev_channel_id: channelBefore ?? null,
        topic: edit.topicBefore === undefined ? null : (edit.topic ?? null),
        prev_topic: edit.topicBefore ?? null,
      },
    ];
  });
  if (edits.length > 0 || (message.editedAt === undefined && message.movedAt === undefined)) return edits;
  const edited_at = message.editedAt ?? (message.movedAt as number);
  return [{ ...plain, user_id: sender, edited_at, before: message.editedAt === undefined ? undefined : "unknown" }];
}

export const isContentEdit = ({ before, topicBefore, channelBefore }: EditState): boolean =>
  before !== undefined || (topicBefore === undefined && channelBefore === undefined);
