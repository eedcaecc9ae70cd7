import { openSnapshotPart } from "../../kernel/feature.ts";
import { scheduledForClient, scheduledMessagesState } from "./contract.ts";
import { presentScheduled } from "./present.ts";
import { waitingMessagesOf } from "./store.ts";

export const scheduledMessagesSnapshot = openSnapshotPart(
  "scheduled_messages",
  scheduledMessagesState,
  async ({ db, user }, { profile }) => {
    const waiting = (await waitingMessagesOf(db, user.id)).map(presentScheduled);
    const { empty_topic_name } = profile.capabilities;
    return { scheduled_messages: waiting.map((each) => scheduledForClient(each, empty_topic_name)) };
  },
);
