/** Parses `(url "title")`, the part of a link after its text. */
import type { Scan } from "./scan.ts";

export interface Destination {
  readonly address: string;
  readonly title: string | undefined;
  readonly end: number;
}

const SPACE = /[ \t]*/y;
const IN_ANGLES = /<([^<>\n]*)>/y;
/** A title is the last thing before the parenthesis. */
const TITLE = /(?:"([^"\n]*)"|'([^'\n]*)')[ \t]*(?=\))/y;
const MAX_PARENTHESES = 32;

export function destinationAt(scan: Scan, at: number, limit: number): Destination | undefined {
  const { source } = scan;
  if (source[at] !== "(") return undefined;
  const start = skip(SPACE, source, at + 1);
  const angles = source[start] === "<" ? match(IN_ANGLES, source, start) : undefined;
  const addressEnd = angles === undefined ? endOfAddress(source, start, limit) : start + angles[0].length;
  scan.rendering.budget.spend(1 + ((addressEnd - start) >> 4));
  let end = skip(SPACE, source, addressEnd);
  const titled = end > addressEnd ? match(TITLE, source, end) : undefined;
  if (titled !== undefined) end += titled[0].length;
  if (source[end] !== ")" || end >= limit) return undefined;
  return {
    address: angles?.[1] ?? source.slice(start, addressEnd),
    title: titled?.[1] ?? titled?.[2],
    end: end + 1,
  };
}

/** A URL ends at the parenthesis that closes the link, or at the title. Spaces inside belong to it. */
function endOfAddress(source: string, start: number, limit: number): number {
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const character = source.charCodeAt(at);
    if (character === 0x20 || character === 0x09) {
      const next = skip(SPACE, source, at);
      if ((source[next] === ")" && depth === 0) || match(TITLE, source, next) !== undefined) return at;
      at = next - 1;
    } else if (character < 0x20) return at;
    else if (character === 0x28 && ++depth > MAX_PARENTHESES) return at;
    else if (character === 0x29 && --depth < 0) return at;
  }
  return limit;
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}

function skip(pattern: RegExp, source: string, at: number): number {
  return at + (match(pattern, source, at)?.[0].length ?? 0);
}
