/** Notifies users about messages: at once through the notification channels, and by email after a while. */

import type { MessageId } from "../../kernel/api/ids.ts";
import type { InTransaction } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { type Notification, notificationChannels } from "./channel.ts";
import { notificationReasons, type Reasons } from "./decide.ts";
import { type CandidateFacts, factsAbout, type NotifiedReader } from "./facts.ts";
import { presentUsers } from "./present-users.ts";
import {
  collectingUntil,
  holdProgress,
  insertMissed,
  type MissedToStore,
  type Progress,
  recordProgressOf,
} from "./store.ts";
import type { Trigger } from "./triggers.ts";

/**
 * How many messages are collected for one person's email. A flood of messages to many people leaves room for those to this
 * person alone.
 */
const MOST_MISSED = 100;
const MOST_MISSED_PERSONALLY = 200;
const PERSONAL: ReadonlySet<string | undefined> = new Set<Trigger>(["direct_message", "mentioned"]);

/** A user to notify about a message if they are away. */
export type NotifiedUser = CandidateFacts & { readonly reasons: Reasons };

/** The candidates who are to be notified if they are away, with the reasons. */
export async function usersToNotify(
  db: Db,
  candidates: readonly NotifiedReader[],
  reasonsOf: (facts: CandidateFacts) => Reasons = notificationReasons,
): Promise<NotifiedUser[]> {
  return (await factsAbout(db, candidates)).flatMap((facts) => {
    const reasons = reasonsOf(facts);
    return reasons.mail === undefined && reasons.push === undefined ? [] : [{ ...facts, reasons }];
  });
}

/** The number of users notified in one transaction. Other writers wait for it. */
export const BATCH = 200;

/**
 * Notifies a batch of users about messages up to `last`, and records the progress, so that another process can continue
 * after a crash. `notified` is in the order of `usersToNotify`. Returns whether the batch was the last.
 */
export async function notifyBatch(
  ctx: InTransaction,
  last: MessageId,
  notified: readonly NotifiedUser[],
): Promise<boolean> {
  const { db, realm } = ctx;
  const progress = await holdProgress(db, realm.id);
  if (progress.upto_message_id >= last) return true;
  const left = realm.is_active ? notified.filter((each) => isAfter(each, progress)) : [];
  const some = left.slice(0, BATCH);
  const rest = left.length > BATCH ? some.at(-1) : undefined;
  await recordProgressOf(
    db,
    realm.id,
    rest
      ? { ...progress, told_message_id: rest.message.id, told_user_id: rest.userId }
      : { upto_message_id: last, ...progressBeyond(last, progress) },
  );
  await notifyUsers(ctx, some);
  return rest === undefined;
}

/** Keeps the progress of another node that is already at later messages. */
function progressBeyond(last: MessageId, { told_message_id, told_user_id }: Progress) {
  const isBeyond = told_message_id !== null && told_message_id > last;
  return isBeyond ? { told_message_id, told_user_id } : { told_message_id: null, told_user_id: null };
}

function isAfter(
  { message, userId }: NotifiedUser,
  { upto_message_id, told_message_id, told_user_id }: Progress,
): boolean {
  if (told_message_id === null || told_user_id === null) return message.id > upto_message_id;
  return message.id > told_message_id || (message.id === told_message_id && userId > told_user_id);
}

export async function notifyUsers(ctx: InTransaction, notified: readonly NotifiedUser[]): Promise<void> {
  if (notified.length === 0) return;
  const users = [...new Set(notified.map((each) => each.userId))];
  const here = await presentUsers(ctx.db, users, ctx.now);
  const isPushed = ({ userId, settings, reasons }: NotifiedUser) =>
    reasons.push !== undefined && (!here.has(userId) || settings.enable_online_push_notifications);

  await push(ctx, notified.filter(isPushed));
  const collecting = await collectingUntil(ctx.db, users, ctx.now);
  const rows = notified.flatMap((each): MissedToStore[] => {
    const { userId: user_id, message, settings, reasons } = each;
    const until = here.get(user_id);
    const is_pushed = isPushed(each) || reasons.push === undefined;
    const most = PERSONAL.has(reasons.mail ?? reasons.push) ? MOST_MISSED_PERSONALLY : MOST_MISSED;
    const row = { user_id, message_id: message.id, is_pushed, most };
    if (reasons.mail === undefined && is_pushed) return [];
    if (until !== undefined) return [{ ...row, is_held: true, due_at: until }];
    // Messages already waiting set the time: later messages do not delay the first one.
    const due_at = collecting.get(user_id) ?? ctx.now + settings.email_notifications_batching_period_seconds;
    return [{ ...row, is_held: false, due_at }];
  });
  await insertMissed(ctx.db, rows);
}

/** Passes the push notifications to the channels. */
export async function push(ctx: InTransaction, notified: readonly NotifiedUser[]): Promise<void> {
  const notifications = notified.flatMap(({ userId, message, reasons: { push: trigger } }): Notification[] =>
    trigger === undefined ? [] : [{ userId, message, trigger }],
  );
  if (notifications.length === 0) return;
  for (const channel of notificationChannels.of(ctx.app)) await channel.deliver(ctx, notifications);
}
