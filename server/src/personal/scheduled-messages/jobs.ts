import type { RealmId } from "../../kernel/api/ids.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { queueAt, recurringOverdue } from "../../kernel/jobs/take-due.ts";
import { deliverDue } from "./deliver.ts";
import { deliverScheduled } from "./job-kind.ts";
import { deleteSentBefore, waitingMessages } from "./store.ts";

const HOUR = 3600;
/** A user who edits a message just as it is sent gets an error; a day later the row is not needed. */
const SENT_KNOWN_SECONDS = 24 * HOUR;

export const scheduledMessageJobs = [
  deliverScheduled.inside((ctx) => deliverDue(ctx)),
  recurringOverdue("watch_scheduled_messages", deliverScheduled({}), waitingMessages.realmsBehind),
  recurringJob("forget_sent_scheduled_messages", HOUR, async ({ database, clock }) => {
    const moment = Math.floor(clock.now() / 1000) - SENT_KNOWN_SECONDS;
    await database.transaction((tx) => deleteSentBefore(tx, moment));
  }),
];

/** For an imported organization, whose messages have no jobs yet. */
export const queueDeliveries = async (tx: TurnTx, realmId: RealmId): Promise<void> =>
  queueAt(tx, deliverScheduled({}), await waitingMessages.times(tx, realmId));
