import { openSnapshotPart } from "../../kernel/feature.ts";
import { remindersState } from "./contract.ts";
import { presentReminder } from "./present.ts";
import { remindersOf } from "./store.ts";

export const remindersSnapshot = openSnapshotPart("reminders", remindersState, async ({ db, user }) => ({
  reminders: (await remindersOf(db, user.id)).map((row) => ({ ...presentReminder(row), scheduled_message_id: row.id })),
}));
