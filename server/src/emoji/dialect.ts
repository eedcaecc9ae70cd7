/** The built-in emoji namespace has two spellings: ours, and the one that older clients compare exactly. */
import type { ClientProfile } from "../api/index.ts";

const UPSTREAM = "zulip_extra_emoji";

export type ReactionType = "unicode_emoji" | "realm_emoji" | "chat_extra_emoji";

/** Either spelling, as we call it. */
export const toNeutral = (sent: string): ReactionType =>
  sent === UPSTREAM ? "chat_extra_emoji" : (sent as ReactionType);

/** As a client knows it. */
export function spelled<E extends { reaction_type: string; emoji_code: string; emoji_name: string }>(
  emoji: E,
  dialect: ClientProfile["dialect"],
): E {
  if (dialect === "neutral" || emoji.reaction_type !== "chat_extra_emoji") return emoji;
  return { ...emoji, reaction_type: UPSTREAM, emoji_code: "zulip", emoji_name: "zulip" };
}
