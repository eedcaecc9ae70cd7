/**
 * Renders inline text in one pass from left to right. At each position, tries the constructs that can start with its
 * character, in order of priority; everything else is text.
 */
import { characterReference, type Html, joined, LINE_BREAK, text } from "../html.ts";
import type { Rendering, WrittenLink } from "../rendering.ts";
import { audio } from "./audio.ts";
import { channelLink } from "./channel-link.ts";
import { codeSpan } from "./code-span.ts";
import { emoticon, namedEmoji } from "./emoji.ts";
import { bold, boldItalic, italic, strike } from "./emphasis.ts";
import { link } from "./link.ts";
import { groupMention, userMention } from "./mention.ts";
import { type Construct, Scan, type ScannedPiece } from "./scan.ts";
import { tex } from "./tex.ts";
import { time } from "./time.ts";

const lineBreak: Construct = (scan, at) => {
  let end = at + 1;
  while (scan.source[end] === " " || scan.source[end] === "\t") end++;
  return { html: LINE_BREAK, end };
};

const entity: Construct = (scan, at, limit) => {
  const html = characterReference(scan.source, at);
  return html !== undefined && at + html.length <= limit ? { html, end: at + html.length } : undefined;
};

/** Constructs that take precedence over a URL or linkifier match at the same position. */
const FIRST: Readonly<Record<string, readonly Construct[]>> = {
  "`": [codeSpan],
  "*": [boldItalic],
  "@": [userMention, groupMention],
  $: [tex],
  "#": [channelLink],
  "<": [time],
  "[": [link],
  "!": [audio],
};

const LAST: Readonly<Record<string, readonly Construct[]>> = {
  "&": [entity],
  "*": [bold, italic],
  "~": [strike],
  ":": [namedEmoji, emoticon],
  "<": [emoticon],
  "(": [emoticon],
  ";": [emoticon],
  "\n": [lineBreak],
};

const TRIGGER = /[\n`*@#:&[]|\$(?=\$)|~(?=~)|<(?=time:|3)|!(?=\[)|\((?=:)|;(?=\))/g;

export function inlineHtml(scan: Scan, from: number, to: number): Html {
  const { source, rendering } = scan;
  const out: Html[] = [];
  let written = from;
  let at = from;
  let trigger = -1;
  while (at < to) {
    // Search again only after the last trigger: in a text full of emoji the next one may be far away.
    if (trigger < at) trigger = nextTrigger(source, at) ?? to;
    const spot = scan.spotFrom(at);
    at = Math.min(trigger, spot?.start ?? to);
    if (at >= to) break;
    rendering.budget.spend(1);
    const piece = pieceAt(scan, at, to);
    if (piece === undefined) at++;
    else {
      // Longer pieces come from a worker, or are copied from the text.
      rendering.budget.spend(4 + (Math.min(piece.html.length, 160) >> 3));
      if (written < at) out.push(text(source.slice(written, endOfText(source, written, at))));
      out.push(piece.html);
      at = written = piece.end;
    }
  }
  if (written < to) out.push(text(source.slice(written, to)));
  return joined(out);
}

function nextTrigger(source: string, from: number): number | undefined {
  TRIGGER.lastIndex = from;
  return TRIGGER.exec(source)?.index;
}

function pieceAt(scan: Scan, at: number, limit: number): ScannedPiece | undefined {
  const character = scan.source[at] ?? "";
  return (
    firstOf(FIRST[character], scan, at, limit) ?? spotAt(scan, at, limit) ?? firstOf(LAST[character], scan, at, limit)
  );
}

function firstOf(
  constructs: readonly Construct[] | undefined,
  scan: Scan,
  at: number,
  limit: number,
): ScannedPiece | undefined {
  for (const construct of constructs ?? []) {
    const piece = construct(scan, at, limit);
    if (piece !== undefined) return piece;
  }
  return undefined;
}

function spotAt(scan: Scan, at: number, limit: number): ScannedPiece | undefined {
  const spot = scan.spotFrom(at);
  return spot?.start === at && spot.end <= limit ? { html: spot.render(scan), end: spot.end } : undefined;
}

/** Drops spaces at the end of a line. */
function endOfText(source: string, from: number, to: number): number {
  let end = to;
  if (source[to] === "\n") while (end > from && (source[end - 1] === " " || source[end - 1] === "\t")) end--;
  return end;
}

export interface InlineResult {
  readonly html: Html;
  readonly links: readonly WrittenLink[];
  /** The only content of the text is this URL. */
  readonly onlyLink: WrittenLink | undefined;
}

const NO_LINKS: readonly WrittenLink[] = [];
/** Text without any of these needs no parsing. */
const ANYTHING_SPECIAL = /[\n`*@#&[$~<!;(\u00a9\u00ae\u203c-\uffff]|:\S|\.[^\s.]/;

export function renderInline(rendering: Rendering, source: string): InlineResult {
  if (rendering.names.linkifiers.length === 0 && !ANYTHING_SPECIAL.test(source)) {
    return { html: text(source), links: NO_LINKS, onlyLink: undefined };
  }
  rendering.budget.spend(10 + (source.length >> 2));
  const scan = new Scan(source, rendering);
  const html = inlineHtml(scan, 0, source.length);
  const [spot] = scan.linkSpots;
  const isOnlyLink = scan.links.length === 1 && spot !== undefined && spot.end - spot.start === source.length;
  return { html, links: scan.links, onlyLink: isOnlyLink ? scan.links[0] : undefined };
}
