import { element, text } from "../html.ts";
import type { Construct } from "./scan.ts";

export interface CodeSpan {
  readonly start: number;
  readonly end: number;
  /** The number of backticks on each side. */
  readonly fence: number;
}

const NONE: ReadonlyMap<number, CodeSpan> = new Map();

/** Pairs each run of backticks with the next run of the same length. Everything between is code. */
export function findCodeSpans(source: string): ReadonlyMap<number, CodeSpan> {
  if (!source.includes("`")) return NONE;
  const runs = Array.from(source.matchAll(/`+/g), (match) => ({ start: match.index, length: match[0].length }));
  const byLength = new Map<number, number[]>();
  for (const [index, run] of runs.entries()) {
    const list = byLength.get(run.length);
    if (list === undefined) byLength.set(run.length, [index]);
    else list.push(index);
  }
  const cursor = new Map<number, number>();
  const spans = new Map<number, CodeSpan>();
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    const sameLength = run && byLength.get(run.length);
    if (run === undefined || sameLength === undefined) continue;
    let next = cursor.get(run.length) ?? 0;
    while ((sameLength[next] ?? runs.length) <= index) next++;
    cursor.set(run.length, next);
    const closing = runs[sameLength[next] ?? runs.length];
    if (closing === undefined) continue;
    spans.set(run.start, { start: run.start, end: closing.start + closing.length, fence: run.length });
    index = sameLength[next] ?? index;
  }
  return spans;
}

export const codeSpan: Construct = (scan, at, limit) => {
  const span = scan.codeSpans.get(at);
  if (span === undefined || span.end > limit) {
    // An unmatched run is text as a whole: a shorter run must not begin inside it.
    let end = at;
    while (end < limit && scan.source[end] === "`") end++;
    return { html: text(scan.source.slice(at, end)), end };
  }
  const code = scan.source.slice(span.start + span.fence, span.end - span.fence);
  return { html: element("code", {}, text(code)), end: span.end };
};
