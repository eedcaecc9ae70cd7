/** Names of the views, in the sidebar, as headings and in the window's title. */
import type { views as english } from "../en/views.ts";
import type { Translated } from "../translated.ts";

export const views: Translated<typeof english> = {
  inbox: "الوارد",
  recent: "المحادثات الأخيرة",
  feed: "الموجز المجمّع",
  mentions: "الإشارات",
  starred: "المميزة بنجمة",
  drafts: "المسودات",
  scheduled: "المجدولة",
  reminders: "التذكيرات",
  reactions: "التفاعلات",
  directMessages: "الرسائل المباشرة",
  notesToSelf: "ملاحظات لنفسك",
  search: "البحث",
};
