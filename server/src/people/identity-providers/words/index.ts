/** The texts about identity providers, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type ProviderWords } from "./english.ts";
import { german } from "./german.ts";

export const providerWords: Spoken<ProviderWords> = { en: english, de: german, zh: chinese, ar: arabic };
