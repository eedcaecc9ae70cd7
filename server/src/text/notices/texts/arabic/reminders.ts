import { quote } from "../../markup.ts";
import type { ReminderNotices } from "../english/reminders.ts";

export const arabicReminders: ReminderNotices = {
  opening: ({ link, note }) =>
    [
      link === undefined ? "طلبت تذكيرك بالرسالة المباشرة التالية." : `طلبت تذكيرك بالرسالة ${link}.`,
      ...(note === "" ? [] : ["ملاحظتك:", quote(note)]),
    ].join("\n\n"),
  said: ({ author, path }) => `[كتب](${path}) ${author}:`,
  poll: ({ author, path }) => `أنشأ ${author} [استطلاعًا](${path}).`,
  todo: ({ author, path }) => `أنشأ ${author} [قائمة مهام](${path}).`,
};
