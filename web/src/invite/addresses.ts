/** The addresses in what somebody has pasted: between commas, semicolons and lines, with names around them perhaps. */

const ADDRESS = /[^\s<>,;"()]+@[^\s<>,;"()]+\.[^\s<>,;"()]+/g;

export function addressesIn(text: string): string[] {
  const found = (text.match(ADDRESS) ?? []).map((address) => address.replace(/\.$/, ""));
  const seen = new Set<string>();
  return found.filter((address) => {
    const key = address.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}
