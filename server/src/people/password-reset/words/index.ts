/** The texts of the password reset pages and emails, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type ResetWords } from "./english.ts";
import { german } from "./german.ts";

export const resetWords: Spoken<ResetWords> = { en: english, de: german, zh: chinese, ar: arabic };
