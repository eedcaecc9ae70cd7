/** The texts of the interface: found by key, filled in by ICU rules, in the reader's language. English is built in. */
import { IntlMessageFormat } from "intl-messageformat";
import { en } from "./en/index.ts";

type Catalogue = typeof en;
export type TextKey = { [A in keyof Catalogue & string]: `${A}.${keyof Catalogue[A] & string}` }[keyof Catalogue &
  string];
export type TextValues = Readonly<Record<string, string | number | Date | null | undefined>>;

let locale = "en";
let catalogue: Partial<Record<string, Partial<Record<string, string>>>> = en;
const formats = new Map<string, IntlMessageFormat>();

/** Other languages than English are loaded when they are wanted; what they lack is said in English. */
export function speak(language: string, texts: typeof catalogue): void {
  locale = language;
  catalogue = texts;
  formats.clear();
}

export const currentLocale = (): string => locale;

export function t(key: TextKey, values?: TextValues): string {
  let format = formats.get(key);
  if (!format) {
    const [area, name] = key.split(".") as [keyof Catalogue, string];
    const message = catalogue[area]?.[name] ?? (en[area] as Record<string, string>)[name] ?? key;
    // Tags would be a second way to make HTML: there is none in texts.
    format = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    formats.set(key, format);
  }
  return String(format.format(values as Record<string, string> | undefined));
}
