/** The next unread conversation in Inbox order: what N opens. */
import { type Conversation, narrowOf } from "../address/narrow.ts";
import { channelFolders } from "./folders.ts";
import { type InboxParts, inboxSections, rowsInOrder } from "./inbox.ts";
import { conversationKey, type UnreadConversation } from "./unread.ts";

export type NextKind = "any" | "followed" | "direct";

/** The one after the current conversation, wrapping around; undefined if no other is left. */
export function nextUnread(
  state: InboxParts,
  { from, wanted = "any" }: { readonly from: Conversation | undefined; readonly wanted?: NextKind },
): UnreadConversation | undefined {
  const rows = rowsInOrder(inboxSections(state)).filter((row) => isWanted(row, wanted));
  if (from === undefined) return rows[0];
  const here = conversationKey(from);
  const at = rows.findIndex((row) => row.key === here);
  const after = at >= 0 ? at + 1 : placeFor(from, rows, state);
  return [...rows.slice(after), ...rows.slice(0, after)].find((row) => row.key !== here);
}

function isWanted({ conversation, isFollowed }: UnreadConversation, wanted: NextKind): boolean {
  if (wanted === "followed") return isFollowed;
  return wanted === "any" || conversation.type === "direct";
}

/** The position of a conversation without unread messages: before the other topics of its channel. */
function placeFor(from: Conversation, rows: readonly UnreadConversation[], state: InboxParts): number {
  if (from.type === "direct") return 0;
  const order = channelFolders(state).flatMap(({ channels }) => channels.map((channel) => channel.stream_id));
  const own = order.indexOf(from.channelId);
  const at = rows.findIndex(
    ({ conversation, mentions }) =>
      conversation.type === "topic" && mentions === 0 && order.indexOf(conversation.channelId) >= own,
  );
  return at < 0 ? rows.length : at;
}

/** The narrow to open, at its first unread message. */
export const narrowOfRow = (row: UnreadConversation) => narrowOf(row.conversation);
