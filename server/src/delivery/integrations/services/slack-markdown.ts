/** Slack's markup and its blocks as Markdown. What people wrote in it mentions nobody. */

import { shortened } from "../../../text/notices/markup.ts";
import {
  bulletsOf,
  code,
  codeBlock,
  inOneLine,
  joined,
  lines,
  link,
  MAX_MARKDOWN_LENGTH,
  Markup,
  markdown,
  md,
  plain,
  quoted,
  webAddress,
} from "../markup.ts";
import type { Payload } from "../payload.ts";

/** `<https://example.com|text>`, `<@U1|name>`, `<#C1|name>`, `<!here>`, and Slack's three escapes. */
export function fromMrkdwn(text: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((piece, index) => (index % 2 === 1 ? unescaped(asCode(piece)) : unescaped(emphasised(linked(piece)))))
    .join("");
}

/** A fence stands on a line of its own here. */
const asCode = (piece: string): string =>
  piece.startsWith("```") ? `\n\`\`\`\n${piece.slice(3, -3).replace(/^\n|\n$/g, "")}\n\`\`\`\n` : piece;

function linked(piece: string): string {
  return piece.replace(/<([^<>|\n]{1,2000})(?:\|([^<>\n]{0,1000}))?>/g, (whole, target: string, label?: string) => {
    if (target.startsWith("@")) return `@${label ?? target.slice(1)}`;
    if (target.startsWith("#")) return `#${label ?? target.slice(1)}`;
    if (target.startsWith("!")) return `@${(label ?? target.slice(1).split("^")[0] ?? "").replace(/^@/, "")}`;
    const mail = /^mailto:(.+)$/.exec(target)?.[1];
    if (mail !== undefined) return label ?? mail;
    const address = unescaped(target);
    if (webAddress(address) === undefined) return whole;
    return label === undefined ? address : link(unescaped(label), address).source;
  });
}

/** Bold has one star, italic underscores, and strikes one tilde; each around whole words. */
const emphasised = (piece: string): string =>
  piece
    .replace(/(?<![\w*])\*(?=\S)([^*\n]{1,1000}?)(?<=\S)\*(?![\w*])/g, "**$1**")
    .replace(/(?<![\w_])_(?=\S)([^_\n]{1,1000}?)(?<=\S)_(?![\w_])/g, "*$1*")
    .replace(/(?<![\w~])~(?=\S)([^~\n]{1,1000}?)(?<=\S)~(?![\w~])/g, "~~$1~~");

const unescaped = (text: string): string => text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

/** What is longer than twice the text that is shown is cut before it is translated. */
export const mrkdwn = (text: string | undefined): Markup =>
  markdown(fromMrkdwn(shortened(text ?? "", 2 * MAX_MARKDOWN_LENGTH)));

/** A text object: Slack's markup, or plain text. */
function textObject(object: Payload | undefined): Markup {
  if (!object) return plain("");
  const text = object.optionalText("text") ?? "";
  return object.optionalText("type") === "plain_text" ? plain(text, 3000) : mrkdwn(text);
}

/** The visible text of Slack's blocks; what is only for a click (menus, inputs) is left out. */
export const blocks = (all: readonly Payload[]): Markup[] => all.map(block);

function block(each: Payload): Markup {
  switch (each.optionalText("type")) {
    case "header":
      return md`### ${textObject(each.optionalPart("text"))}`;
    case "section":
      return lines(
        textObject(each.optionalPart("text")),
        each.has("fields") ? bulletsOf(each.parts("fields"), (field) => inOneLine(textObject(field))) : undefined,
        accessory(each.optionalPart("accessory")),
      );
    case "context":
      return joined(
        each
          .parts("elements")
          .map((element) => (element.has("image_url") ? image(element) : inOneLine(textObject(element)))),
        " ",
      );
    case "divider":
      return new Markup("---");
    case "image":
      return image(each);
    case "actions":
      return joined(each.parts("elements").map(accessory), " ");
    case "markdown":
      return markdown(each.optionalText("text"));
    case "rich_text":
      return lines(...each.parts("elements").map(richElement));
    case "video":
      return link(each.optionalText("title.text"), each.firstText("title_url", "video_url"));
    default:
      return plain("");
  }
}

