import type { RealmId } from "../../kernel/api/ids.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { queueAt, recurringOverdue } from "../../kernel/jobs/take-due.ts";
import { remindOfDue } from "./deliver.ts";
import { deliverReminders } from "./job-kind.ts";
import { waitingReminders } from "./store.ts";

export const reminderJobs = [
  deliverReminders.inside((ctx) => remindOfDue(ctx)),
  recurringOverdue("watch_reminders", deliverReminders({}), waitingReminders.realmsBehind),
];

/** For an imported organization, whose reminders have no jobs yet. */
export const queueReminders = async (tx: TurnTx, realmId: RealmId): Promise<void> =>
  queueAt(tx, deliverReminders({}), await waitingReminders.times(tx, realmId));
