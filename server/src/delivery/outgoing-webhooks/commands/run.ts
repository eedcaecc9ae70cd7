/** One attempt to call the bot whose command was called. */
import { ApiError } from "../../../kernel/api/index.ts";
import type { Context, OpenContext, Writing } from "../../../kernel/context.ts";
import type { Attempt } from "../../../kernel/jobs/job-kind.ts";
import { userById } from "../../../people/users/store.ts";
import { noticesIn } from "../../../text/notices/texts/index.ts";
import type { WebhookFailure } from "../../../text/notices/texts/webhooks.ts";
import { calledBot } from "../call.ts";
import { notifyOwnerOf } from "../report.ts";
import { requestOutcome } from "../request.ts";
import type { WebhookOutcome } from "../response.ts";
import { answerCall, answerPrivately } from "./answer.ts";
import { type CallOfCommand, writeCall } from "./payload.ts";
import { openCall } from "./store.ts";

export async function runCall(ctx: OpenContext, callId: number, attempt: Attempt): Promise<void> {
  const of = await loadCall(ctx, callId);
  if (!of) return;
  const outcome = await requestOutcome(ctx, of, await writeCall(of), attempt, { call: callId });
  await storeAnswer(attempt, callId, outcome);
}

/** Undefined if the call is answered or gone, or if its caller or its bot is deactivated. */
async function loadCall<C extends OpenContext>(ctx: C, id: number): Promise<CallOfCommand<C & Context> | undefined> {
  const call = await openCall(ctx.db, id, ctx.now);
  if (!call) return undefined;
  const bot = await calledBot(ctx, call.bot_id);
  const caller = await userById(ctx.db, ctx.realm.id, call.user_id);
  return bot && caller?.is_active ? { ...bot, call, caller } : undefined;
}

type Steps = (of: CallOfCommand<Writing & Context>) => Promise<void>;

/** Checks everything again. A bot that says nothing can answer later. */
async function storeAnswer(
  attempt: Attempt,
  callId: number,
  { reply, isPublic = false, failure }: WebhookOutcome,
): Promise<void> {
  const finish = (steps: Steps) =>
    attempt.finish(async (ctx) => {
      const of = await loadCall(ctx, callId);
      if (of) await steps(of);
    });
  if (failure) {
    attempt.noteFailure();
    return finish((of) => tellFailure(of, failure));
  }
  try {
    await finish(async ({ ctx, call }) => (reply ? answerCall(ctx, call, { ...reply, isPublic }) : undefined));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Without the response: its owner need not know what the caller was told.
    const refused = { reason: "reply_refused", sentence: error.message, body: undefined } as const;
    await finish((of) => tellFailure(of, refused));
  }
}

/** The caller learns it in private, in their language, and the owner as for any other call. */
async function tellFailure(of: Parameters<Steps>[0], failure: WebhookFailure): Promise<void> {
  const { ctx, call, caller } = of;
  const language = (caller.settings.default_language as string) ?? ctx.realm.userDefaults.default_language;
  await answerPrivately(ctx, call, { content: noticesIn(language).webhooks.inConversation(failure) });
  await notifyOwnerOf(of, failure, `\`/${call.command}\``);
}
