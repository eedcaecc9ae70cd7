/** Notifies users whom an edit newly mentions. */
import { type SqlBool, sql } from "kysely";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { InTransaction } from "../../kernel/context.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { on } from "../../kernel/moments.ts";
import { MENTION_FLAGS } from "../../messages/flags.ts";
import { messageRewritten } from "../../messages/moments.ts";
import { Trait } from "../../messages/traits.ts";
import { reasonsAfterEdit } from "./decide.ts";
import type { NotifiedReader } from "./facts.ts";
import { notifier } from "./notifier.ts";
import { BATCH, notifyUsers, usersToNotify } from "./notify.ts";
import { holdProgress, recordProgressOf } from "./store.ts";

interface NewlyMentioning {
  message_id: MessageId;
  /** Mentioned by name, through a group or as part of the topic. */
  user_ids: readonly UserId[];
  /** Whether the edit added a channel mention. */
  calls_channel: boolean;
  /** Users up to this id have been notified. */
  after_user_id?: UserId;
}

/** Notifications about a new message are decided within this time. */
const PROCESSED_AFTER_MS = 1000;

const notifyAboutEdit = jobKind<NewlyMentioning>("tell_of_edit");

/** Queues nothing if an edit mentions nobody new. */
export const notifyingNewlyMentioned = on(messageRewritten, (ctx, { id, traits, traitsBefore, newlyMentioned }) => {
  const calls_channel = (traits & ~traitsBefore & Trait.channelWildcard) !== 0;
  if (newlyMentioned.length > 0 || calls_channel)
    enqueue(ctx, notifyAboutEdit({ message_id: id, user_ids: newlyMentioned, calls_channel }));
});

export const editJobs = [
  notifyAboutEdit.insideOutOfTurn(async (ctx, edit) => {
    const { message_id, user_ids, calls_channel, after_user_id = 0 } = edit;
    if (!(await isProcessed(ctx, edit))) return;
    const subscribers = calls_channel ? await subscribersNotMentioned(ctx, message_id) : [];
    const left = [...new Set([...user_ids, ...subscribers])].filter((id) => id > after_user_id).sort((a, b) => a - b);
    const users = left.slice(0, BATCH);
    const last = users.at(-1);
    if (last !== undefined && left.length > BATCH) enqueue(ctx, notifyAboutEdit({ ...edit, after_user_id: last }));
    const readers = users.map((user_id): NotifiedReader => ({ user_id, message_id }));
    await notifyUsers(ctx, await usersToNotify(ctx.db, readers, reasonsAfterEdit));
    notifier.of(ctx.app).checkForEmails();
  }),
];

/** Except those the message mentioned before: they have been notified. */
async function subscribersNotMentioned({ db }: InTransaction, messageId: MessageId): Promise<UserId[]> {
  const rows = await db
    .selectFrom("message")
    .innerJoin("channel", "channel.recipient_id", "message.recipient_id")
    .innerJoin("subscription", "subscription.channel_id", "channel.id")
    .leftJoin("user_message", (join) =>
      join
        .onRef("user_message.message_id", "=", "message.id")
        .onRef("user_message.user_id", "=", "subscription.user_id"),
    )
    .select("subscription.user_id")
    .where("message.id", "=", messageId)
    .where("subscription.is_subscribed", "=", true)
    .where(sql<SqlBool>`(coalesce(user_message.flags, 0) & ${sql.lit(MENTION_FLAGS)}) = 0`)
    .execute();
  return rows.map((row) => row.user_id);
}

/** A message that was only just sent is still to be processed, with its new content. */
async function isProcessed(ctx: InTransaction, edit: NewlyMentioning): Promise<boolean> {
  const { app, db, realm } = ctx;
  const progress = await holdProgress(db, realm.id);
  if (progress.upto_message_id >= edit.message_id) return true;
  const upto_message_id = notifier.of(app).passed(realm.id);
  if (upto_message_id >= edit.message_id) {
    // Otherwise another process would process the message again, and notify the same people.
    await recordProgressOf(db, realm.id, { ...progress, upto_message_id });
    return true;
  }
  if (notifier.of(app).isScanning(realm.id, edit.message_id))
    enqueue(ctx, notifyAboutEdit(edit), { runAtMs: app.clock.now() + PROCESSED_AFTER_MS });
  else notifier.of(app).wake(realm.id);
  return false;
}
