import type { WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandFits } from "../../kernel/limits/room.ts";
import { alertWordsEvent } from "./events.ts";
import { alertKey } from "./matcher.ts";
import { alertWordsOf, deleteAlertWords, insertAlertWords } from "./store.ts";

/** Skips words that the user already has in any case. Returns all of the user's words. */
export async function addAlertWords(ctx: WriteContext, sent: readonly string[]): Promise<string[]> {
  const before = await currentWords(ctx);
  const known = new Set(before.map(alertKey));
  const added = new Map<string, string>();
  for (const word of sent.map((each) => each.trim()).filter((each) => each !== "")) {
    const key = alertKey(word);
    if (!known.has(key) && !added.has(key)) added.set(key, word);
  }
  if (added.size > 0) demandFits(ctx, "alert_words", before.length + added.size);
  if (added.size > 0) await insertAlertWords(ctx.db, ctx.user, [...added.values()]);
  return announceAlertWords(ctx);
}

export async function removeAlertWords(ctx: WriteContext, sent: readonly string[]): Promise<string[]> {
  const words = sent.map((each) => each.trim());
  const known = new Set((await currentWords(ctx)).map(alertKey));
  if (words.some((word) => known.has(alertKey(word)))) await deleteAlertWords(ctx.db, ctx.user, words);
  return announceAlertWords(ctx);
}

async function currentWords({ db, user }: WriteContext): Promise<string[]> {
  return alertWordsOf(db, user.id);
}

/** Sends an event even if nothing has changed: other clients of the user may have made the same change. */
async function announceAlertWords(ctx: WriteContext): Promise<string[]> {
  const alert_words = await alertWordsOf(ctx.db, ctx.user.id);
  append(ctx, alertWordsEvent({ alert_words }), toUsers(ctx.user.id));
  return alert_words;
}
