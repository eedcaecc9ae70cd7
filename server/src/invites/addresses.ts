import { fold } from "../db/names.ts";

/** The addresses in a list that people paste: `Ada <ada@example.com>, ben@example.com`, over several lines; each once. */
export function addressesIn(text: string): string[] {
  const addresses = text.split(/[,\n]/).flatMap((entry) => {
    const address = (/<([^<>]*)>/.exec(entry)?.[1] ?? entry).trim();
    return address === "" ? [] : [[fold(address), address] as const];
  });
  // The first spelling of several counts.
  return [...new Map(addresses.toReversed()).values()].toReversed();
}
