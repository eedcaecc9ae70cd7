/**
 * Rewrites rendered mentions in everyone's messages and their earlier versions. What others typed stays as it is; notices,
 * which the server composed, are rewritten as well. `after` is the last message that was looked at.
 */
import { channelByRecipient } from "../../channels/store.ts";
import type { MessageId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { announceRendering } from "../../messages/edit/announce.ts";
import { bytesOf } from "../../messages/history/store.ts";
import { systemBotsOf } from "../../people/users/system-bots.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";
import { mentions, type NameRewriter, rewriterFor } from "../rewrite.ts";

/** How many messages are read at once, most of which mention nobody. */
const READ_AT_ONCE = 2000;
/** How many are rewritten at once, each with an event: everyone else waits meanwhile. */
const REWRITTEN_AT_ONCE = 100;

export async function rewriteMentions(ctx: Writing, erasure: Erasure): Promise<NextBatch | undefined> {
  const { db, realm } = ctx;
  const { user_ids, after } = erasure;
  const ids = await db
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", realm.id)
    .where("id", ">", after)
    .orderBy("id")
    .limit(READ_AT_ONCE)
    .execute();
  const last = ids.at(-1)?.id;
  if (last === undefined) return undefined;
  const rewriter = rewriterFor(realm, user_ids);
  const upto = await endOfBatch(ctx, erasure, last);
  await rewriteMessages(ctx, erasure, { after, upto, rewriter });
  await rewriteEdits(ctx, erasure, { after, upto, rewriter });
  return { after: upto };
}

/** The message up to which there is not too much to rewrite. All versions of a message are rewritten together. */
async function endOfBatch({ db, realm }: Writing, { user_ids, after }: Erasure, last: MessageId): Promise<MessageId> {
  const messages = await db
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", realm.id)
    .where("id", ">", after)
    .where("id", "<=", last)
    .where(mentions("rendered_content", user_ids))
    .orderBy("id")
    .limit(REWRITTEN_AT_ONCE + 1)
    .execute();
  const edits = await db
    .selectFrom("message_edit")
    .select("message_id as id")
    .where("message_id", ">", after)
    .where("message_id", "<=", last)
    .where(mentions("prev_rendered_content", user_ids))
    .orderBy("message_id")
    .limit(REWRITTEN_AT_ONCE + 1)
    .execute();
  const end = ([first, ...more]: readonly { id: MessageId }[]) => {
    const beyond = more.at(REWRITTEN_AT_ONCE - 1);
    return first && beyond ? Math.max(first.id, beyond.id - 1) : last;
  };
  return Math.min(end(messages), end(edits));
}

interface Range {
  readonly after: MessageId;
  readonly upto: MessageId;
  readonly rewriter: NameRewriter;
}

async function rewriteMessages(ctx: Writing, { user_ids }: Erasure, { after, upto, rewriter }: Range): Promise<void> {
  const { db, realm } = ctx;
  const bots = new Set((await systemBotsOf(db, realm.id)).map((bot) => bot.id));
  const rows = await db
    .selectFrom("message")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where("id", ">", after)
    .where("id", "<=", upto)
    .where(mentions("rendered_content", user_ids))
    .orderBy("id")
    .execute();
  for (const row of rows) {
    const rendered_content = rewriter.html(row.rendered_content);
    const content = bots.has(row.sender_id) ? rewriter.markdown(row.content) : row.content;
    if (rendered_content === row.rendered_content && content === row.content) continue;
    await db.updateTable("message").set({ rendered_content, content }).where("id", "=", row.id).execute();
    const channel = await channelByRecipient(db, realm.id, 0, row.recipient_id);
    await announceRendering(ctx, { ...row, content, channel }, rendered_content);
  }
}

async function rewriteEdits({ db }: Writing, { user_ids }: Erasure, { after, upto, rewriter }: Range): Promise<void> {
  const rows = await db
    .selectFrom("message_edit")
    .select(["id", "message_id", "text_size", "prev_content", "prev_rendered_content"])
    .where("message_id", ">", after)
    .where("message_id", "<=", upto)
    .where(mentions("prev_rendered_content", user_ids))
    .execute();
  for (const { id, message_id, text_size, prev_content, prev_rendered_content } of rows) {
    const html = rewriter.html(prev_rendered_content ?? "");
    const size = bytesOf(prev_content ?? "", html);
    await db
      .updateTable("message_edit")
      .set({ prev_rendered_content: html, text_size: size })
      .where("id", "=", id)
      .execute();
    await db
      .updateTable("message")
      .set((eb) => ({ history_bytes: eb("history_bytes", "+", size - (text_size ?? 0)) }))
      .where("id", "=", message_id)
      .execute();
  }
}
