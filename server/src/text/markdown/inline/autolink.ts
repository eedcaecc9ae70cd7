/**
 * Recognises bare URLs. A word is one if it starts with `http:`, `https:`, `mailto:` or `bitcoin:`, or is a host name
 * under a known top-level domain, or an email address. Other schemes need `[text](url)`. What can surround a URL is
 * restricted on purpose: half a URL is worse than none.
 */
import tlds from "tlds" with { type: "json" };
import type { Budget } from "../budget.ts";
import { text } from "../html.ts";
import { anchor, hrefFor } from "./anchor.ts";
import type { Scan, Spot } from "./scan.ts";

/** File extensions that are also top-level domains. */
const FILE_ENDINGS = ["java", "md", "mov", "py", "zip"];
const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(tlds.filter((tld) => !FILE_ENDINGS.includes(tld)));

/** A word without one of these is not a URL. */
const INDICATOR = /\.[\p{L}\p{N}]|:\/\/|bitcoin:/giu;
const CANDIDATE = /(?<![^\s'"(,:<])[\p{L}\p{N}]/gu;
const SCHEME = /https?:\/\/(?=[^\s/?#])|bitcoin:(?=[a-z0-9]{20})|mailto:(?=[^\s@]{1,254}@)/iy;
const HOST_OR_MAILBOX = /[\p{L}\p{N}._+-]+/uy;
const PORT = /:[0-9]{1,5}(?![0-9])/y;
const TRAILING = /[!:;?),.'">]/;
const MAX_PARENTHESES = 6;
const MAX_HOST_NAME = 253;
const NONE: readonly Spot[] = [];

export function findAutolinks(source: string, budget: Budget): readonly Spot[] {
  let spots: Spot[] | undefined;
  INDICATOR.lastIndex = 0;
  for (let hint = INDICATOR.exec(source); hint !== null; hint = INDICATOR.exec(source)) {
    const end = endOfWord(source, hint.index);
    spots ??= [];
    addAddresses(spots, source, { start: startOfWord(source, hint.index), end }, budget);
    INDICATOR.lastIndex = end;
  }
  return spots ?? NONE;
}

/** Finds all URLs in one word: there may be several, between quotes or commas. */
function addAddresses(spots: Spot[], source: string, word: { start: number; end: number }, budget: Budget): void {
  // Only the word: otherwise each word without a candidate would search the rest of the text.
  const letters = source.slice(word.start, word.end);
  CANDIDATE.lastIndex = 0;
  for (let found = CANDIDATE.exec(letters); found !== null; found = CANDIDATE.exec(letters)) {
    const start = word.start + found.index;
    budget.spend(20);
    const end = endOfAddress(source, start, budget);
    if (end === undefined) continue;
    spots.push({ start, end, render: (scan) => autolink(scan, source.slice(start, end)) });
    CANDIDATE.lastIndex = end - word.start;
  }
}

function startOfWord(source: string, at: number): number {
  let start = at;
  while (start > 0 && !isSpace(source, start - 1)) start--;
  return start;
}

function endOfWord(source: string, at: number): number {
  let end = at;
  while (end < source.length && !isSpace(source, end)) end++;
  return end;
}

function isSpace(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  return code <= 0x20 || (code >= 0x80 && /\s/.test(source[at] ?? ""));
}

function autolink(scan: Scan, written: string) {
  const href = hrefFor(scan, written);
  return href === undefined ? text(written) : anchor(scan, href, {}, text(written));
}

function endOfAddress(source: string, start: number, budget: Budget): number | undefined {
  const scheme = at(SCHEME, source, start);
  if (scheme !== undefined) return endOfPath(source, start + scheme.length, budget);
  const host = at(HOST_OR_MAILBOX, source, start) ?? "";
  let end = start + host.length;
  if (source[end] === "@") {
    const domain = withoutTrailingDots(at(HOST_OR_MAILBOX, source, end + 1) ?? "");
    return isHostName(domain) && isFollowedByNothing(source, end + 1 + domain.length)
      ? end + 1 + domain.length
      : undefined;
  }
  const name = withoutTrailingDots(host);
  if (!isHostName(name)) return undefined;
  end = start + name.length;
  const port = at(PORT, source, end) ?? "";
  const after = source[end + port.length];
  if (after === "/" || after === "?" || after === "#") return endOfPath(source, end + port.length, budget);
  return isFollowedByNothing(source, end + port.length) ? end + port.length : undefined;
}

/** The rest of a URL: anything but spaces, with balanced parentheses and without the sentence's punctuation. */
function endOfPath(source: string, from: number, budget: Budget): number | undefined {
  let end = from;
  const opened: number[] = [];
  const closed = new Set<number>();
  for (; end < source.length; end++) {
    const character = source[end] ?? "";
    if (character === "<" || character === ">" || character === '"' || /\s/.test(character)) break;
    if (character === "(") {
      if (opened.length >= MAX_PARENTHESES) return undefined;
      opened.push(end);
    } else if (character === ")") {
      if (opened.pop() === undefined) break;
      closed.add(end);
    }
  }
  budget.spend((end - from) >> 1);
  if (opened.length > 0 || !isFollowedByNothing(source, end)) return undefined;
  while (end > from && TRAILING.test(source[end - 1] ?? "") && !closed.has(end - 1)) end--;
  return end;
}

function isFollowedByNothing(source: string, from: number): boolean {
  let end = from;
  while (end < source.length && TRAILING.test(source[end] ?? "")) end++;
  return end >= source.length || /\s/.test(source[end] ?? "");
}

function isHostName(name: string): boolean {
  if (name.length > MAX_HOST_NAME) return false;
  const labels = name.split(".");
  const top = labels.at(-1) ?? "";
  // `end.It` is a sentence without a space, not a host in Italy.
  const isSentence = /^\p{Lu}\p{Ll}/u.test(top);
  if (labels.length < 2 || isSentence || !TOP_LEVEL_DOMAINS.has(top.toLowerCase())) return false;
  return labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?$/u.test(label));
}

function withoutTrailingDots(name: string): string {
  let end = name.length;
  while (/[._+-]/.test(name[end - 1] ?? "")) end--;
  return name.slice(0, end);
}

function at(pattern: RegExp, source: string, index: number): string | undefined {
  pattern.lastIndex = index;
  return pattern.exec(source)?.[0];
}
