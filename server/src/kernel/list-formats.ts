/** Lists of names in a sentence, by language: each format is made once, when it is first used. */
const formats = new Map<string, Intl.ListFormat>();

/** `tag` is one of the few that our texts name. */
export function listFormat(tag: string): Intl.ListFormat {
  const format = formats.get(tag) ?? new Intl.ListFormat(tag);
  formats.set(tag, format);
  return format;
}
