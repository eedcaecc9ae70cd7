/** A email as a feature writes it, in paragraphs; from these come the plain text and the HTML. */
import { type Html, html, languageAttributes } from "../pages/html.ts";

/** A sentence or two, a separate link, or custom markup. */
export type Paragraph = string | LinkParagraph | FormedParagraph;

export interface LinkParagraph {
  readonly label: string;
  readonly url: string;
  /** Secondary: the reader does not need to open it. */
  readonly isSmall?: boolean;
}

export interface FormedParagraph {
  readonly text: string;
  readonly html: Html;
}

export interface Email {
  readonly subject: string;
  /** The reader's: `en`, `de-at`. */
  readonly language: string;
  readonly paragraphs: readonly Paragraph[];
}

/** Who speaks: under every email. */
export interface Sender {
  readonly name: string;
  readonly url: string;
}

export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The links to open, for an operator without a mail server. */
  readonly links: readonly string[];
}

export function write({ subject, language, paragraphs }: Email, sender: Sender): EmailContent {
  const parts = paragraphs.map((part) => {
    if (typeof part === "string") return part;
    return "url" in part ? `${part.label}:\n${part.url}` : part.text;
  });
  return {
    subject: oneLine(subject),
    text: `${parts.join("\n\n")}\n\n-- \n${oneLine(sender.name)}\n${sender.url}\n`,
    html: page(language, paragraphs, sender).text,
    links: paragraphs.flatMap((part) => (typeof part === "string" || !("url" in part) || part.isSmall ? [] : part.url)),
  };
}

/** A name must not start a header or a line of its own. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

const PAGE = "font:16px/1.5 system-ui,sans-serif;color:#1d232b;max-width:36em;margin:0 auto;padding:1.5em";
const BUTTON =
  "display:inline-block;padding:.6em 1.1em;border-radius:8px;background:#0f6470;color:#ffffff;text-decoration:none";

/** Mail programs do not support style sheets, so every element has its own style. */
function page(language: string, paragraphs: readonly Paragraph[], { name, url }: Sender): Html {
  return html`<!doctype html>
<html ${languageAttributes(language)}><head><meta charset="utf-8"></head><body style="${PAGE}">
${paragraphs.map(paragraph)}<p style="margin-top:2em;color:#6b7280;font-size:14px"><bdi>${name}</bdi><br><a href="${url}" dir="ltr">${url}</a></p>
</body></html>
`;
}

/** The URL is also written out: the button may be lost, and careful readers check it first. */
function paragraph(part: Paragraph): Html {
  if (typeof part === "string") return html`<p>${part}</p>\n`;
  if (!("url" in part)) return html`${part.html}\n`;
  const { label, url, isSmall } = part;
  if (isSmall) return html`<p style="font-size:13px"><a href="${url}" style="color:#6b7280">${label}</a></p>\n`;
  return html`<p><a href="${url}" style="${BUTTON}">${label}</a></p>
<p style="font-size:13px;word-break:break-all"><a href="${url}" dir="ltr">${url}</a></p>\n`;
}
