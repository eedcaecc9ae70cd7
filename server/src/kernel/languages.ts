/** Languages by their codes, in any case: `de`, `pt-br`, `zh-hans`. */
let names: Intl.DisplayNames | undefined;

export function languageName(code: string): string | undefined {
  // Made on first use, because that takes 15 ms.
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}

export const isLanguage = (code: string): boolean => languageName(code) !== undefined;

/** What the server itself says, in the languages it speaks. */
export interface Spoken<T> {
  readonly en: T;
  readonly de: T;
  /** In simplified characters. */
  readonly zh: T;
  readonly ar: T;
}

export type SpokenLanguage = keyof Spoken<unknown>;

/** For `lang` and `Intl`. Browsers choose the font of Chinese by its script. */
const TAGS: Spoken<string> = { en: "en", de: "de", zh: "zh-Hans", ar: "ar" };

/** As people choose them in settings. */
export const LANGUAGE_CODES: Spoken<string> = { en: "en", de: "de", zh: "zh-hans", ar: "ar" };

const TRADITIONAL_CHINESE = ["hant", "tw", "hk", "mo"];

/** Our Chinese is not for readers of traditional characters: they get English, as with any language we do not speak. */
function spokenFor(code: string): SpokenLanguage | undefined {
  const [language = "", ...subtags] = code.toLowerCase().split("-");
  if (!Object.hasOwn(TAGS, language)) return undefined;
  const isTraditional =
    language === "zh" && !subtags.includes("hans") && subtags.some((each) => TRADITIONAL_CHINESE.includes(each));
  return isTraditional ? undefined : (language as SpokenLanguage);
}

/** The language of an `Accept-Language` header that we speak and that the reader likes best: of equal ones the first. */
export const spokenIn = (header: string | undefined): string | undefined =>
  (header ?? "")
    .split(",")
    .map(weighted)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .find(({ code }) => isSpoken(code))?.code;

/** `de-AT;q=0.8`. Without a weight it is 1; with 0, or with what is no weight, the reader does not want the language. */
function weighted(range: string): { code: string; weight: number } {
  const [code = "", ...parameters] = range.split(";").map((each) => each.trim());
  const given = parameters.find((each) => /^q=/i.test(each))?.slice(2);
  return { code, weight: given === undefined ? 1 : /^[01](?:\.\d{0,3})?$/.test(given) ? Number(given) : 0 };
}

export const isSpoken = (code: string): boolean => spokenFor(code) !== undefined;

/** The language that readers of this one get: if we do not speak it, English. */
export const spokenLanguage = (code: string): SpokenLanguage => spokenFor(code) ?? "en";

export const inLanguage = <T>(code: string, spoken: Spoken<T>): T => spoken[spokenLanguage(code)];

const WITH_REGION = /^(?:en|de)-[a-z]{2}$/i;

/**
 * The language of our words for these readers, for `lang` and `Intl`. English and German keep their region, which
 * determines how dates are written; in Arabic it would also bring other digits than our texts have.
 */
export const languageTag = (code: string): string => (WITH_REGION.test(code) ? code : TAGS[spokenLanguage(code)]);

export const isRightToLeft = (code: string): boolean => spokenLanguage(code) === "ar";
