/** The frame of every page, and the rules by which a browser shows it: nothing from elsewhere, and no scripts at all. */
import { type Html, html } from "./html.ts";

export const STYLESHEET_PATH = "/static/pages.css";

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const CONTENT_SECURITY_POLICY = `${POLICY}; form-action 'none'`;
/** For pages with forms: they go nowhere but here. */
export const FORM_SECURITY_POLICY = `${POLICY}; form-action 'self'`;

export function page(title: string, stylesheet: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheet}">
</head>
${body}
</html>
`.text;
}
