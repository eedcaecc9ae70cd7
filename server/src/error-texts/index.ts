/** The API's error messages in the languages that the server speaks besides English (decision 096). */
import type { ErrorTexts } from "../kernel/http/speaker.ts";
import { arabic } from "./arabic/index.ts";
import { chinese } from "./chinese/index.ts";
import { german } from "./german/index.ts";

export const translatedErrors: Readonly<Record<"de" | "zh" | "ar", ErrorTexts>> = {
  de: german,
  zh: chinese,
  ar: arabic,
};
