/**
 * A piece of inline text, analysed before it is rendered from left to right: its code spans, its pairs of brackets, and
 * the links without a leading mark.
 */
import type { Html } from "../html.ts";
import type { Rendering, WrittenLink } from "../rendering.ts";
import { findAutolinks } from "./autolink.ts";
import { type CodeSpan, findCodeSpans } from "./code-span.ts";
import { findEmoji } from "./emoji.ts";
import { findLinkified } from "./linkifier.ts";

/** A recognised construct, and where the text continues after it. */
export interface ScannedPiece {
  readonly html: Html;
  readonly end: number;
}

/** Recognises a construct that starts at `at` and ends at or before `limit`. */
export type Construct = (scan: Scan, at: number, limit: number) => ScannedPiece | undefined;

/** A construct without a leading mark: a URL, a linkifier match or an emoji. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  readonly render: (scan: Scan) => Html;
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

const SYNTAX_WITH_STARS = /(?<![^\s'"({[/<])[@#]_?\*\*[^*\n]+\*\*|\$\$(?![$_])(?:[^$\n]|(?<=\\)\$(?=\$\$))+\$\$/g;

export class Scan {
  readonly source: string;
  readonly rendering: Rendering;
  readonly codeSpans: ReadonlyMap<number, CodeSpan>;
  /** URLs and linkifier matches. */
  readonly linkSpots: readonly Spot[];
  readonly #emojiSpots: readonly Spot[];
  readonly links: WrittenLink[] = [];
  /** True inside a link's text: links cannot be nested. */
  inLink = false;
  #nextLink = 0;
  #nextEmoji = 0;
  #brackets: ReadonlyMap<number, number> | undefined;
  #opaque: readonly TextRange[] | undefined;

  constructor(source: string, rendering: Rendering) {
    this.source = source;
    this.rendering = rendering;
    this.codeSpans = findCodeSpans(source);
    const addresses = findAutolinks(source, rendering.budget);
    this.linkSpots = findLinkified(source, rendering, addresses, this.codeSpans);
    this.#emojiSpots = findEmoji(source, rendering.budget);
  }

  /** The first construct without a leading mark at or after `at`. Calls must be in ascending order. */
  spotFrom(at: number): Spot | undefined {
    while ((this.#emojiSpots[this.#nextEmoji]?.start ?? at) < at) this.#nextEmoji++;
    while ((this.linkSpots[this.#nextLink]?.start ?? at) < at) this.#nextLink++;
    const emoji = this.#emojiSpots[this.#nextEmoji];
    const link = this.inLink ? undefined : this.linkSpots[this.#nextLink];
    return emoji === undefined || (link !== undefined && link.start <= emoji.start) ? link : emoji;
  }

  /** The `]` that matches the `[` at this position. */
  closingBracket(at: number): number | undefined {
    this.#brackets ??= this.#pairBrackets();
    return this.#brackets.get(at);
  }

  /**
   * If this position is inside a range whose asterisks have no meaning, returns the end of the range; otherwise the
   * position itself. Ignores ranges that start before `opener`: they would contain it, so they turned out not to be
   * constructs.
   */
  past(at: number, opener: number): number {
    this.#opaque ??= this.#findOpaque();
    let low = 0;
    let high = this.#opaque.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = this.#opaque[middle];
      if (range === undefined) break;
      if (at < range.start) high = middle - 1;
      else if (at >= range.end) low = middle + 1;
      else return range.start < opener ? at : range.end;
    }
    return at;
  }

  #pairBrackets(): Map<number, number> {
    const pairs = new Map<number, number>();
    const open: number[] = [];
    for (let at = this.source.search(/[[\]`]/); at >= 0 && at < this.source.length; at++) {
      const span = this.codeSpans.get(at);
      if (span !== undefined) at = span.end - 1;
      else if (this.source[at] === "[") open.push(at);
      else if (this.source[at] === "]") {
        const start = open.pop();
        if (start !== undefined) pairs.set(start, at);
      }
    }
    return pairs;
  }

  #findOpaque(): TextRange[] {
    const ranges: TextRange[] = [...this.codeSpans.values(), ...this.linkSpots];
    for (const match of this.source.matchAll(SYNTAX_WITH_STARS)) {
      ranges.push({ start: match.index, end: match.index + match[0].length });
    }
    ranges.sort((a, b) => a.start - b.start);
    // Drop ranges that start inside another.
    return ranges.filter((range, index) => index === 0 || range.start >= (ranges[index - 1]?.end ?? 0));
  }
}

/** Matches a sticky regular expression at a position, unless the match exceeds the limit. */
export function matchAt(pattern: RegExp, source: string, at: number, limit: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(source);
  return match !== null && at + match[0].length <= limit ? match : undefined;
}
