/** The texts of emails with an invitation, by language. */
import type { Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic.ts";
import { chinese } from "./chinese.ts";
import { english, type InvitationWords } from "./english.ts";
import { german } from "./german.ts";

export const invitationWords: Spoken<InvitationWords> = { en: english, de: german, zh: chinese, ar: arabic };
