/** Languages by their codes, in any case: `de`, `pt-br`, `zh-hans`. */
const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

export function languageName(code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}

/** What the server itself says, in the languages it speaks. */
export interface Spoken<T> {
  readonly en: T;
  readonly de: T;
}

const baseOf = (language: string): string => language.toLowerCase().split("-", 1)[0] as string;

export const isSpoken = (language: string): boolean => ["en", "de"].includes(baseOf(language));

/** The words in this language; where we do not speak it, in English. */
export function inLanguage<T>(language: string, spoken: Spoken<T>): T {
  return isSpoken(language) ? spoken[baseOf(language) as keyof Spoken<T>] : spoken.en;
}

export const isLanguage = (code: string): boolean => languageName(code) !== undefined;
