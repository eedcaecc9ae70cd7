/** The emails about linked identity providers, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type LinkWords } from "./english.ts";
import { german } from "./german.ts";

export const linkWords: Spoken<LinkWords> = { en: english, de: german, zh: chinese, ar: arabic };
