/** The domains whose email addresses can join: a part of the page of the organization's settings. */
import type { domains as english } from "../en/domains.ts";
import type { Translated } from "../translated.ts";

export const domains: Translated<typeof english> = {
  title: "نطاقات البريد الإلكتروني المسموح بها",
  words: "عنوان بريد إلكتروني نطاق تقييد نطاق فرعي",
  help: "لا ينضم إلا من لديه عنوان بريد إلكتروني من أحد هذه النطاقات.",
  off: "لا تسري إلا إذا كان انضمام الأشخاص الجدد مقيَّدًا بها، أعلاه.",
  noneRestricted: "لن يتمكن أحد من الانضمام قبل أن تضيف نطاقًا.",
  new: "النطاق",
  subdomains: "تضمين النطاقات الفرعية",
  domain: "النطاق",
  subdomainsTitle: "النطاقات الفرعية",
  subdomainsOf: "تضمين النطاقات الفرعية من {domain}",
  allowed: "مضمَّنة",
  notAllowed: "غير مضمَّنة",
  remove: "إزالة {domain}",
  removed: "تمت إزالة {domain}.",
  removedLast: "تمت إزالة {domain}. كان آخر نطاق، فلم يعد الانضمام مقيَّدًا بنطاقات.",
};
