/** The text of reminders. People, places and links are already formatted. */
import { quote } from "../markup.ts";

export interface Reminding {
  /** A link to a channel message; undefined for a direct message. */
  readonly link?: string | undefined;
  readonly note: string;
}

export interface Reminded {
  readonly author: string;
  readonly path: string;
}

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
