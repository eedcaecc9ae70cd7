/** The page of code playgrounds. */
import type { playgrounds as english } from "../en/playgrounds.ts";
import type { Translated } from "../translated.ts";

export const playgrounds: Translated<typeof english> = {
  about: "مواقع تشغّل الشيفرة. ترتبط بها كتل الشيفرة في الرسائل.",
  list: "ساحات التجربة",
  listHelp: "تُتاح كل منها على كتل الشيفرة المكتوبة بلغتها.",
  none: "لا يوجد أي منها بعد.",
  locked: "تغيير ساحات التجربة متاح فقط للمسؤولين.",
  add: "إضافة ساحة تجربة",
  addWords: "شيفرة كود تشغيل لغة برمجة ساحة تجربة playground",
  language: "اللغة",
  languageHelp: "كما في رأس كتلة الشيفرة",
  unknown: "لا توجد لغة معروفة بهذا الاسم. تعمل مع كتل الشيفرة التي كُتبت لغتها هكذا تمامًا.",
  languages: "اللغات",
  name: "الاسم",
  nameHelp: "على الزر: «فتح في …»",
  template: "قالب عنوان URL",
  templateHelp: "\u2066{code}\u2069 يمثّل الشيفرة.",
  remove: "إزالة {name}",
  removed: "تمت إزالة {name}.",
};
