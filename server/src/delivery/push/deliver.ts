/**
 * Delivers push notifications. Notices are stored in the transaction that decides on them, together with jobs for
 * batches of devices. A job builds its notifications when it runs, from the current state: a notice that was withdrawn
 * in the meantime is not sent, and one that was sent is withdrawn when its message is read or deleted.
 */
import { randomUUID } from "node:crypto";
import type { MessageId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import type { InTransaction, OpenContext, Writing } from "../../kernel/context.ts";
import { takeTurn } from "../../kernel/events/log.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { on } from "../../kernel/moments.ts";
import {
  channelsLeft,
  messagesGoing,
  messagesMoved,
  messagesRead,
  nothingUnread,
  type Read,
} from "../../messages/moments.ts";
import { unreadAmong } from "../../messages/read-state/readers.ts";
import { messageCauses } from "../notifications/causes.ts";
import { type Notification, notificationChannel } from "../notifications/channel.ts";
import { DEVICES_PER_REQUEST, notifyThroughGateway } from "./gateway.ts";
import { type News, notificationsFor, readableByPushServices, type Withdrawn } from "./notification.ts";
import { forgetDevices, parcelsFor } from "./parcels.ts";
import { pushUsers } from "./push-users.ts";
import {
  activeDevicesById,
  activeDevicesOf,
  deleteNotices,
  deleteNoticesAbout,
  deleteNoticesIn,
  deleteNoticesOf,
  insertNotices,
  type Notice,
  noticesAbout,
  tokensById,
  tokensOf,
} from "./store.ts";
import { queueForBrowsers } from "./web/deliver.ts";

/** The fields used here. */
export interface PushNotification extends Pick<Notification, "userId" | "trigger"> {
  readonly message: { readonly id: MessageId };
}

export const pushChannel = notificationChannel({ name: "push", deliver });

async function deliver(asked: InTransaction, notifications: readonly PushNotification[]): Promise<void> {
  const reached = await pushUsers(asked);
  const concerned = notifications.filter(({ userId }) => reached.has(userId));
  if (concerned.length === 0) return;
  // Users who read a message take this lock too: either we see that it is read, or they find the notice and withdraw
  // it.
  const ctx = await takeTurn(asked);
  const notices = concerned.map(({ userId, message, trigger }) => ({
    user_id: userId,
    message_id: message.id,
    trigger,
  }));
  const unread = new Set((await unreadAmong(ctx.db, notices)).map(keyOf));
  const fresh = notices.filter((notice) => unread.has(keyOf(notice)));
  const inserted = await insertNotices(ctx.db, ctx.now, fresh);
  for (const [message_id, theirs] of Map.groupBy(inserted, (notice) => notice.message_id))
    await queueNews(
      { ...ctx, requestId: ctx.requestId ?? messageCauses.of(ctx.app).of(message_id) },
      { message_id },
      theirs.map((notice) => notice.user_id),
    );
}

const keyOf = ({ user_id, message_id }: Notice) => `${user_id} ${message_id}`;

/** Skips the query for users without devices. */
async function withdrawRead(ctx: Writing, { userId, messages }: Read): Promise<void> {
  if (!(await pushUsers(ctx)).has(userId)) return;
  const withdrawn =
    messages === "all"
      ? await deleteNoticesOf(ctx.db, userId)
      : await deleteNotices(
          ctx.db,
          messages.map((message_id) => ({ user_id: userId, message_id })),
        );
  queueWithdrawal(ctx, withdrawn);
}

/** Withdraws notifications of several users at once. */
export async function withdrawNotices(ctx: Writing, notices: readonly Notice[]): Promise<void> {
  const reached = await pushUsers(ctx);
  const concerned = notices.filter((notice) => reached.has(notice.user_id));
  if (concerned.length > 0) queueWithdrawal(ctx, await deleteNotices(ctx.db, concerned));
}

async function withdrawDeleted(ctx: Writing, messages: readonly MessageId[]): Promise<void> {
  if ((await pushUsers(ctx)).size === 0) return;
  queueWithdrawal(ctx, await deleteNoticesAbout(ctx.db, messages));
}

/** Withdraws notices of users who cannot see the moved messages, or no longer have them unread. */
async function withdrawUnseen(ctx: Writing, messages: readonly MessageId[]): Promise<void> {
  if ((await pushUsers(ctx)).size === 0) return;
  const notices = await noticesAbout(ctx.db, messages);
  const unread = new Set((await unreadAmong(ctx.db, notices)).map(keyOf));
  await withdrawNotices(
    ctx,
    notices.filter((notice) => !unread.has(keyOf(notice))),
  );
}

async function withdrawIn(ctx: Writing, { recipientId }: { readonly recipientId: RecipientId }): Promise<void> {
  if ((await pushUsers(ctx)).size > 0) queueWithdrawal(ctx, await deleteNoticesIn(ctx.db, recipientId));
}

export const withdrawing = [
  on(messagesRead, withdrawRead),
  on(channelsLeft, withdrawNotices),
  on(nothingUnread, withdrawIn),
  on(messagesMoved, withdrawUnseen),
  on(messagesGoing, withdrawDeleted),
];

const withdrawPush = jobKind<{ withdrawn: readonly Withdrawn[] }>("withdraw_push");
/** The limits for one notification and for one job. */
const MESSAGES_AT_ONCE = 200;
const USERS_AT_ONCE = 500;

function queueWithdrawal(ctx: Writing, notices: readonly Notice[]): void {
  const byUser = Map.groupBy(notices, (notice) => notice.user_id);
  const all = [...byUser].flatMap(([user_id, own]) => {
    const ids = own.map((notice) => notice.message_id).sort((a, b) => a - b);
    return batches(ids, MESSAGES_AT_ONCE).map((message_ids, round) => ({ user_id, message_ids, round }));
  });
  // Each further batch of a user goes into another job.
  for (const round of Map.groupBy(all, (each) => each.round).values())
    for (const users of batches(round, USERS_AT_ONCE))
      enqueue(ctx, withdrawPush({ withdrawn: users.map(({ user_id, message_ids }) => ({ user_id, message_ids })) }));
}

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
}

