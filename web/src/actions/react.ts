/** Adds or removes the reader's reaction. */
import { isSameEmoji, type Message, type ReactionEmoji } from "@parley/client";
import { noteUsed } from "../emoji/frequent.ts";
import type { Emoji } from "../emoji/names.ts";
import { pillsOf } from "../message/reactions.ts";
import type { Session } from "../state/session.tsx";

export const asReaction = ({ name, code, type }: Emoji): ReactionEmoji => ({
  emoji_name: name,
  emoji_code: code,
  reaction_type: type,
});

export const THUMBS_UP: ReactionEmoji = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" };

/** Shown immediately; if the server cannot be reached, the reaction is shown as waiting. */
export function toggleReaction({ reactions, store }: Session, message: Message, emoji: ReactionEmoji): void {
  const { ownId } = store.state.users;
  const isThere = message.reactions.some((each) => each.user_id === ownId && isSameEmoji(each, emoji));
  if (!isThere) noteUsed(emoji.emoji_name);
  reactions.toggle({ message_id: message.id, emoji, isThere });
}

/** Adds or removes the reader's reaction with the first emoji; returns false if there is none. */
export function joinFirstReaction(session: Session, message: Message): boolean {
  const [first] = pillsOf(message.reactions, session.store.state.users.ownId);
  if (!first) return false;
  toggleReaction(session, message, first.emoji);
  return true;
}
