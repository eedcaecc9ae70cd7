/** The texts of emails to newcomers, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type WelcomeWords } from "./english.ts";
import { german } from "./german.ts";

export const welcomeWords: Spoken<WelcomeWords> = { en: english, de: german, zh: chinese, ar: arabic };
