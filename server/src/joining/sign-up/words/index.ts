/** The texts of the sign-up pages and emails, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type SignUpWords } from "./english.ts";
import { german } from "./german.ts";

export const signUpWords: Spoken<SignUpWords> = { en: english, de: german, zh: chinese, ar: arabic };
