/**
 * Sends due messages. One transaction sends a message and marks it as sent, so that a crash cannot lose or repeat it.
 * The sender may have lost permission since it was scheduled, so everything is checked again.
 */
import { ApiError, demand, type Sentence, said } from "../../kernel/api/index.ts";
import { partOf, type User, type WriteContext, type Writing } from "../../kernel/context.ts";
import { isLostConflict } from "../../kernel/db/postgres-errors.ts";
import { DatabaseUnavailable } from "../../kernel/db/unavailable.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { speakerOf } from "../../kernel/http/speaker.ts";
import { takeDue } from "../../kernel/jobs/take-due.ts";
import { sendNotice } from "../../messages/notices/send.ts";
import { sendMessage } from "../../messages/send/actions.ts";
import { releaseScheduled } from "../../messages/uploads/claims.ts";
import { accountsWithRights } from "../../people/users/rights.ts";
import { HeavyWorkWanted } from "../../text/markdown/texts.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import { scheduledRemoveEvent, scheduledUpdateEvent } from "./events.ts";
import { deliverScheduled } from "./job-kind.ts";
import { presentScheduled } from "./present.ts";
import { changeScheduledMessage, markSent, type ScheduledMessage, waitingMessages } from "./store.ts";

/** After an outage, a message that is later than this would confuse more than it helps. */
const MOST_LATE_SECONDS = 600;
const TOO_LATE = said`Message could not be sent at the scheduled time.`;
const DEACTIVATED = said`Account is deactivated`;
const ORGANIZATION_DEACTIVATED = said`This organization has been deactivated`;
const INTERNAL_ERROR = said`Internal server error`;

export async function deliverDue(ctx: Writing): Promise<void> {
  const { db, realm, now } = ctx;
  const due = await takeDue(ctx, deliverScheduled({}), (limit) => waitingMessages.due(db, realm.id, now, limit));
  const accounts = await accountsWithRights(
    ctx,
    due.map((scheduled) => scheduled.sender_id),
  );
  const sent: number[] = [];
  const wanted: HeavyWorkWanted[] = [];
  for (const scheduled of due) {
    const { user, isActive } = accounts.get(scheduled.sender_id) as { user: User; isActive: boolean };
    const asSender: WriteContext = { ...ctx, user, client: scheduled.client };
    const failure = await send(asSender, scheduled, isActive);
    if (failure instanceof HeavyWorkWanted) wanted.push(failure);
    else if (failure === undefined) sent.push(scheduled.id);
    else await markAsFailed(asSender, scheduled, { failure, isNotified: isActive && realm.is_active });
  }
  // Requests the worker's tasks for all messages at once; then the whole batch is tried again, in order.
  const [first, ...others] = wanted;
  if (first) throw new HeavyWorkWanted([...first.tasks, ...others.flatMap(({ tasks }) => tasks)], first.account);
  if (sent.length === 0) return;
  await releaseScheduled(ctx, sent);
  await markSent(db, sent, now);
}

/** Returns the reason if the message could not be sent; all of its changes are then rolled back. */
async function send(
  ctx: WriteContext,
  scheduled: ScheduledMessage,
  isActive: boolean,
): Promise<Sentence | HeavyWorkWanted | undefined> {
  const { id, channel_id, user_ids, topic, content, read_by_sender } = scheduled;
  try {
    await partOf(ctx, async (part) => {
      demand(ctx.realm.is_active, new ApiError(ORGANIZATION_DEACTIVATED));
      demand(isActive, new ApiError(DEACTIVATED));
      demand(ctx.now <= scheduled.scheduled_delivery_timestamp + MOST_LATE_SECONDS, new ApiError(TOO_LATE));
      const address =
        channel_id === null ? { type: "direct" as const, to: user_ids } : { type: "channel" as const, to: channel_id };
      await sendMessage(part, { ...address, topic, content, read_by_sender });
      append(part, scheduledRemoveEvent({ op: "remove", scheduled_message_id: id }), toUsers(ctx.user.id));
    });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.sentence;
    if (error instanceof HeavyWorkWanted) return error;
    // A temporary failure: the whole batch is tried again.
    if (isLostConflict(error) || error instanceof DatabaseUnavailable) throw error;
    ctx.app.log.error({ err: error, scheduled_message: id }, "could not send a scheduled message");
    return INTERNAL_ERROR;
  }
}

async function markAsFailed(
  ctx: WriteContext,
  { id, scheduled_delivery_timestamp }: ScheduledMessage,
  { failure, isNotified }: { failure: Sentence; isNotified: boolean },
): Promise<void> {
  const failed = await changeScheduledMessage(ctx.db, id, { failure: failure.toString() });
  const event = scheduledUpdateEvent({ op: "update", scheduled_message: presentScheduled(failed) });
  append(ctx, event, toUsers(ctx.user.id));
  if (!isNotified) return;
  const { default_language } = ctx.user.settings;
  const texts = noticesIn(default_language);
  const reason = speakerOf(ctx.app, default_language).say(failure);
  const planned = new Date(scheduled_delivery_timestamp * 1000).toISOString();
  await sendNotice(ctx, { user: ctx.user.id }, texts.scheduledMessageFailed(planned, reason));
}
