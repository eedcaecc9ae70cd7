/** The texts of the email about a deactivated organization, by language. */
import type { Spoken } from "../../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { type DeactivationWords, english } from "./english.ts";
import { german } from "./german.ts";

export const deactivationWords: Spoken<DeactivationWords> = { en: english, de: german, zh: chinese, ar: arabic };
