/** Addresses in Markdown links. */

const ENCODED: Readonly<Record<string, string>> = { "(": "%28", ")": "%29" };

/** Without characters that would end a link. */
export const linkTarget = (address: string): string =>
  address.replace(/[()<>\s]/g, (character) => ENCODED[character] ?? encodeURIComponent(character));

/** What a link shows, without characters that would end it or mean something. */
export const linkLabel = (written: string, longest: number): string =>
  written
    .replace(/[[\]\\`*_<>\n\r\0]/g, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed();
