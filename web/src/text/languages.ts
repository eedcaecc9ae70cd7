/** The languages of the interface. English is built in; the others are loaded when somebody uses them. */
import { isSpoken, spokenLanguage } from "@parley/server/kernel/languages.ts";
import { speak } from "./text.ts";

const LOADED_LATER = {
  ar: () => import("./ar/index.ts"),
  de: () => import("./de/index.ts"),
  zh: () => import("./zh/index.ts"),
};

/** What people without an account read. */
export const browserLanguage = (): string => navigator.languages.find(isSpoken) ?? "en";

/** Shows texts in this language, or in English if there are none in it or they cannot be loaded. */
export async function speakLanguage(code: string): Promise<void> {
  const language = spokenLanguage(code);
  if (language === "en") return speak("en", {});
  // Without the server, what is not on this device yet cannot be loaded.
  const loaded = await LOADED_LATER[language]().catch(() => undefined);
  speak(loaded ? language : "en", loaded?.texts ?? {});
}
