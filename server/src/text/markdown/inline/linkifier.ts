import { text } from "../html.ts";
import { type LinkifierMatch, linkifierMatches } from "../linkifiers.ts";
import type { Rendering } from "../rendering.ts";
import { anchor, hrefFor } from "./anchor.ts";
import type { CodeSpan } from "./code-span.ts";
import type { Spot } from "./scan.ts";

export interface Taken {
  readonly start: number;
  readonly end: number;
}

/** Combines URLs and linkifier matches outside of them; earlier linkifiers take precedence. */
export function findLinkified(
  source: string,
  { names, budget, heavy }: Rendering,
  addresses: readonly Spot[],
  codeSpans: ReadonlyMap<number, CodeSpan>,
): readonly Spot[] {
  let spots = addresses;
  const { linkifiers } = names;
  if (linkifiers.length === 0) return spots;
  budget.spend(linkifiers.length);
  const matches =
    linkifierMatches(linkifiers, source, (cost) => budget.affordsMatching(cost)) ??
    heavy({ kind: "links", linkifiers, source }) ??
    [];
  for (const ofOne of matches) {
    const taken = merged(spots, [...codeSpans.values()]);
    budget.spend(ofOne.length + ((taken.length + ofOne.length) >> 2));
    const found = outsideOf(taken, ofOne).map(({ start, end, url }): Spot => {
      const written = source.slice(start, end);
      return {
        start,
        end,
        render: (scan) => {
          const href = hrefFor(scan, url);
          return href === undefined ? text(written) : anchor(scan, href, { label: written }, text(written));
        },
      };
    });
    if (found.length > 0) spots = merged(spots, found);
  }
  return spots;
}

/** The matches that do not overlap anything taken. Both are in order. */
export function outsideOf(taken: readonly Taken[], matches: readonly LinkifierMatch[]): LinkifierMatch[] {
  let next = 0;
  return matches.filter(({ start, end }) => {
    while ((taken[next]?.end ?? start + 1) <= start) next++;
    return (taken[next]?.start ?? end) >= end;
  });
}

export function merged<T extends Taken>(a: readonly T[], b: readonly T[]): readonly T[];
export function merged(a: readonly Taken[], b: readonly Taken[]): readonly Taken[];
export function merged(a: readonly Taken[], b: readonly Taken[]): readonly Taken[] {
  return b.length === 0 ? a : [...a, ...b].sort((left, right) => left.start - right.start);
}
