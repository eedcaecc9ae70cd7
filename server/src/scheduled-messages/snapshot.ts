import { openSnapshotPart } from "../feature.ts";
import { scheduledMessagesState } from "./contract.ts";
import { presentScheduled } from "./present.ts";
import { waitingMessagesOf } from "./store.ts";

export const scheduledMessagesSnapshot = openSnapshotPart(
  "scheduled_messages",
  scheduledMessagesState,
  async ({ db, user }) => ({ scheduled_messages: (await waitingMessagesOf(db, user.id)).map(presentScheduled) }),
);