interface PushBatch {
  id: string;
  news: News;
  tokens: number[];
  devices: number[];
}

const pushThroughGateway = jobKind<PushBatch>("push_through_gateway", "push");
/** With the pauses between them this is about a quarter of an hour; later than that, notifications are pointless. */
const ATTEMPTS = 12;

async function queueNews(ctx: Writing, news: News, users: readonly UserId[]): Promise<void> {
  await queueForBrowsers(ctx, news, users);
  if (ctx.app.config.pushGateway === undefined) return;
  const tokens = (await tokensOf(ctx.db, users)).map((token) => token.id);
  const devices = (await activeDevicesOf(ctx.db, users)).map((device) => device.id);
  for (const some of batches(tokens, DEVICES_PER_REQUEST))
    enqueue(ctx, pushThroughGateway({ id: randomUUID(), news, tokens: some, devices: [] }));
  for (const some of batches(devices, DEVICES_PER_REQUEST))
    enqueue(ctx, pushThroughGateway({ id: randomUUID(), news, tokens: [], devices: some }));
}

async function sendBatch(ctx: OpenContext, { id, news, tokens, devices }: PushBatch): Promise<void> {
  const { db, app } = ctx;
  const gateway = app.config.pushGateway;
  if (!gateway) return;
  const targets = { tokens: await tokensById(db, tokens), devices: await activeDevicesById(db, devices) };
  const users = [...new Set([...targets.tokens, ...targets.devices].map((target) => target.user_id))];
  const notifications = await notificationsFor(ctx, news, users);
  const parcels = parcelsFor(targets, {
    readable: await readableByPushServices(ctx, notifications),
    sealed: notifications,
  });
  if (parcels.length > 0) await forgetDevices(ctx, await notifyThroughGateway(ctx, gateway, { id, parcels }));
}

export const deliveryJobs = [
  withdrawPush.inside((ctx, { withdrawn }) =>
    queueNews(
      ctx,
      { withdrawn },
      withdrawn.map((each) => each.user_id),
    ),
  ),
  pushThroughGateway.outside(sendBatch, ATTEMPTS),
];
