/** The server's sentences by language. A new language is a file beside this one and a line in the table. */
import { english, type Notices } from "./english.ts";
import { german } from "./german.ts";

export type { Notices, Report } from "./english.ts";

const LANGUAGES: Readonly<Record<string, Notices>> = { en: english, de: german };

/** For a channel the organization's language, for a person theirs; where we do not speak it, English. */
export function noticesIn(language: string): Notices {
  return LANGUAGES[spokenFor(language)] as Notices;
}

/** The code of the language in which we then speak. */
export function spokenFor(language: string): string {
  const [base = ""] = language.toLowerCase().split("-");
  return Object.hasOwn(LANGUAGES, base) ? base : "en";
}
