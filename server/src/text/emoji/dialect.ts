/** The built-in emoji namespace has two spellings: ours, and the one that older clients compare exactly. */
import type { Dialect } from "../../kernel/api/index.ts";

const UPSTREAM = "zulip_extra_emoji";
/** The only member. */
const NEUTRAL_NAME = "chat";
const UPSTREAM_NAME = "zulip";

export type ReactionType = "unicode_emoji" | "realm_emoji" | "chat_extra_emoji";

/** Either spelling, as we call it. */
export const toNeutral = (sent: string): ReactionType =>
  sent === UPSTREAM ? "chat_extra_emoji" : (sent as ReactionType);

/** The name, or code, of the built-in emoji in either spelling; other names as they are. */
export const toNeutralName = (name: string): string => (name === UPSTREAM_NAME ? NEUTRAL_NAME : name);

/** As a client knows it. */
export function spelled<E extends { reaction_type: string; emoji_code: string; emoji_name: string }>(
  emoji: E,
  dialect: Dialect,
): E {
  if (dialect === "neutral" || emoji.reaction_type !== "chat_extra_emoji") return emoji;
  return { ...emoji, reaction_type: UPSTREAM, emoji_code: UPSTREAM_NAME, emoji_name: UPSTREAM_NAME };
}
