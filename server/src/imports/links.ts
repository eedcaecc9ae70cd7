/** Addresses in Markdown links. */

const ENCODED: Readonly<Record<string, string>> = { "(": "%28", ")": "%29" };

/** Without characters that would end a link. */
export const linkTarget = (address: string): string =>
  address.replace(/[()<>\s]/g, (character) => ENCODED[character] ?? encodeURIComponent(character));
