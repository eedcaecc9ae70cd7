import { fold } from "../../kernel/db/names.ts";

/** The addresses in a list that people paste: `Ada <ada@example.com>, ben@example.com`, over several lines; each once. */
export function addressesIn(text: string): string[] {
  const addresses = new Map<string, string>();
  for (const entry of text.split(/[,\n]/)) {
    const address = (/<([^<>]*)>/.exec(entry)?.[1] ?? entry).trim();
    // The first spelling of several counts.
    if (address !== "" && !addresses.has(fold(address))) addresses.set(fold(address), address);
  }
  return [...addresses.values()];
}
