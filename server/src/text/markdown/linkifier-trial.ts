/**
 * Which links linkifiers would make of a text in a message, without rendering it: for trying them out before they are
 * saved. Browsers load this file.
 */
import { safeAddress } from "./addresses.ts";
import { Budget, CannotRender } from "./budget.ts";
import { findAutolinks } from "./inline/autolink.ts";
import { findCodeSpans } from "./inline/code-span.ts";
import { merged, outsideOf, type Taken } from "./inline/linkifier.ts";
import { linkifierMatches } from "./linkifiers.ts";
import type { Linkifier } from "./names.ts";

export interface TriedLink {
  readonly start: number;
  readonly end: number;
  readonly url: string;
  /** The position of its linkifier. */
  readonly by: number;
}

/**
 * The links in their order in the text. URLs and code spans in the text stay what they are, and earlier linkifiers take
 * precedence, as in messages. Linkifiers that are invalid match nothing.
 */
export function tryLinkifiers(linkifiers: readonly Linkifier[], source: string): TriedLink[] {
  let taken: readonly Taken[] = merged(addressesIn(source), [...findCodeSpans(source).values()]);
  const links: TriedLink[] = [];
  for (const [by, matches] of linkifierMatches(linkifiers, source).entries()) {
    const found = outsideOf(taken, matches);
    taken = merged(taken, found);
    for (const { start, end, url } of found) {
      const safe = safeAddress(url);
      if (safe !== undefined) links.push({ start, end, url: safe, by });
    }
  }
  return links.sort((a, b) => a.start - b.start);
}

/** None in a text that is too complex to be sent. */
function addressesIn(source: string): readonly Taken[] {
  try {
    return findAutolinks(source, new Budget());
  } catch (error) {
    if (error instanceof CannotRender) return [];
    throw error;
  }
}
