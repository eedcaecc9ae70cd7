/** One request to a bot's URL, and what came of it. */
import type { Context, OpenContext } from "../../kernel/context.ts";
import type { Attempt } from "../../kernel/jobs/job-kind.ts";
import { OutgoingError, type OutgoingFailure } from "../../kernel/outgoing/errors.ts";
import { logOf } from "../../kernel/request-log.ts";
import { API_VERSION } from "../../kernel/version.ts";
import type { Service } from "./call.ts";
import type { WebhookRequest } from "./payload.ts";
import { outcomeOf, type WebhookOutcome } from "./response.ts";

export const TIMEOUT_MS = 10_000;
/** Twenty times the longest message; a larger response is a mistake. */
export const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;
/** With pauses of one, two and four seconds between them. */
export const ATTEMPTS = 4;
/** The limits on concurrent calls: in one process, and to one bot. */
export const LANES = { atOnce: 32, perLane: 4 };

/** These failures may be temporary. */
const TRANSIENT: readonly OutgoingFailure[] = ["timeout", "unreachable"];

/** Throws if the request should be repeated. What it is about is an id, for the log. */
export async function requestOutcome(
  caller: OpenContext,
  { ctx, service }: { readonly ctx: Context; readonly service: Service },
  { headers, body }: WebhookRequest,
  attempt: Attempt,
  about: Readonly<Record<string, number>>,
): Promise<WebhookOutcome> {
  // Log only the host: the path and query may be as secret as the token.
  const log = logOf(caller).child({ bot: ctx.user.id, ...about, host: URL.parse(service.base_url)?.host });
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
