/** How long something is possible or kept. */
import type { limits as english } from "../en/limits.ts";
import type { Translated } from "../translated.ts";

export const limits: Translated<typeof english> = {
  anyTime: "في أي وقت",
  never: "أبدًا",
  forever: "دائمًا",
  own: "مدة أخرى…",
  length: "المدة",
  unit: "الوحدة",
  seconds: "ثوانٍ",
  minutes: "دقائق",
  hours: "ساعات",
  days: "أيام",
  forSeconds:
    "{amount, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتان} few {# ثوانٍ} many {# ثانية} other {# ثانية}}",
  forMinutes:
    "{amount, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتان} few {# دقائق} many {# دقيقة} other {# دقيقة}}",
  forHours: "{amount, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتان} few {# ساعات} many {# ساعة} other {# ساعة}}",
  forDays: "{amount, plural, zero {# يوم} one {يوم واحد} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}",
  wrong: "أدخل عددًا أكبر من 0.",
};
