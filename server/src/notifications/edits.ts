/** Whoever a message mentions only since it was edited is told of it too. */
import type { MessageId, UserId } from "../api/ids.ts";
import type { Writing } from "../context.ts";
import { enqueue, jobKind } from "../jobs/job-kind.ts";
import { reasonsAfterEdit } from "./decide.ts";
import { notify } from "./notify.ts";
import type { Reader } from "./standings.ts";
import { holdProgress } from "./store.ts";

interface NewlyMentioning {
  message_id: MessageId;
  /** By name, through a group or as part of the topic. */
  user_ids: readonly UserId[];
  /** It calls everybody in its channel, and did not before. */
  calls_channel: boolean;
}

const tellOfEdit = jobKind<NewlyMentioning>("tell_of_edit");

/** Nothing is queued where an edit mentions nobody new. */
export function tellNewlyMentioned(ctx: Writing, edit: NewlyMentioning): void {
  if (edit.user_ids.length > 0 || edit.calls_channel) enqueue(ctx, tellOfEdit(edit));
}

export const editJobs = [
  tellOfEdit.inside(async (ctx, { message_id, user_ids, calls_channel }) => {
    // One that was just sent is still to be looked at, with what it says now.
    if ((await holdProgress(ctx.db, ctx.realm.id)) < message_id) return;
    const called = calls_channel ? await subscribersAround(ctx, message_id) : [];
    const users = [...new Set([...user_ids, ...called])];
    const readers = users.map((user_id): Reader => ({ user_id, message_id }));
    await notify(ctx, readers, reasonsAfterEdit);
    ctx.app.notifier.lookAgain();
  }),
];

async function subscribersAround({ db }: Writing, messageId: MessageId): Promise<UserId[]> {
  const rows = await db
    .selectFrom("message")
    .innerJoin("channel", "channel.recipient_id", "message.recipient_id")
    .innerJoin("subscription", "subscription.channel_id", "channel.id")
    .select("subscription.user_id")
    .where("message.id", "=", messageId)
    .where("subscription.is_subscribed", "=", true)
    .execute();
  return rows.map((row) => row.user_id);
}
