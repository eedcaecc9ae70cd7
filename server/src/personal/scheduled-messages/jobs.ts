import type { RealmId } from "../../kernel/api/ids.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { queueAt, recurringOverdue } from "../../kernel/jobs/take-due.ts";
import { deliverDue } from "./deliver.ts";
import { deliverScheduled } from "./job-kind.ts";
import { deleteSentBefore, waitingMessages } from "./store.ts";

const HOUR = 3600;
/** Whoever edits a message at the very moment it is sent hears so; a day later nobody asks any more. */
const SENT_KNOWN_SECONDS = 24 * HOUR;

export const scheduledMessageJobs = [
  deliverScheduled.inside((ctx) => deliverDue(ctx)),
  recurringOverdue("watch_scheduled_messages", deliverScheduled({}), waitingMessages.realmsBehind),
  recurringJob("forget_sent_scheduled_messages", HOUR, async ({ database, clock }) => {
    const moment = Math.floor(clock.now() / 1000) - SENT_KNOWN_SECONDS;
    await database.transaction((tx) => deleteSentBefore(tx, moment));
  }),
];

/** For an organization whose messages came without their jobs. */
export const queueDeliveries = async (tx: TurnTx, realmId: RealmId): Promise<void> =>
  queueAt(tx, deliverScheduled({}), await waitingMessages.times(tx, realmId));
