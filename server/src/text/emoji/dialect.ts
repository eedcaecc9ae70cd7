/** The built-in emoji namespace has two spellings: ours, and the one that existing clients compare exactly. */
import type { Dialect } from "../../kernel/api/index.ts";

const UPSTREAM = "zulip_extra_emoji";
/** The namespace's only emoji. */
const NEUTRAL_NAME = "chat";
const UPSTREAM_NAME = "zulip";

export type ReactionType = "unicode_emoji" | "realm_emoji" | "chat_extra_emoji";

/** Converts either spelling to ours. */
export const toNeutral = (sent: string): ReactionType =>
  sent === UPSTREAM ? "chat_extra_emoji" : (sent as ReactionType);

/** Converts the name or code of the built-in emoji to our spelling; leaves others unchanged. */
export const toNeutralName = (name: string): string => (name === UPSTREAM_NAME ? NEUTRAL_NAME : name);

/** Converts to the client's spelling. */
export function spelled<E extends { reaction_type: string; emoji_code: string; emoji_name: string }>(
  emoji: E,
  dialect: Dialect,
): E {
  if (dialect === "neutral" || emoji.reaction_type !== "chat_extra_emoji") return emoji;
  return { ...emoji, reaction_type: UPSTREAM, emoji_code: UPSTREAM_NAME, emoji_name: UPSTREAM_NAME };
}
