import { addressKey } from "../../kernel/names/address-key.ts";

/** The distinct addresses in a pasted list, such as `Ada <ada@example.com>, ben@example.com`, over several lines. */
export function addressesIn(text: string): string[] {
  const addresses = new Map<string, string>();
  for (const entry of text.split(/[,\n]/)) {
    const address = (/<([^<>]*)>/.exec(entry)?.[1] ?? entry).trim();
    // The first spelling counts.
    if (address !== "" && !addresses.has(addressKey(address))) addresses.set(addressKey(address), address);
  }
  return [...addresses.values()];
}
