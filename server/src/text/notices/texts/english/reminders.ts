/** The text of reminders. People, places and links are already formatted. */
import { quote } from "../../markup.ts";
import type { Reminded, Reminding } from "../reminders.ts";

export const englishReminders = {
  opening: ({ link, note }: Reminding) =>
    [
      `You asked to be reminded of ${link ?? "the following direct message"}.`,
      ...(note === "" ? [] : ["Your note:", quote(note)]),
    ].join("\n\n"),
  said: ({ author, path }: Reminded) => `${author} [wrote](${path}):`,
  poll: ({ author, path }: Reminded) => `${author} created [a poll](${path}).`,
  todo: ({ author, path }: Reminded) => `${author} created [a to-do list](${path}).`,
};

export type ReminderNotices = typeof englishReminders;
