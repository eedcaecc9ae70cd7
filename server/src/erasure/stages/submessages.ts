/**
 * Votes and other submessages on other people's messages are a person's words, as reactions are: they stay only where the messages
 * stay. Those on their own messages go, stay or are reassigned with these (`messages.ts`). What a legal hold keeps is left whole.
 */
import type { Expression, SqlBool } from "kysely";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { heldMessages } from "../../messages/legal-holds/store.ts";
import { withAuthor } from "../../messages/submessages/authors.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

const AT_ONCE = 1000;

export async function removeSubmessages(ctx: Writing, { user_ids, messages }: Erasure): Promise<NextBatch | undefined> {
  if (messages === "kept") return undefined;
  const { db, realm } = ctx;
  const held = await heldMessages(db, realm.id);
  const { numDeletedRows } = await db
    .deleteFrom("submessage")
    .where("id", "in", (theirs) =>
      theirs
        .selectFrom("submessage")
        .innerJoin("message", "message.id", "submessage.message_id")
        .select("submessage.id")
        .where(isAnyOf(db, "submessage.sender_id", user_ids))
        .where((eb) => eb.not(isAnyOf(db, "message.sender_id", user_ids)))
        .$if(held !== undefined, (all) => all.where((eb) => eb.not(held as Expression<SqlBool>)))
        .limit(AT_ONCE),
    )
    .executeTakeFirst();
  return numDeletedRows >= BigInt(AT_ONCE) ? { after: 0 } : undefined;
}

/** Of these messages, which are being reassigned. Votes and strikes name the authors of options and tasks, so they are rewritten with these. */
export async function reassignSubmessages(
  db: TurnTx,
  messageIds: readonly MessageId[],
  { from, to }: { from: readonly UserId[]; to: UserId },
): Promise<void> {
  await db
    .updateTable("submessage")
    .set({ sender_id: to })
    .where(isAnyOf(db, "message_id", messageIds))
    .where(isAnyOf(db, "sender_id", from))
    .execute();
  const votes = await db
    .selectFrom("submessage")
    .select(["id", "content"])
    .where(isAnyOf(db, "message_id", messageIds))
    .where("content", "like", '%"key"%')
    .execute();
  const erased = new Set<number>(from);
  for (const { id, content } of votes) {
    const rewritten = withAuthor(content, (author) => (erased.has(author) ? to : author));
    if (rewritten !== content)
      await db.updateTable("submessage").set({ content: rewritten }).where("id", "=", id).execute();
  }
}
