/** Bold, italic and struck text. Only with asterisks, because names contain underscores, and never across lines. */
import { element } from "../html.ts";
import { inlineHtml } from "./inline.ts";
import { type Construct, matchAt, type Scan } from "./scan.ts";

const BOLD_ITALIC = /\*\*\*(?!\s)([^*\n]+)(?<!\s)\*\*\*/y;
const STRIKE = /~~([^~\n]+)~~/y;
const STAR_OR_LINE_END = /[*\n]/g;

export const boldItalic: Construct = (scan, at, limit) => {
  const match = matchAt(BOLD_ITALIC, scan.source, at, limit);
  if (match === undefined) return undefined;
  const end = at + match[0].length;
  return { html: element("strong", {}, element("em", {}, inlineHtml(scan, at + 3, end - 3))), end };
};

export const bold: Construct = (scan, at, limit) => {
  const close = boldEnd(scan, at, limit);
  if (close === undefined) return undefined;
  return { html: element("strong", {}, inlineHtml(scan, at + 2, close)), end: close + 2 };
};

export const italic: Construct = (scan, at, limit) => {
  const close = italicEnd(scan, at, limit);
  if (close === undefined) return undefined;
  return { html: element("em", {}, inlineHtml(scan, at + 1, close)), end: close + 1 };
};

export const strike: Construct = (scan, at, limit) => {
  const match = matchAt(STRIKE, scan.source, at, limit);
  if (match === undefined) return undefined;
  const end = at + match[0].length;
  return { html: element("del", {}, inlineHtml(scan, at + 2, end - 2)), end };
};

/** The position of the `**` that ends the bold text starting here. */
function boldEnd(scan: Scan, at: number, limit: number): number | undefined {
  if (!scan.source.startsWith("**", at)) return undefined;
  const next = (from: number) => nextStar(scan, { from, limit, opener: at });
  for (let star = next(at + 3); star !== undefined; star = next(star + 1)) {
    if (star + 2 <= limit && scan.source[star + 1] === "*") return star;
  }
  return undefined;
}

/** The position of the `*` that ends the italic text starting here: the next one that is not part of bold text. */
function italicEnd(scan: Scan, at: number, limit: number): number | undefined {
  const first = scan.source[at + 1];
  if (first === undefined || /\s/.test(first)) return undefined;
  const next = (from: number) => nextStar(scan, { from, limit, opener: at });
  let star = next(first === "*" ? at + 1 : at + 2);
  while (star !== undefined && scan.source[star + 1] === "*") {
    const end = boldEnd(scan, star, limit);
    if (end === undefined) return undefined;
    star = next(end + 2);
  }
  return star === undefined || star === at + 1 || /\s/.test(scan.source[star - 1] ?? " ") ? undefined : star;
}

interface EmphasisSearch {
  readonly from: number;
  readonly limit: number;
  readonly opener: number;
}

function nextStar(scan: Scan, { from, limit, opener }: EmphasisSearch): number | undefined {
  for (let at = from; at < limit; ) {
    scan.rendering.budget.spend(1);
    STAR_OR_LINE_END.lastIndex = at;
    const found = STAR_OR_LINE_END.exec(scan.source);
    if (found === null || found.index >= limit) return undefined;
    const past = scan.past(found.index, opener);
    if (past === found.index) return found[0] === "*" ? found.index : undefined;
    at = past;
  }
  return undefined;
}
