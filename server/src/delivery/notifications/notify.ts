/** Notifies users about messages: at once through the notification channels, and by email after a while. */

import type { MessageId } from "../../kernel/api/ids.ts";
import type { InTransaction } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { type Notification, notificationChannels } from "./channel.ts";
import { type Reasons, reasonsToTell } from "./decide.ts";
import { hereAmong } from "./here.ts";
import { type Missing, type NotifiedReader, standingsOf } from "./standings.ts";
import {
  collectingUntil,
  holdProgress,
  insertMissed,
  type MissedMessage,
  type Progress,
  recordProgressOf,
} from "./store.ts";

/** A user to notify about a message if they are away. */
export type NotifiedUser = Missing & { readonly reasons: Reasons };

/** The candidates who are to be notified if they are away, with the reasons. */
export async function thoseToTell(
  db: Db,
  candidates: readonly NotifiedReader[],
  reasonsOf: (standing: Missing) => Reasons = reasonsToTell,
): Promise<NotifiedUser[]> {
  return (await standingsOf(db, candidates)).flatMap((standing) => {
    const reasons = reasonsOf(standing);
    return reasons.mail === undefined && reasons.push === undefined ? [] : [{ ...standing, reasons }];
  });
}

/** The number of users notified in one transaction. Other writers wait for it. */
export const BATCH = 200;

/**
 * Notifies a batch of users about messages up to `last`, and records the progress, so that another process can continue
 * after a crash. `told` is in the order of `thoseToTell`. Returns whether the batch was the last.
 */
export async function tellSome(ctx: InTransaction, last: MessageId, told: readonly NotifiedUser[]): Promise<boolean> {
  const { db, realm } = ctx;
  const progress = await holdProgress(db, realm.id);
  if (progress.upto_message_id >= last) return true;
  const left = realm.is_active ? told.filter((each) => isAfter(each, progress)) : [];
  const some = left.slice(0, BATCH);
  const rest = left.length > BATCH ? some.at(-1) : undefined;
  await recordProgressOf(
    db,
    realm.id,
    rest
      ? { ...progress, told_message_id: rest.message.id, told_user_id: rest.userId }
      : { upto_message_id: last, ...toldBeyond(last, progress) },
  );
  await tell(ctx, some);
  return rest === undefined;
}

/** Keeps the progress of another node that is already at later messages. */
function toldBeyond(last: MessageId, { told_message_id, told_user_id }: Progress) {
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

export async function tell(ctx: InTransaction, told: readonly NotifiedUser[]): Promise<void> {
  if (told.length === 0) return;
  const users = [...new Set(told.map((each) => each.userId))];
  const here = await hereAmong(ctx.db, users, ctx.now);
  const isPushed = ({ userId, settings, reasons }: NotifiedUser) =>
    reasons.push !== undefined && (!here.has(userId) || settings.enable_online_push_notifications);

  await push(ctx, told.filter(isPushed));
  const collecting = await collectingUntil(ctx.db, users);
  const rows = told.flatMap((each): MissedMessage[] => {
    const { userId: user_id, message, settings, reasons } = each;
    const until = here.get(user_id);
    const is_pushed = isPushed(each) || reasons.push === undefined;
    const row = { user_id, message_id: message.id, is_pushed };
    if (reasons.mail === undefined && is_pushed) return [];
    if (until !== undefined) return [{ ...row, is_held: true, due_at: until }];
    // Messages already waiting set the time: later messages do not delay the first one.
    const due_at = collecting.get(user_id) ?? ctx.now + settings.email_notifications_batching_period_seconds;
    return [{ ...row, is_held: false, due_at }];
  });
  await insertMissed(ctx.db, rows);
}

/** Passes the push notifications to the channels. */
export async function push(ctx: InTransaction, told: readonly NotifiedUser[]): Promise<void> {
  const notifications = told.flatMap(({ userId, message, reasons: { push: trigger } }): Notification[] =>
    trigger === undefined ? [] : [{ userId, message, trigger }],
  );
  if (notifications.length === 0) return;
  for (const channel of notificationChannels.of(ctx.app)) await channel.deliver(ctx, notifications);
}
