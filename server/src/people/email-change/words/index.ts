/** The texts of the page and emails about a change of address, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { type EmailChangeWords, english } from "./english.ts";
import { german } from "./german.ts";

export const emailChangeWords: Spoken<EmailChangeWords> = { en: english, de: german, zh: chinese, ar: arabic };
