/**
 * Formats for dates in our texts, each made once. A format takes 28 kB outside of the heap, where the garbage collector
 * does not count it: a server that makes one for each email grows by hundreds of megabytes.
 */
import { languageTag } from "./languages.ts";

const formats = new Map<string, Intl.DateTimeFormat>();
/** More than the languages and time zones of most servers; at most 14 MB. */
const MAX_FORMATS = 500;

/** In the language of our words for these readers. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = languageTag(language);
  const key = JSON.stringify([tag, options]);
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    format = new Intl.DateTimeFormat(tag, options);
    formats.set(key, format);
  }
  return format;
}

/** Names in the time zone database; offsets are not allowed. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(dateFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