/** A button with an address is a link; other elements do nothing here. */
const accessory = (element: Payload | undefined): Markup => {
  if (!element) return plain("");
  if (element.has("image_url")) return image(element);
  return element.has("url") ? link(element.optionalText("text.text"), element.optionalText("url")) : plain("");
};

const image = (element: Payload): Markup =>
  link(
    element.firstText("title.text", "title", "alt_text") ?? "image",
    element.firstText("image_url", "slack_file.url"),
  );

function richElement(element: Payload): Markup {
  const children = element.parts("elements");
  switch (element.optionalText("type")) {
    case "rich_text_list":
      return bulletsOf(children, richText);
    case "rich_text_quote":
      return quoted(richText(element).source);
    case "rich_text_preformatted":
      return codeBlock(children.map((child) => child.firstText("text", "url") ?? "").join(""));
    default:
      return richText(element);
  }
}

/** The letters of a line of rich text, each with its style. */
function richText(element: Payload): Markup {
  return joined(element.parts("elements").map(richPiece), "");
}

function richPiece(piece: Payload): Markup {
  const text = piece.optionalText("text") ?? "";
  switch (piece.optionalText("type")) {
    case "link":
      return link(text || piece.optionalText("url"), piece.optionalText("url"));
    case "emoji":
      return new Markup(`:${(piece.optionalText("name") ?? "").replace(/[^\w+-]/g, "")}:`);
    case "user":
      return md`@${piece.optionalText("user_id")}`;
    case "broadcast":
      return md`@${piece.optionalText("range")}`;
    default:
      return styled(piece, text);
  }
}

/** Spaces stay outside of the marks, where they belong. */
function styled(piece: Payload, text: string): Markup {
  const inner = text.trim();
  if (inner === "") return new Markup(text && " ");
  const before = text === text.trimStart() ? "" : " ";
  const after = text === text.trimEnd() ? "" : " ";
  const shown = piece.isTrue("style.code") ? code(inner, 3000) : plain(inner, 3000);
  const marks = [
    piece.isTrue("style.bold") ? "**" : "",
    piece.isTrue("style.italic") ? "*" : "",
    piece.isTrue("style.strike") ? "~~" : "",
  ].join("");
  const closing = [...(marks.match(/~~|\*+/g) ?? [])].reverse().join("");
  return new Markup(`${before}${marks}${shown.source}${closing}${after}`);
}

/** Attachments, as Slack and Mattermost have them. */
export function attachment(each: Payload, format: (text: string | undefined) => Markup): Markup {
  const title = each.optionalText("title");
  const fields = bulletsOf(
    each.parts("fields"),
    (field) => md`**${field.optionalText("title")}**: ${inOneLine(format(field.optionalText("value")))}`,
  );
  const inner = [...blocks(each.parts("blocks"))];
  return lines(
    format(each.optionalText("pretext")),
    each.has("author_name") ? link(each.optionalText("author_name"), each.optionalText("author_link")) : undefined,
    title === undefined ? undefined : md`**${link(title, each.optionalText("title_link"))}**`,
    format(each.optionalText("text")),
    fields,
    ...inner,
    each.has("image_url") ? link("image", each.optionalText("image_url")) : undefined,
    each.has("footer") ? plain(each.text("footer")) : undefined,
    // The fallback is for clients that show nothing else.
    hasOther(each) ? undefined : format(each.optionalText("fallback")),
  );
}

const hasOther = (each: Payload): boolean =>
  ["pretext", "author_name", "title", "text", "fields", "blocks", "image_url"].some((name) => each.has(name));
