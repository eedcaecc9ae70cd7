/**
 * What became of the last requests to a bot's URLs. Payloads are not kept: they are of others, and the message says what was
 * posted (decision 120).
 */
import { ApiError, type Sentence, type ShapeOf, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { Db, Tx } from "../../kernel/db/handles.ts";
import type { WebhookDelivery } from "../../kernel/db/tables/people.ts";
import { shortened } from "../../text/notices/markup.ts";
import { type getWebhookDeliveries, MAX_DELIVERIES } from "./contract.ts";
import { cleaned } from "./payload.ts";
import { readersSpeaker, sentenceFrom, storedSentence } from "./stored-sentence.ts";

type Delivery = ShapeOf<(typeof getWebhookDeliveries)["response"]>["deliveries"][number];

/** How a request ended. */
export type DeliveryOutcome = Pick<WebhookDelivery, "integration" | "event" | "outcome"> & {
  readonly message_id?: number;
  readonly code?: string;
  readonly reason?: Sentence;
};

/** No name of an integration is longer; a URL may have any. */
const MAX_NAME_LENGTH = 60;

/** After the response is certain: a request that was carried out must not fail because of this. */
export async function noteDelivery({ app, user, now }: Context, delivery: DeliveryOutcome): Promise<void> {
  const { integration, event, outcome, message_id = null, code = null, reason } = delivery;
  try {
    await app.database.transaction(
      (tx) =>
        insertDelivery(tx, {
          user_id: user.id,
          integration: shortened(cleaned(integration), MAX_NAME_LENGTH),
          event,
          received_at: now,
          outcome,
          message_id,
          code,
          reason: reason ? json(storedSentence(reason)) : null,
        }),
      { isShort: true },
    );
  } catch (error) {
    app.log.warn({ err: error }, "The outcome of a webhook was not recorded.");
  }
}

/** What is said of an error: nothing of a fault of the server, whose details are in its log. */
export const refusalOf = (error: unknown): Pick<DeliveryOutcome, "outcome" | "code" | "reason"> =>
  error instanceof ApiError
    ? { outcome: "refused", code: error.code, reason: error.sentence }
    : { outcome: "refused", code: "INTERNAL_SERVER_ERROR" };

/** The newest of a bot. Older ones are deleted with the next request, or by the job. */
async function insertDelivery(tx: Tx, row: WebhookDelivery): Promise<void> {
  await tx.insertInto("webhook_delivery").values(row).execute();
  const oldest = tx
    .selectFrom("webhook_delivery")
    .select("id")
    .where("user_id", "=", row.user_id)
    .orderBy("id", "desc")
    .limit(1)
    .offset(MAX_DELIVERIES - 1);
  await tx.deleteFrom("webhook_delivery").where("user_id", "=", row.user_id).where("id", "<", oldest).execute();
}

export async function deleteDeliveriesBefore(tx: Tx, time: number): Promise<void> {
  await tx.deleteFrom("webhook_delivery").where("received_at", "<", time).execute();
}

const deliveriesTo = (db: Db, bot: UserId) =>
  db
    .selectFrom("webhook_delivery")
    .select(["id", "integration", "event", "received_at", "outcome", "message_id", "code", "reason"])
    .where("user_id", "=", bot)
    .orderBy("id", "desc")
    .limit(MAX_DELIVERIES)
    .execute();

/** Newest first, with reasons in the language of the reader. */
export async function deliveriesOf(ctx: Context, bot: UserId): Promise<Delivery[]> {
  const speaker = readersSpeaker(ctx);
  const rows = await deliveriesTo(ctx.db, bot);
  return rows.map(({ reason, ...row }) => ({ ...row, reason: reason && speaker.say(sentenceFrom(reason)) }));
}
