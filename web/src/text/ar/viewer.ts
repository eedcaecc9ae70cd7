/** Pictures in full. */
import type { viewer as english } from "../en/viewer.ts";
import type { Translated } from "../translated.ts";

export const viewer: Translated<typeof english> = {
  openOriginal: "فتح الأصل",
  copyLink: "نسخ الرابط",
  linkCopied: "تم نسخ الرابط.",
  linkNotCopied: "تعذّر نسخ الرابط.",
  previous: "الصورة السابقة",
  next: "الصورة التالية",
  zoomIn: "تكبير",
  zoomOut: "تصغير",
  fit: "ملاءمة النافذة",
  position: "{index, number} من {count, number}",
  failed: "تعذّر تحميل الصورة.",
};
