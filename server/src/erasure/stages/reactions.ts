/** Reactions are a person's words too: they stay only where the messages stay. */
import { channelByRecipient } from "../../channels/store.ts";
import type { User, Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { removeReaction } from "../../messages/reactions/actions.ts";
import { accountsWithRights } from "../../people/users/rights.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

const AT_ONCE = 100;

export async function removeReactions(ctx: Writing, { user_ids, messages }: Erasure): Promise<NextBatch | undefined> {
  if (messages === "kept") return undefined;
  const { db, realm } = ctx;
  const rows = await db
    .selectFrom("reaction")
    .innerJoin("message", "message.id", "reaction.message_id")
    .selectAll("message")
    .select(["reaction.user_id", "reaction.reaction_type", "reaction.emoji_code"])
    .where(isAnyOf(db, "reaction.user_id", user_ids))
    .orderBy("reaction.id")
    .limit(AT_ONCE)
    .execute();
  const accounts = await accountsWithRights(ctx, user_ids);
  for (const { user_id, reaction_type, emoji_code, ...message } of rows) {
    const { user } = accounts.get(user_id) as { user: User };
    const channel = await channelByRecipient(db, realm.id, user.id, message.recipient_id);
    await removeReaction({ ...ctx, user }, { ...message, channel }, { reaction_type, emoji_code });
  }
  return rows.length === AT_ONCE ? { after: 0 } : undefined;
}
