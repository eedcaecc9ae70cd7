import { mutant } from "./mutant.ts";

export const personalMutants = [
  mutant("if (moment <= now) throw new NotInFuture();", "", "a message can be scheduled for the past"),
  mutant("if (row.sent_at !== null) throw new AlreadySent();", "", "a scheduled message that was sent can be changed"),
  mutant(
    "if (before.failure !== null && scheduled_delivery_timestamp === undefined) throw new NotInFuture();",
    "",
    "a scheduled message that could not be sent can be changed without a new time",
  ),
  mutant("failure: null, client: ctx.client,", "client: ctx.client,", "a rescheduled message is still shown as failed"),
  mutant(
    "read_by_sender: read_by_sender ?? (isInteractive(ctx.client) && !isToSelf),",
    "read_by_sender: read_by_sender ?? isInteractive(ctx.client),",
    "a scheduled note to oneself is read before its time",
  ),
  mutant(
    "await releaseScheduled(ctx, [id]); await deleteRow(ctx.db, id);",
    "await deleteRow(ctx.db, id);",
    "a file that only a deleted scheduled message named is kept forever",
  ),
  mutant(
    "if (type !== undefined && isChannelType(type) && topic === undefined) throw new TopicRequired();",
    "",
    "a scheduled message can be moved to a channel without a topic",
  ),
  mutant(
    "demand(await store.changeDraft(db, user.id, draft), new DraftDoesNotExist());",
    "await store.changeDraft(db, user.id, draft);",
    "a draft that is being deleted is announced as changed",
  ),
  mutant(
    "store.removeAllDrafts(db, user.id);",
    "undefined;",
    "drafts come back when synchronization is switched on again",
  ),
];
