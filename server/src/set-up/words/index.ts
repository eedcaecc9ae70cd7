/** The texts of the set-up pages, by language. */
import type { Spoken } from "../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type SetupWords } from "./english.ts";
import { german } from "./german.ts";

export type { SetupWords } from "./english.ts";

export const setupWords: Spoken<SetupWords> = { en: english, de: german, zh: chinese, ar: arabic };
