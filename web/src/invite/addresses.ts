/** Extracts addresses from pasted text: separated by commas, semicolons or lines, possibly with names. */
import { addressKey } from "@parley/server/kernel/names/address-key.ts";

const ADDRESS = /[^\s<>,;"()]+@[^\s<>,;"()]+\.[^\s<>,;"()]+/g;

export function addressesIn(text: string): string[] {
  const found = (text.match(ADDRESS) ?? []).map((address) => address.replace(/\.$/, ""));
  const seen = new Set<string>();
  return found.filter((address) => {
    const key = addressKey(address);
    return !seen.has(key) && seen.add(key);
  });
}
