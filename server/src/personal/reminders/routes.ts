import { route } from "../../kernel/http/route.ts";
import { createReminder, deleteReminder } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentReminder } from "./present.ts";
import { remindersOf } from "./store.ts";

export const reminderRoutes = [
  route(contract.getReminders, async ({ db, user }) => ({
    reminders: (await remindersOf(db, user.id)).map(presentReminder),
  })),

  route(contract.createReminder, async (ctx, request) => ({ reminder_id: await createReminder(ctx, request) })),

  route(contract.deleteReminder, async (ctx, { reminder_id }) => {
    await deleteReminder(ctx, reminder_id);
    return {};
  }),
];
