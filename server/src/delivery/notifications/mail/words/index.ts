/** The texts of emails about missed messages, and of the page that unsubscribes from emails, by language. */
import type { Spoken } from "../../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type MissedMessageWords } from "./english.ts";
import { german } from "./german.ts";

export type { MissedMessageWords } from "./english.ts";

export const missedMessageWords: Spoken<MissedMessageWords> = { en: english, de: german, zh: chinese, ar: arabic };
