/** The server's notices by language. */
import { inLanguage, type Spoken } from "../../../kernel/languages.ts";
import { arabic } from "./arabic/index.ts";
import { chinese } from "./chinese/index.ts";
import { english, type Notices } from "./english/index.ts";
import { german } from "./german/index.ts";

export type { Notices } from "./english/index.ts";

const LANGUAGES: Spoken<Notices> = { en: english, de: german, zh: chinese, ar: arabic };

/** For a channel the organization's language, for a person theirs; otherwise English. */
export const noticesIn = (language: string): Notices => inLanguage(language, LANGUAGES);
