import { createReminder, deleteReminder, getReminders } from "../../src/personal/reminders/contract.ts";
import type { Story } from "../scene.ts";

/** Tomorrow at eight. */
const TOMORROW = Date.UTC(2026, 0, 6, 8) / 1000;

export const reminderExamples: Story = async ({ shows, chiara, messages }) => {
  const { reminder_id } = await shows(createReminder, chiara, {
    message_id: messages.party,
    scheduled_delivery_timestamp: TOMORROW,
    note: "Bring the posters.",
  });
  await shows(getReminders, chiara, {});
  await shows(deleteReminder, chiara, { reminder_id });
};
