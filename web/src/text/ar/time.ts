/** Days and times in words; dates themselves come from Intl. */
import type { time as english } from "../en/time.ts";
import type { Translated } from "../translated.ts";

export const time: Translated<typeof english> = {
  today: "اليوم",
  yesterday: "أمس",
};
