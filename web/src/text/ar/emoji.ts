/** The emoji picker before it is loaded. */
import type { emoji as english } from "../en/emoji.ts";
import type { Translated } from "../translated.ts";

export const emoji: Translated<typeof english> = {
  picker: "الرموز التعبيرية",
};
