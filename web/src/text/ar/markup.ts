/** What messages contain. */
import type { markup as english } from "../en/markup.ts";
import type { Translated } from "../translated.ts";

export const markup: Translated<typeof english> = {
  code: "شيفرة",
  codeIn: "شيفرة {language}",
  copy: "نسخ",
  copied: "تم النسخ",
  notCopied: "لم يُنسخ",
  wrap: "التفاف",
  openIn: "فتح في {name}",
  openInOne: "فتح في",
  showLines:
    "{count, plural, zero {إظهار الأسطر} one {إظهار سطر واحد} two {إظهار سطرين} few {إظهار # أسطر} many {إظهار # سطرًا} other {إظهار # سطر}}",
  showFewerLines: "إظهار أسطر أقل",
  spoiler: "نص مخفي",
  spoilerAbout: "نص مخفي: {title}",
  show: "إظهار",
  hide: "إخفاء",
  table: "جدول",
  download: "تنزيل",
  downloadFile: "تنزيل {name}",
  video: "فيديو: {name}",
  audio: "صوت: {name}",
  picture: "صورة: {name}",
  moreImages: "\u200e+{count, number}",
  hidePreview: "إخفاء المعاينة",
  showAll: "عرض الكل",
  showLess: "عرض أقل",
};
