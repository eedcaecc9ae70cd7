/** What all settings pages share: their navigation, search, and what is said about a change. */
import type { settings as english } from "../en/settings.ts";
import type { Translated } from "../translated.ts";

export const settings: Translated<typeof english> = {
  you: "أنت",
  find: "البحث عن إعداد",
  found: "الإعدادات المطابقة",
  nothingFound: "لا يوجد إعداد مطابق.",
  backToMessages: "العودة إلى الرسائل",
  backToList: "كل الإعدادات",
  saved: "تم الحفظ",
  on: "مفعّل",
  off: "متوقف",
  filter: "تصفية: {label}",
  showMore: "إظهار {count, plural, other {# أخرى}}",
  default: "الافتراضي: {value}",
  between: "أدخل عددًا من {min} إلى {max}.",
  leaveTitle: "هل تريد المغادرة دون حفظ؟",
  leaveHelp: "لم تُحفظ تغييراتك في هذه الصفحة بعد.",
  discard: "تجاهل التغييرات",
  browserZone: "استخدام المنطقة الزمنية لهذا الجهاز",
};
