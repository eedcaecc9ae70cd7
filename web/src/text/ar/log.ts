/** The message log: what stands between messages, and around them. */
import type { log as english } from "../en/log.ts";
import type { Translated } from "../translated.ts";

export const log: Translated<typeof english> = {
  messages: "الرسائل",
  new: "{count, plural, =0 {جديد} other {# جديدة}}",
  unreadFromHere:
    "{count, plural, =0 {رسائل غير مقروءة} one {رسالة واحدة غير مقروءة} two {رسالتان غير مقروءتين} few {# رسائل غير مقروءة} many {# رسالة غير مقروءة} other {# رسالة غير مقروءة}}",
  missed: "{count, plural, other {# جديدة أثناء غيابك}}",
  arrived:
    "{count, plural, zero {لا رسائل جديدة} one {رسالة جديدة واحدة} two {رسالتان جديدتان} few {# رسائل جديدة} many {# رسالة جديدة} other {# رسالة جديدة}} من {names}",
  toNewest:
    "{count, plural, =0 {الانتقال إلى الأحدث} one {رسالة جديدة واحدة. الانتقال إلى الأحدث} two {رسالتان جديدتان. الانتقال إلى الأحدث} few {# رسائل جديدة. الانتقال إلى الأحدث} many {# رسالة جديدة. الانتقال إلى الأحدث} other {# رسالة جديدة. الانتقال إلى الأحدث}}",
  jumpToDate: "الانتقال إلى تاريخ",
  dayJump: "{day}. الانتقال إلى تاريخ",
  date: "التاريخ",
  jump: "انتقال",
  beginningOfTopic: "بداية هذا الموضوع",
  beginningOfConversation: "بداية هذه المحادثة",
  beginningOfChannel: "بداية هذه القناة",
  beginning: "لا توجد رسائل أقدم",
  protected: "لا تُعرض الرسائل السابقة لانضمامك.",
  limited: "خطة مؤسستك لا تشمل الرسائل الأقدم.",
  noOlder: "تعذّر تحميل الرسائل الأقدم.",
  noNewer: "تعذّر تحميل الرسائل الأحدث.",
  unknownChannel: "قناة غير معروفة",
  you: "أنت",
  resolve: "تحديد كمحلول",
  reopen: "إعادة فتح",
  mute: "كتم الموضوع",
  unmute: "إلغاء كتم الموضوع",
};
