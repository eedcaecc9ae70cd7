/** The page of linkifiers. */
import type { linkifiers as english } from "../en/linkifiers.ts";
import type { Translated } from "../translated.ts";

export const linkifiers: Translated<typeof english> = {
  about: "نصوص، مثل أرقام التذاكر، تتحول إلى روابط في الرسائل والمواضيع.",
  list: "الروابط التلقائية",
  listWords: "نمط تعبير نمطي regex تذكرة مشكلة رابط تلقائي إضافة",
  listHelp: "إذا طابقت عدة أنماط النص نفسه، فأولها في هذه القائمة يُنشئ الرابط.",
  none: "لا يوجد أي منها بعد.",
  locked: "تغيير الروابط التلقائية متاح فقط للمسؤولين.",
  add: "إضافة رابط تلقائي",
  editTitle: "تعديل الرابط التلقائي",
  save: "حفظ",
  pattern: "النمط",
  patternHelp: "تعبير نمطي بصياغة RE2. سمِّ أجزاءه: \u2066(?P<id>…)\u2069",
  template: "قالب عنوان URL",
  templateHelp: "يُكتب هنا كل جزء مسمّى من النمط بين قوسين معقوفين: \u2066{example}\u2069",
  removed: "تمت إزالة \u2066{pattern}\u2069",
  try: "تجربتها",
  tryWords: "اختبار تجربة معاينة رابط تلقائي",
  text: "نص للتجربة",
  textHelp: "لا يرى هذا النص أحد غيرك.",
  textExample: "أُصلح في #1234",
  found: "{count, plural, =0 {لا روابط} one {رابط واحد} two {رابطان} few {# روابط} many {# رابطًا} other {# رابط}}",
  links: "الروابط في النص",
  by: "\u2067من \u2066{pattern}\u2069\u2069",
  tooSlow: "يستغرق هذا النمط وقتًا طويلًا مع هذا النص. بسِّطه.",
  badPattern: "تعبير نمطي خاطئ: {reason}",
  tooLarge: "النمط كبير جدًا.",
  badTemplate: "قالب العنوان غير صالح.",
  groupNotInPattern: "يستخدم قالب العنوان الجزء «{group}» وهو غير موجود في النمط.",
  groupNotInTemplate: "لا يستخدم قالب العنوان الجزء «{group}» من النمط.",
};
