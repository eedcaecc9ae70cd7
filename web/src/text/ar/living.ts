/** Notifications, and what is told while nothing is pressed. */
import type { living as english } from "../en/living.ts";
import type { Translated } from "../translated.ts";

export const living: Translated<typeof english> = {
  saidInTopic: "{sender} في {channel} › {topic}",
  saidToSeveral: "{sender} إليك وإلى {others}",
  newMessage: "رسالة جديدة",
  newMessages:
    "{count, plural, zero {لا رسائل جديدة} one {رسالة جديدة واحدة} two {رسالتان جديدتان} few {# رسائل جديدة} many {# رسالة جديدة} other {# رسالة جديدة}} من {people}",
  others:
    "{count, plural, zero {لا أحد غيرهم} one {واحد آخر} two {اثنين آخرين} few {# آخرين} many {# آخرين} other {# آخرين}}",
  askToNotify: "هل تريد تفعيل الإشعارات؟",
  turnOn: "تفعيل",
  turnOnNotifications: "تفعيل الإشعارات",
  notNow: "ليس الآن",
  notifying: "الإشعارات مفعّلة.",
  sendTest: "إرسال إشعار تجريبي",
  refused: "متصفحك يحظر الإشعارات. اسمح بها في إعداداته لهذا الموقع.",
  couldNotReach: "لا تعمل الإشعارات إلا عندما يكون Parley مفتوحًا. لا يستطيع هذا المتصفح استقبالها عند إغلاقه.",
  testTitle: "الإشعارات تعمل",
  testBody: "هكذا تبدو إشعارات الرسائل.",
};
