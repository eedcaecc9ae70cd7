/** The texts of the sign-in pages and of the email about a sign-in, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type SignInWords } from "./english.ts";
import { german } from "./german.ts";

export type { SignInWords } from "./english.ts";

export const signInWords: Spoken<SignInWords> = { en: english, de: german, zh: chinese, ar: arabic };
