/** Which direct conversations the sidebar shows: unread ones, then the most recent. */
import type { State } from "@parley/client";
import type { Conversation } from "../address/narrow.ts";
import { conversationKey, type UnreadConversation } from "../inbox-order/unread.ts";

export interface DirectRow {
  readonly key: string;
  readonly userIds: readonly number[];
}

export const RECENT_SHOWN = 5;

interface DirectQuery {
  readonly recent: number;
  /** The open conversation is always included. */
  readonly open: Conversation | undefined;
}

/** `unread` are the direct conversations, newest first. */
export function directRows(
  direct: State["conversations"]["direct"],
  unread: readonly UnreadConversation[],
  { recent, open }: DirectQuery,
): { readonly rows: readonly DirectRow[]; readonly more: number } {
  const first = unread.flatMap(({ key, conversation, isMuted }) =>
    conversation.type === "direct" && !isMuted ? [{ key, userIds: conversation.userIds }] : [],
  );
  const isUnread = new Set(first.map(({ key }) => key));
  const rest = direct
    .filter((each) => !each.newestIsGone)
    .map(({ user_ids }) => ({ key: conversationKey({ type: "direct", userIds: user_ids }), userIds: user_ids }))
    .filter(({ key }) => !isUnread.has(key));
  const openKey = open && conversationKey(open);
  const shown = rest.filter(({ key }, at) => at < recent || key === openKey);
  const rows = [...first, ...shown];
  // A new conversation has no messages yet.
  if (open?.type === "direct" && openKey !== undefined && !rows.some(({ key }) => key === openKey))
    rows.push({ key: openKey, userIds: open.userIds });
  return { rows, more: rest.length - shown.length };
}
