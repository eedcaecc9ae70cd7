/** Extracts addresses from pasted text: separated by commas, semicolons or lines, possibly with names. */

const ADDRESS = /[^\s<>,;"()]+@[^\s<>,;"()]+\.[^\s<>,;"()]+/g;

export function addressesIn(text: string): string[] {
  const found = (text.match(ADDRESS) ?? []).map((address) => address.replace(/\.$/, ""));
  const seen = new Set<string>();
  return found.filter((address) => {
    const key = address.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}
