/** The list of channels. */
import type { directory as english } from "../en/directory.ts";
import type { Translated } from "../translated.ts";

export const directory: Translated<typeof english> = {
  title: "القنوات",
  subscribed: "المشترَك فيها",
  available: "غير المشترَك فيها",
  all: "كل القنوات",
  lists: "قائمة القنوات",
  filter: "تصفية حسب الاسم",
  newChannel: "قناة جديدة",
  people: "{count, plural, zero {لا أحد} one {شخص واحد} two {شخصان} few {# أشخاص} many {# شخصًا} other {# شخص}}",
  weekly:
    "{count, plural, zero {لا رسائل في الأسبوع} one {رسالة واحدة في الأسبوع} two {رسالتان في الأسبوع} few {# رسائل في الأسبوع} many {# رسالة في الأسبوع} other {# رسالة في الأسبوع}}",
  subscribe: "اشتراك",
  unsubscribe: "إلغاء الاشتراك",
  archived: "مؤرشفة",
  settings: "إعدادات {name}",
  none: "لا توجد قنوات مطابقة.",
  noneSubscribed: "لم تشترك في أي قناة بعد.",
  noneAvailable: "أنت مشترك في كل القنوات التي يمكنك رؤيتها.",
};
