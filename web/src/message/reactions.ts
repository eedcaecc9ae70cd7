/** Reactions as shown: one pill per emoji, in order of first use. */
import type { State } from "@parley/client";
import { extraPicture } from "../emoji/extra-emoji.ts";
import { emojiCharacters } from "../markup/emoji-characters.ts";

export interface Reaction {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
  readonly user_id: number;
}

export interface Pill {
  /** Equal for the same emoji, whatever its name. */
  readonly key: string;
  readonly emoji: Omit<Reaction, "user_id">;
  /** In the order in which they reacted. */
  readonly userIds: readonly number[];
  readonly isOwn: boolean;
}

export function pillsOf(reactions: readonly Reaction[], ownId: number): readonly Pill[] {
  const pills = new Map<string, { emoji: Pill["emoji"]; userIds: number[] }>();
  for (const { user_id, ...emoji } of reactions) {
    const key = `${emoji.reaction_type}:${emoji.emoji_code}`;
    const pill = pills.get(key) ?? { emoji, userIds: [] };
    pill.userIds.push(user_id);
    pills.set(key, pill);
  }
  return [...pills].map(([key, { emoji, userIds }]) => ({ key, emoji, userIds, isOwn: userIds.includes(ownId) }));
}

const MOST_NAMES = 3;

/** Whether pills show names instead of numbers: while there are few reactions. */
export const areNamed = (pills: readonly Pill[]): boolean =>
  pills.reduce((count, { userIds }) => count + userIds.length, 0) <= MOST_NAMES;

/** The characters of a Unicode emoji; undefined for others. */
export const charactersOf = ({ reaction_type, emoji_code }: Pill["emoji"]): string | undefined =>
  reaction_type === "unicode_emoji" ? emojiCharacters(emoji_code) : undefined;

/** The image of a custom or extra emoji; undefined for Unicode's, and for custom ones that are gone. */
export function pictureOf(
  { reaction_type, emoji_code }: Pill["emoji"],
  { markup }: Pick<State, "markup">,
): string | undefined {
  if (reaction_type === "realm_emoji") return markup.emoji[emoji_code]?.source_url;
  return extraPicture(reaction_type, emoji_code);
}
