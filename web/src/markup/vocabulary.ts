/** Every element, class and attribute that rendered text may contain: exactly what our renderer produces. */

/** The value to keep; undefined drops the attribute. */
export type Check = (value: string) => string | undefined;

export interface ElementRule {
  readonly classes?: readonly string[];
  readonly attributes?: Readonly<Record<string, Check>>;
}

const matching =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value) ? value : undefined;

const text: Check = (value) => value;
const id = matching(/^\d{1,16}$/);
const only = (...values: readonly string[]): Check => matching(new RegExp(`^(?:${values.join("|")})$`));

/** Without `href`, `src` and `style`, which the sanitizer handles itself. */
export const ELEMENTS: Readonly<Record<string, ElementRule>> = {
  p: {},
  br: {},
  hr: {},
  ul: {},
  ol: { attributes: { start: matching(/^\d{1,9}$/) } },
  li: {},
  blockquote: {},
  strong: {},
  em: {},
  del: {},
  code: {},
  pre: {},
  h1: {},
  h2: {},
  h3: {},
  h4: {},
  h5: {},
  h6: {},
  table: {},
  thead: {},
  tbody: {},
  tr: {},
  th: {},
  td: {},
  time: { attributes: { datetime: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/) } },
  div: {
    classes: [
      "codehilite",
      "spoiler-block",
      "spoiler-header",
      "spoiler-content",
      "message_inline_image",
      "message_inline_video",
      "youtube-video",
      "message_embed",
      "message_embed_title",
      "message_embed_description",
      "data-container",
    ],
    attributes: { "data-code-language": text, "aria-hidden": only("true") },
  },
  span: {
    classes: [
      "user-mention",
      "user-group-mention",
      "topic-mention",
      "channel-wildcard-mention",
      "silent",
      "emoji",
      "timestamp-error",
      "tex-error",
      "highlight",
      "highlight_text_inserted",
      "highlight_text_deleted",
    ],
    attributes: {
      "data-user-id": matching(/^(?:\d{1,16}|\*)$/),
      "data-user-group-id": id,
      "aria-label": text,
      role: only("img"),
      title: text,
    },
  },
  a: {
    classes: ["stream", "stream-topic", "message-link", "message_embed_image"],
    attributes: { title: text, "data-stream-id": id, "data-id": matching(/^[\w-]{11}$/) },
  },
  img: {
    classes: ["emoji", "image-loading-placeholder"],
    attributes: {
      alt: text,
      title: text,
      "data-original-content-type": matching(/^image\/[\w.+-]{1,40}$/),
      "data-original-dimensions": matching(/^\d{1,6}x\d{1,6}$/),
      "data-animated": only("true"),
      "data-transcoded-image": matching(/^\d{1,5}x\d{1,5}\.[a-z]{3,4}$/),
    },
  },
  audio: { attributes: { title: text } },
  video: {},
};

/** A Unicode emoji: its code points in hexadecimal. */
export const EMOJI_CLASS = /^emoji-[\da-f]{2,6}(?:-[\da-f]{2,6}){0,15}$/;

/** Elements whose content is not readable text and is dropped with them. For other unknown elements, the text stays. */
export const UNREADABLE: ReadonlySet<string> = new Set(
  (
    "script style template noscript iframe frame frameset noframes object embed applet param noembed xmp plaintext " +
    "textarea select option title head meta link base portal fencedframe canvas dialog"
  ).split(" "),
);

/** The design's five syntax colours. The renderer uses Pygments' short names. */
const TOKENS: Readonly<Record<string, string>> = {
  k: "keyword",
  n: "plain",
  o: "plain",
  p: "plain",
  w: "plain",
  c: "comment",
  s: "string",
  m: "number",
  l: "plain",
  g: "plain",
  x: "plain",
  err: "plain",
  esc: "plain",
  kc: "number",
  kt: "function",
  na: "function",
  nb: "function",
  nc: "function",
  nd: "function",
  ne: "function",
  nf: "function",
  fm: "function",
  ni: "number",
  nl: "function",
  nn: "function",
  no: "number",
  nt: "keyword",
  bp: "keyword",
  ow: "keyword",
  cp: "comment",
  gd: "deleted",
  ge: "emphasis",
  gh: "heading",
  gi: "inserted",
  gp: "comment",
  gr: "deleted",
  gs: "strong",
  gt: "deleted",
  gu: "heading",
  ld: "string",
};

/** The CSS class of a token; undefined if it is not a token. */
export function tokenClass(short: string): string | undefined {
  if (!/^[a-z]{1,3}\d?$/.test(short)) return undefined;
  const kind =
    (Object.hasOwn(TOKENS, short) && TOKENS[short]) ||
    (Object.hasOwn(TOKENS, short[0] ?? "") && TOKENS[short[0] ?? ""]);
  return kind ? `hl-${kind}` : undefined;
}
