/** The server's notices by language. A new language is a file beside this one and a line in the table. */
import { inLanguage, type Spoken } from "../../../kernel/languages.ts";
import { english, type Notices } from "./english.ts";
import { german } from "./german.ts";

export type { Notices, Report } from "./english.ts";

const LANGUAGES: Spoken<Notices> = { en: english, de: german };

/** For a channel the organization's language, for a person theirs; otherwise English. */
export const noticesIn = (language: string): Notices => inLanguage(language, LANGUAGES);
