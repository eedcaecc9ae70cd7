/** The texts of the frames, forms and errors that all pages share, by language. */
import type { Spoken } from "../../languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type SharedPageWords } from "./english.ts";
import { german } from "./german.ts";

export type { SharedPageWords } from "./english.ts";

export const sharedPageWords: Spoken<SharedPageWords> = { en: english, de: german, zh: chinese, ar: arabic };
