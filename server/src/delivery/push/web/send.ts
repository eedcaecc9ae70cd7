/** Sends one notification to one browser. A user chose the URL, so it goes through the guarded client. */
import type { OpenContext } from "../../../kernel/context.ts";
import type { OutgoingResponse } from "../../../kernel/outgoing/client.ts";
import { OutgoingError } from "../../../kernel/outgoing/errors.ts";
import { logOf } from "../../../kernel/request-log.ts";
import type { Notification } from "../notification.ts";
import { encryptFor } from "./encrypt.ts";
import type { WebPushSubscription } from "./store.ts";
import { vapidHeader } from "./vapid.ts";

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024;

/** How long a push service keeps a notification for a browser that is off: days for a message, an hour for others. */
const TTL_SECONDS = { message: 3 * 86_400, remove: 3600, test: 3600 };

/** `later`: worth a retry. `refused`: a retry would not help. */
export type WebPushOutcome = "sent" | "gone" | "later" | "refused";

export async function sendToBrowser(
  ctx: OpenContext,
  subscription: WebPushSubscription,
  notification: Notification,
): Promise<WebPushOutcome> {
  const { app, realm } = ctx;
  const { endpoint } = subscription;
  const isUrgent = notification.type !== "remove";
  try {
    const response = await app.outgoing.send({
      method: "POST",
      url: endpoint,
      headers: {
        authorization: vapidHeader(app.secrets, endpoint, { now: ctx.now, contact: realm.url }),
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        ttl: String(TTL_SECONDS[notification.type]),
        urgency: isUrgent ? "high" : "normal",
      },
      body: encryptFor(subscription, JSON.stringify(notification)),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      redirects: 0,
    });
    return outcomeOf(ctx, subscription, response);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    logOf(ctx).info({ err: error, subscription: subscription.id }, "could not reach a push service");
    return error.reason === "forbidden" || error.reason === "not_an_address" ? "refused" : "later";
  }
}

function outcomeOf(ctx: OpenContext, { id }: WebPushSubscription, { status }: OutgoingResponse): WebPushOutcome {
  if (status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  logOf(ctx).info({ status, subscription: id }, "a push service rejected a notification");
  return status === 429 || status >= 500 ? "later" : "refused";
}
