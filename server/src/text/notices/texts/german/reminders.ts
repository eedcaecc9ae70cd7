import { quote } from "../../markup.ts";
import type { ReminderNotices } from "../english/reminders.ts";

export const germanReminders: ReminderNotices = {
  opening: ({ link, note }) =>
    [
      `Du wolltest an ${link ?? "die folgende Direktnachricht"} erinnert werden.`,
      ...(note === "" ? [] : ["Deine Notiz:", quote(note)]),
    ].join("\n\n"),
  said: ({ author, path }) => `${author} [schrieb](${path}):`,
  poll: ({ author, path }) => `${author} hat [eine Umfrage](${path}) begonnen.`,
  todo: ({ author, path }) => `${author} hat [eine Aufgabenliste](${path}) begonnen.`,
};
