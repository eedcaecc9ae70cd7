/** What is in the emoji picker. */
import type { emojiPicker as english } from "../en/emoji-picker.ts";
import type { Translated } from "../translated.ts";

export const emojiPicker: Translated<typeof english> = {
  search: "البحث في الرموز التعبيرية",
  frequent: "المستخدمة كثيرًا",
  custom: "مخصصة",
  smileys: "الوجوه والمشاعر",
  people: "الأشخاص والجسم",
  nature: "الحيوانات والطبيعة",
  food: "الطعام والشراب",
  travel: "السفر والأماكن",
  activities: "الأنشطة",
  objects: "الأشياء",
  symbols: "الرموز",
  flags: "الأعلام",
  found: "نتائج البحث",
  none: "لا توجد رموز مطابقة.",
  tones: "لون البشرة",
  noTone: "بلا لون بشرة",
  lightTone: "فاتح",
  mediumLightTone: "فاتح متوسط",
  mediumTone: "متوسط",
  mediumDarkTone: "داكن متوسط",
  darkTone: "داكن",
  hint: "Enter للاختيار، وShift Enter للاختيار مع إبقاء النافذة مفتوحة",
};
