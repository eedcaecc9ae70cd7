/** Telling people of messages: at once in the ways that features bring, and by mail after a while. */

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
  type MissedToStore,
  type Progress,
  recordProgressOf,
} from "./store.ts";
import type { Trigger } from "./triggers.ts";

/**
 * As many messages are collected for one person's email. A flood of messages to many leaves room for those that were for
 * this person alone.
 */
const MOST_MISSED = 100;
const MOST_MISSED_PERSONALLY = 200;
const PERSONAL: ReadonlySet<string | undefined> = new Set<Trigger>(["direct_message", "mentioned"]);

/** Somebody who is told of a message if they are away. */
export type NotifiedUser = Missing & { readonly reasons: Reasons };

/** Of those who might have to be told, those who have to be if they are away. */
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

/** Whoever else wants to write waits for so many to be told. */
export const BATCH = 200;

/**
 * Tells some of those who are to be told of messages up to the last, and writes down how far that has come: what a process
 * that dies has not told, the next one tells. They are in the order of `thoseToTell`. Answers whether these were all.
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

/** Another node may be telling of later messages already. */
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
  const rows = told.flatMap((each): MissedToStore[] => {
    const { userId: user_id, message, settings, reasons } = each;
    const until = here.get(user_id);
    const is_pushed = isPushed(each) || reasons.push === undefined;
    const most = PERSONAL.has(reasons.mail ?? reasons.push) ? MOST_MISSED_PERSONALLY : MOST_MISSED;
    const row = { user_id, message_id: message.id, is_pushed, most };
    if (reasons.mail === undefined && is_pushed) return [];
    if (until !== undefined) return [{ ...row, is_held: true, due_at: until }];
    // What is collected already sets the time: the first message does not wait longer because more follow.
    const due_at = collecting.get(user_id) ?? ctx.now + settings.email_notifications_batching_period_seconds;
    return [{ ...row, is_held: false, due_at }];
  });
  await insertMissed(ctx.db, rows);
}

/** Hands over whom to tell at once. */
export async function push(ctx: InTransaction, told: readonly NotifiedUser[]): Promise<void> {
  const notifications = told.flatMap(({ userId, message, reasons: { push: trigger } }): Notification[] =>
    trigger === undefined ? [] : [{ userId, message, trigger }],
  );
  if (notifications.length === 0) return;
  for (const channel of notificationChannels.of(ctx.app)) await channel.deliver(ctx, notifications);
}
