import { text } from "../html.ts";
import { linkifierMatches } from "../linkifiers.ts";
import type { Rendering } from "../rendering.ts";
import { anchor, hrefFor } from "./anchor.ts";
import type { CodeSpan } from "./code-span.ts";
import type { Spot } from "./scan.ts";

interface Taken {
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
    const found: Spot[] = [];
    const taken = merged(spots, [...codeSpans.values()]);
    let next = 0;
    budget.spend(ofOne.length + ((taken.length + ofOne.length) >> 2));
    for (const { start, end, url } of ofOne) {
      while ((taken[next]?.end ?? start + 1) <= start) next++;
      if ((taken[next]?.start ?? end) < end) continue;
      const written = source.slice(start, end);
      found.push({
        start,
        end,
        render: (scan) => {
          const href = hrefFor(scan, url);
          return href === undefined ? text(written) : anchor(scan, href, { label: written }, text(written));
        },
      });
    }
    if (found.length > 0) spots = merged(spots, found);
  }
  return spots;
}

function merged<T extends Taken>(a: readonly T[], b: readonly T[]): readonly T[];
function merged(a: readonly Taken[], b: readonly Taken[]): readonly Taken[];
function merged(a: readonly Taken[], b: readonly Taken[]): readonly Taken[] {
  return b.length === 0 ? a : [...a, ...b].sort((left, right) => left.start - right.start);
}
