/** Calls the bots: outside of transactions, with retries. The result is stored once. */
import { ApiError } from "../../kernel/api/index.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import type { Attempt } from "../../kernel/jobs/job-kind.ts";
import { markRead } from "../../messages/read-state/actions.ts";
import type { WebhookFailure } from "../../text/notices/texts/webhooks.ts";
import { type Call, callOf } from "./call.ts";
import { Interface } from "./interface.ts";
import { type CallToMake, callWebhook } from "./job-kind.ts";
import { write } from "./payload.ts";
import { postReply } from "./reply.ts";
import { notifyOwner, postFailure } from "./report.ts";
import { ATTEMPTS, LANES, requestOutcome } from "./request.ts";
import type { WebhookOutcome } from "./response.ts";

type Steps = (call: Call<Writing>) => Promise<void>;

export const webhookJobs = [
  callWebhook.outside(
    async (ctx, job, attempt) => {
      const call = await callOf(ctx, job);
      if (!call) return;
      await storeOutcome(attempt, job, await outcome(ctx, call, job, attempt));
    },
    ATTEMPTS,
    LANES,
  ),
];

/** Throws if the call should be retried. */
async function outcome(caller: OpenContext, call: Call, job: CallToMake, attempt: Attempt): Promise<WebhookOutcome> {
  const { service, message } = call;
  if (service.interface === Interface.slack && !message.channel) return { failure: { reason: "slack_direct" } };
  return requestOutcome(caller, call, await write(call, job.trigger), attempt, { message: message.id });
}

/** Checks everything again: a bot that can no longer post does not reply. */
async function storeOutcome(
  attempt: Attempt,
  job: CallToMake,
  { reply, failure, excerpt }: WebhookOutcome,
): Promise<void> {
  const finish = (steps: Steps) =>
    attempt.finish(async (ctx) => {
      const call = await callOf(ctx, job);
      if (!call) return;
      await steps(call);
      await markRead(call.ctx, [job.message_id]);
    });
  if (failure) attempt.noteFailure();
  if (failure) return report(finish, failure);
  try {
    await finish(async (call) => (reply ? postReply(call, reply) : undefined));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await report(finish, { reason: "reply_refused", sentence: error.message, body: excerpt });
  }
}

/** Notifies the owner even if the bot itself cannot post. */
async function report(finish: (steps: Steps) => Promise<void>, failure: WebhookFailure): Promise<void> {
  const notify: Steps = (call) => (failure.reason === "slack_direct" ? Promise.resolve() : notifyOwner(call, failure));
  try {
    await finish(async (call) => {
      await postFailure(call, failure);
      await notify(call);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await finish(notify);
  }
}
