/** Reactions of an archive, by the names of emoji. */
import type { UserId } from "../kernel/api/ids.ts";
import { ApiError } from "../kernel/api/index.ts";
import type { Realm } from "../kernel/context.ts";
import { type EmojiReference, emojiMeant } from "../text/emoji/reference.ts";
import { MAX_REACTIONS_TO_MESSAGE } from "./limits.ts";
import type { MessageRecord, SkippedRecord } from "./records.ts";
import { skipped } from "./skipped.ts";

export interface LocalReaction extends EmojiReference {
  readonly user_id: UserId;
}

/** As for reactions that are added one by one (`kernel/limits/collections.ts`). */
const MOST_EMOJI = 200;

interface FoundReactions {
  readonly reactions: readonly LocalReaction[];
  readonly leftOut: readonly SkippedRecord[];
}

const NO_REACTIONS: FoundReactions = { reactions: [], leftOut: [] };

/** Each person's reaction with an emoji once. */
export function localReactions(
  realm: Pick<Realm, "customEmoji">,
  people: { get(id: string): { readonly id: UserId } | undefined },
  { reactions = [] }: MessageRecord,
  example: () => string,
): FoundReactions {
  if (reactions.length === 0) return NO_REACTIONS;
  const leftOut: SkippedRecord[] = [];
  const found = new Map<string, LocalReaction>();
  const emoji = new Set<string>();
  for (const { person, emoji: name } of reactions.slice(0, MAX_REACTIONS_TO_MESSAGE)) {
    const reference = emojiNamed(realm, name);
    const user = people.get(person);
    if (!reference) {
      leftOut.push(skipped("reactions", "the emoji is not known here", `:${name}: ${example()}`));
      continue;
    }
    if (!user) {
      leftOut.push(skipped("reactions", "the person is not in the archive", `:${name}: ${example()}`));
      continue;
    }
    const key = `${reference.reaction_type} ${reference.emoji_code}`;
    if (!emoji.has(key) && emoji.size === MOST_EMOJI) {
      leftOut.push(skipped("reactions", "the message has too many different ones", `:${name}: ${example()}`));
      continue;
    }
    emoji.add(key);
    found.set(`${user.id} ${key}`, { user_id: user.id, ...reference });
  }
  const tooMany = reactions.slice(MAX_REACTIONS_TO_MESSAGE);
  if (tooMany.length > 0) leftOut.push(skipped("reactions", "the message has too many", example(), tooMany.length));
  return { reactions: [...found.values()], leftOut };
}

function emojiNamed(realm: Pick<Realm, "customEmoji">, emoji_name: string): EmojiReference | undefined {
  try {
    const found = emojiMeant(realm, { emoji_name });
    return { emoji_name: found.emoji_name, emoji_code: found.emoji_code, reaction_type: found.reaction_type };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
