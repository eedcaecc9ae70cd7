import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { type Span, shortSpan } from "../../kernel/db/span.ts";
import type { ReactionType } from "../../text/emoji/dialect.ts";

export interface EmojiKey {
  reaction_type: ReactionType;
  emoji_code: string;
}

const SHOWN = ["message_id", "user_id", "emoji_name", "emoji_code", "reaction_type"] as const;

/** Reactions to all these messages, oldest first within each. */
export async function reactionsTo(db: Db, messageIds: readonly MessageId[]) {
  const span = shortSpan(messageIds);
  if (!span) return reactionRows(db, { messageIds });
  const wanted = new Set(messageIds);
  return (await reactionsWithin(db, span)).filter((reaction) => wanted.has(reaction.message_id));
}

const reactionsWithin = compiled((db, { from, to }: Span) =>
  db
    .selectFrom("reaction")
    .select(SHOWN)
    .where("message_id", ">=", from)
    .where("message_id", "<=", to)
    .orderBy("message_id")
    .orderBy("id"),
);

const reactionRows = compiled((db, { messageIds }: { messageIds: readonly MessageId[] }) =>
  db
    .selectFrom("reaction")
    .select(SHOWN)
    .where(isAnyOf(db, "message_id", messageIds))
    .orderBy("message_id")
    .orderBy("id"),
);

export async function insertReaction(
  tx: TurnTx,
  reaction: EmojiKey & { message_id: MessageId; user_id: UserId; emoji_name: string },
): Promise<void> {
  await tx.insertInto("reaction").values(reaction).execute();
}

/** Deletes the user's reaction; returns the stored row, or undefined if there was none. */
export function deleteReaction(tx: TurnTx, messageId: MessageId, userId: UserId, emoji: EmojiKey) {
  return tx
    .deleteFrom("reaction")
    .where("message_id", "=", messageId)
    .where("user_id", "=", userId)
    .where("reaction_type", "=", emoji.reaction_type)
    .where("emoji_code", "=", emoji.emoji_code)
    .returning(["emoji_name", "emoji_code", "reaction_type"])
    .executeTakeFirst();
}
