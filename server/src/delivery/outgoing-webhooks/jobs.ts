/** Calls the bots: outside of transactions, with retries. The result is stored once. */
import { ApiError } from "../../kernel/api/index.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import type { Attempt } from "../../kernel/jobs/job-kind.ts";
import { OutgoingError, type OutgoingFailure } from "../../kernel/outgoing/errors.ts";
import { logOf } from "../../kernel/request-log.ts";
import { API_VERSION } from "../../kernel/version.ts";
import { changeFlags } from "../../messages/read-state/actions.ts";
import type { WebhookFailure } from "../../text/notices/texts/webhooks.ts";
import { type Call, callOf } from "./call.ts";
import { Interface } from "./interface.ts";
import { type CallToMake, callWebhook } from "./job-kind.ts";
import { write } from "./payload.ts";
import { postReply } from "./reply.ts";
import { notifyOwner, postFailure } from "./report.ts";
import { outcomeOf, type WebhookOutcome } from "./response.ts";

export const TIMEOUT_MS = 10_000;
/** Twenty times the longest message; a larger response is a mistake. */
export const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;
/** With pauses of one, two and four seconds between them. */
export const ATTEMPTS = 4;
/** The limits on concurrent calls: in one process, and to one bot. */
const LANES = { atOnce: 32, perLane: 4 };

/** These failures may be temporary. */
const TRANSIENT: readonly OutgoingFailure[] = ["timeout", "unreachable"];

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
  const { service, message, ctx } = call;
  if (service.interface === Interface.slack && !message.channel) return { failure: { reason: "slack_direct" } };
  const { headers, body } = await write(call, job.trigger);
  // Log only the host: the path and query may be as secret as the token.
  const log = logOf(caller).child({ bot: ctx.user.id, message: message.id, host: URL.parse(service.base_url)?.host });
  try {
    const response = await caller.app.outgoing.send({
      method: "POST",
      url: service.base_url,
      headers: { ...headers, "user-agent": `ParleyOutgoingWebhook/${API_VERSION}` },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      redirects: MAX_REDIRECTS,
    });
    log.debug({ status: response.status }, "an outgoing webhook was called");
    return outcomeOf(response, service.interface);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const { reason, code } = error;
    if (reason === "stopped" || (TRANSIENT.includes(reason) && !attempt.isLast)) throw error;
    log.info({ reason, code }, "an outgoing webhook could not be called");
    return { failure: { reason, code } };
  }
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
      await changeFlags(call.ctx, [job.message_id], { op: "add", flag: "read" });
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
