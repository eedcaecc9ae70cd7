/** How long something is possible or kept. */
import type { limits as english } from "../en/limits.ts";
import type { Translated } from "../translated.ts";

export const limits: Translated<typeof english> = {
  anyTime: "Jederzeit",
  never: "Nie",
  forever: "Für immer",
  own: "Andere Dauer …",
  length: "Dauer",
  unit: "Einheit",
  seconds: "Sekunden",
  minutes: "Minuten",
  hours: "Stunden",
  days: "Tage",
  forSeconds: "{amount, plural, one {# Sekunde} other {# Sekunden}}",
  forMinutes: "{amount, plural, one {# Minute} other {# Minuten}}",
  forHours: "{amount, plural, one {# Stunde} other {# Stunden}}",
  forDays: "{amount, plural, one {# Tag} other {# Tage}}",
  wrong: "Gib eine Zahl über 0 ein.",
};
