/** Error messages in the language of the caller, looked up only when there is an error (decision 096). */
import { Sentence, type SentenceValue } from "../api/index.ts";
import { isRightToLeft, languageTag, type Spoken, spokenIn, spokenLanguage } from "../languages.ts";
import { type HasParts, part } from "../part.ts";
import type { Incoming } from "./incoming.ts";

/** By the English template: `Channel '{0}' already exists`. */
export type ErrorTexts = Readonly<Record<string, string>>;

export const errorTexts = part<Omit<Spoken<ErrorTexts>, "en">>("error texts");

export interface Speaker {
  /** For `Content-Language`. */
  readonly language: string;
  say(sentence: Sentence): string;
}

export const ENGLISH: Speaker = { language: "en", say: String };

export function speakerOf(app: HasParts, code: string): Speaker {
  const spoken = spokenLanguage(code);
  if (spoken === "en") return ENGLISH;
  const texts = errorTexts.of(app)[spoken];
  const language = languageTag(code);
  const say = (sentence: Sentence): string =>
    (texts[sentence.template] ?? sentence.template).replace(/\{(\d)\}/g, (_, index) =>
      shown(sentence.values[Number(index)] ?? ""),
    );
  const shown = (value: SentenceValue): string => {
    if (value instanceof Sentence) return say(value);
    const text = typeof value === "function" ? value(language) : String(value);
    // Names from left to right must not reorder the words around them.
    return isRightToLeft(spoken) && typeof value === "string" ? `\u2068${text}\u2069` : text;
  };
  return { language, say };
}

/**
 * In a browser session, the account's language. Other programs may compare messages: they get English unless they send
 * `Accept-Language`, as do people without an account.
 */
export function speakerFor(app: HasParts, { headers, caller }: Pick<Incoming, "headers" | "caller">): Speaker {
  const account = caller?.session === undefined ? undefined : caller.user;
  return speakerOf(app, account?.language ?? spokenIn(headers["accept-language"]) ?? "en");
}

/** JSON in which the sentences are said by the speaker. */
export const jsonSaidBy = ({ say }: Speaker, body: object): string =>
  // `value` is what `toJSON` returned: English.
  JSON.stringify(body, function (this: Record<string, unknown>, name, value) {
    const written = this[name];
    return written instanceof Sentence ? say(written) : value;
  });
