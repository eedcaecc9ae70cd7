/** Emoji by name, by character, and as emoticons. */
import { toNeutralName } from "../../emoji/dialect.ts";
import {
  codeOf,
  EMOTICONS,
  type Emoji,
  EXTRA_EMOJI_PREFIX,
  emojiByCode,
  emojiByName,
  isExtraEmoji,
} from "../../emoji/emoji.ts";
import type { Budget } from "../budget.ts";
import { element, type Html, open, text } from "../html.ts";
import type { MarkdownNames } from "../names.ts";
import { type Construct, matchAt, type Spot } from "./scan.ts";

const NAME = /:([\p{L}\p{N}_+-]+):/uy;
const EMOTICON = /:[)(|/DoOpP]|\(:|<3|;\)/y;
const NONE: readonly Spot[] = [];
/** One emoji in characters: a flag, a keycap, or a joined sequence. */
const WRITTEN =
  /\p{RI}{2}|[#*0-9]\ufe0f?\u20e3|(?![#*0-9])\p{Emoji}(?:\ufe0f|\p{EMod})?(?:[\u{e0020}-\u{e007f}]+|(?:\u200d\p{Emoji}(?:\ufe0f|\p{EMod})?)*)/gu;

export const namedEmoji: Construct = (scan, at, limit) => {
  const match = matchAt(NAME, scan.source, at, limit);
  if (match === undefined) return undefined;
  const [written, name = ""] = match;
  const end = at + written.length;
  const { names, budget } = scan.rendering;
  const html = emojiNamed(name, names);
  return html !== undefined && budget.affordsEmoji() ? { html, end } : undefined;
};

function emojiNamed(name: string, names: MarkdownNames): Html | undefined {
  const custom = names.customEmoji(name);
  if (custom !== undefined) return picture(name, custom.source_url);
  const builtIn = toNeutralName(name);
  if (isExtraEmoji(builtIn)) return picture(builtIn, `${EXTRA_EMOJI_PREFIX}${builtIn}.png`);
  const emoji = emojiByName(name);
  return emoji === undefined ? undefined : characterNamed(name, emoji.code);
}

export const emoticon: Construct = (scan, at, limit) => {
  if (!scan.rendering.options.translateEmoticons) return undefined;
  const written = matchAt(EMOTICON, scan.source, at, limit)?.[0] ?? "";
  const name = EMOTICONS.get(written);
  const end = at + written.length;
  const standsAlone = /^$|\s/.test(scan.source[at - 1] ?? "") && /^$|[\s.,;?!]/.test(scan.source[end] ?? "");
  const emoji = name !== undefined && standsAlone ? emojiByName(name) : undefined;
  return emoji === undefined || name === undefined ? undefined : { html: characterNamed(name, emoji.code), end };
};

export function findEmoji(source: string, budget: Budget): readonly Spot[] {
  if (!/[\u00a9\u00ae\u203c-\uffff]/.test(source)) return NONE;
  const spots: Spot[] = [];
  for (const match of source.matchAll(WRITTEN)) {
    budget.spend(1);
    const html = pictureOf(match[0]);
    if (html === undefined) continue;
    if (!budget.affordsEmoji()) break;
    spots.push({ start: match.index, end: match.index + match[0].length, render: () => html });
  }
  return spots;
}

/** Rendered once each. Contains only emoji in the table, so it cannot grow without limit. */
const pictures = new Map<string, Html>();

function pictureOf(written: string): Html | undefined {
  const known = pictures.get(written);
  if (known !== undefined) return known;
  const emoji = emojiMeant(written);
  if (emoji === undefined) return undefined;
  const html = characterNamed(emoji.name, emoji.code);
  // A selector can be anywhere in a sequence; only the usual spellings are worth caching.
  if (pictures.size < 10_000) pictures.set(written, html);
  return html;
}

/** A character that is text by default (`©`, `❤`), or a digit in a box, is an emoji only with a selector. */
const TEXT_BY_DEFAULT = /^\P{Emoji_Presentation}\u20e3?$/u;

function emojiMeant(written: string): Emoji | undefined {
  return TEXT_BY_DEFAULT.test(written) ? undefined : emojiByCode(codeOf(written));
}

function characterNamed(name: string, code: string): Html {
  const label = name.replaceAll("_", " ");
  return element(
    "span",
    { "aria-label": label, class: `emoji emoji-${code}`, role: "img", title: label },
    text(`:${name}:`),
  );
}

function picture(name: string, src: string): Html {
  return open("img", { alt: `:${name}:`, class: "emoji", src, title: name.replaceAll("_", " ") });
}
