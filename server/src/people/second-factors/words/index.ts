/** The texts about second factors, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type SecondFactorWords } from "./english.ts";
import { german } from "./german.ts";

export type { SecondFactorWords } from "./english.ts";

export const secondFactorWords: Spoken<SecondFactorWords> = { en: english, de: german, zh: chinese, ar: arabic };
