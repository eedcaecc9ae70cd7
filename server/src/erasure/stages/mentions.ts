/**
 * Rewrites rendered mentions in everyone's messages and their earlier versions. What others typed stays as it is; notices,
 * which the server composed, are rewritten as well. `after` is the last message that was looked at.
 */
import { channelByRecipient } from "../../channels/store.ts";
import type { MessageId, RealmId } from "../../kernel/api/ids.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { Steps } from "../../kernel/steps.ts";
import { announceRendering } from "../../messages/edit/announce.ts";
import { bytesOf } from "../../messages/history/store.ts";
import { systemBotsOf } from "../../people/users/system-bots.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";
import { mentions, type NameRewriter, rewriterFor } from "../rewrite.ts";

/** How many messages one statement reads, most of which mention nobody. */
const READ_AT_ONCE = 500;
/** After so many without enough to rewrite, it is noted how far we came. */
const READ_IN_ALL = 10_000;
/** How many are rewritten at once, each with an event: everyone else waits meanwhile. */
const REWRITTEN_AT_ONCE = 100;

/** Messages whose rendering, or an earlier one of which, mentions the person; `upto` is the last message that was looked at. */
export interface FoundMentions {
  readonly ids: readonly MessageId[];
  readonly upto: MessageId | undefined;
}

/** Outside of the organization's turn: new renderings do not have the name any more, so nothing is missed. */
export async function findMentions({ db, realm }: OpenContext, { user_ids, after }: Erasure): Promise<FoundMentions> {
  const steps = new Steps();
  const ids: MessageId[] = [];
  let upto: MessageId | undefined;
  for (let read = 0; read < READ_IN_ALL; read += READ_AT_ONCE) {
    const range = await nextRange(db, realm.id, upto ?? after);
    if (!range) break;
    ids.push(...(await mentioningIn(db, realm.id, user_ids, range)));
    upto = range.upto;
    // All versions of a message are rewritten together.
    const beyond = ids.splice(REWRITTEN_AT_ONCE);
    if (beyond.length > 0) return { ids, upto: ids.at(-1) };
    if (steps.isOver) await steps.pause();
  }
  return { ids, upto };
}

interface Range {
  readonly after: MessageId;
  readonly upto: MessageId;
}

async function nextRange(db: Db, realmId: RealmId, after: MessageId): Promise<Range | undefined> {
  const rows = await db
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(READ_AT_ONCE)
    .execute();
  const last = rows.at(-1)?.id;
  return last === undefined ? undefined : { after, upto: last };
}

/** Oldest first. */
async function mentioningIn(
  db: Db,
  realmId: RealmId,
  userIds: Erasure["user_ids"],
  { after, upto }: Range,
): Promise<MessageId[]> {
  const messages = await db
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("id", ">", after)
    .where("id", "<=", upto)
    .where(mentions("rendered_content", userIds))
    .execute();
  const edits = await db
    .selectFrom("message_edit")
    .select("message_id as id")
    .where("message_id", ">", after)
    .where("message_id", "<=", upto)
    .where(mentions("prev_rendered_content", userIds))
    .execute();
  return [...new Set([...messages, ...edits].map(({ id }) => id))].sort((one, other) => one - other);
}

export async function rewriteMentions(
  ctx: Writing,
  { user_ids }: Erasure,
  { ids, upto }: FoundMentions,
): Promise<NextBatch | undefined> {
  if (upto === undefined) return undefined;
  const rewriter = rewriterFor(ctx.realm, user_ids);
  await rewriteMessages(ctx, ids, rewriter);
  await rewriteEdits(ctx, ids, rewriter);
  return { after: upto };
}

async function rewriteMessages(ctx: Writing, ids: readonly MessageId[], rewriter: NameRewriter): Promise<void> {
  const { db, realm } = ctx;
  const bots = new Set((await systemBotsOf(db, realm.id)).map((bot) => bot.id));
  const rows = await db
    .selectFrom("message")
    .selectAll()
    .where(isAnyOf(db, "id", ids))
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

async function rewriteEdits({ db }: Writing, ids: readonly MessageId[], rewriter: NameRewriter): Promise<void> {
  const rows = await db
    .selectFrom("message_edit")
    .select(["id", "message_id", "text_size", "prev_content", "prev_rendered_content"])
    .where(isAnyOf(db, "message_id", ids))
    .where("prev_rendered_content", "is not", null)
    .execute();
  for (const { id, message_id, text_size, prev_content, prev_rendered_content } of rows) {
    const html = rewriter.html(prev_rendered_content ?? "");
    if (html === prev_rendered_content) continue;
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
