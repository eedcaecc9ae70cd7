/** The texts of digest emails, by language. */
import type { Spoken } from "../../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { type DigestWords, english } from "./english.ts";
import { german } from "./german.ts";

export type { DigestWords } from "./english.ts";

export const digestWords: Spoken<DigestWords> = { en: english, de: german, zh: chinese, ar: arabic };
