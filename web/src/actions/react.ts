/** Adds the reader's reaction to a message, or takes it back. What is so shows when the server says so. */
import type { Message } from "@parley/client";
import { reactions } from "@parley/server/contract";
import { noteUsed } from "../emoji/frequent.ts";
import type { Emoji } from "../emoji/names.ts";
import { type Pill, pillsOf } from "../message/reactions.ts";
import type { Session } from "../state/session.tsx";
import { attempt } from "./attempt.ts";

export type ReactionEmoji = Pill["emoji"];

export const asReaction = ({ name, code, type }: Emoji): ReactionEmoji => ({
  emoji_name: name,
  emoji_code: code,
  reaction_type: type,
});

export const THUMBS_UP: ReactionEmoji = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" };

const isSame = (one: ReactionEmoji, other: ReactionEmoji) =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type;

export function toggleReaction({ connection, store }: Session, message: Message, emoji: ReactionEmoji): Promise<void> {
  const { ownId } = store.state.users;
  const isOwn = message.reactions.some((each) => each.user_id === ownId && isSame(each, emoji));
  const args = {
    message_id: message.id,
    emoji_name: emoji.emoji_name,
    emoji_code: emoji.emoji_code,
    reaction_type: emoji.reaction_type as Message["reactions"][number]["reaction_type"],
  };
  if (!isOwn) noteUsed(emoji.emoji_name);
  return attempt(async () => {
    if (isOwn) await connection.call(reactions.removeReaction, args);
    else await connection.call(reactions.addReaction, args);
  });
}

/** Joins the first reaction, or takes that back; false where there is none. */
export function joinFirstReaction(session: Session, message: Message): boolean {
  const [first] = pillsOf(message.reactions, session.store.state.users.ownId);
  if (!first) return false;
  void toggleReaction(session, message, first.emoji);
  return true;
}
