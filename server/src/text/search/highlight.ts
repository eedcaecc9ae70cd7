/** Highlights matches. Only changes text: never a tag, an attribute or an entity. */
import { quotedText } from "../markdown/html.ts";
import { analyse, analyseHtml } from "./analyse.ts";
import { type HitRange, hits, type Query } from "./query.ts";

const OPEN = '<span class="highlight">';
const CLOSE = "</span>";

/** Inside formulas, HTML would end them. */
const FORMULAS = /<math[\s>][\s\S]*?<\/math>/g;

export function highlightHtml(query: Query, html: string): string {
  const formulas = [...html.matchAll(FORMULAS)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));
  const tokens = analyseHtml(html);
  // Both are in order, so each formula is visited once.
  let next = 0;
  const isShown = (hit: HitRange) => {
    while ((formulas[next]?.end ?? hit.end) < hit.end) next++;
    return hit.start < (formulas[next]?.start ?? Number.POSITIVE_INFINITY);
  };
  return marked(html, hits(query, tokens).filter(isShown), (text) => text);
}

export const highlightText = (query: Query, text: string): string =>
  marked(text, hits(query, analyse(text)), quotedText);

function marked(text: string, ranges: readonly HitRange[], written: (part: string) => string): string {
  let result = "";
  let from = 0;
  for (const { start, end } of ranges) {
    result += written(text.slice(from, start)) + OPEN + written(text.slice(start, end)) + CLOSE;
    from = end;
  }
  return result + written(text.slice(from));
}
