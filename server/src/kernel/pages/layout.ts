/** The frame of every page, and its content security policy: nothing from other sites, and nothing inline. */
import { type Html, html, languageAttributes } from "./html.ts";

export const STYLESHEET_PATH = "/static/pages.css";
export const SCRIPT_PATH = "/static/pages.js";
export const API_PAGE_SCRIPT_PATH = "/static/api-page.js";

/** The URLs of the shared stylesheet and script. */
export interface Assets {
  readonly stylesheet: string;
  readonly script: string;
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** For pages that are only read: no scripts at all. */
export const CONTENT_SECURITY_POLICY = `${POLICY}; form-action 'none'`;
/** For pages with nothing but a search, which is sent here. */
export const SEARCH_SECURITY_POLICY = `${POLICY}; form-action 'self'`;
/** For pages with forms, which submit only here; their one script is ours, and creates no HTML from text. */
export const FORM_SECURITY_POLICY = [
  POLICY,
  "script-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "form-action 'self'",
].join("; ");

/** For the API page: its script calls this server, and sends no form. */
export const API_PAGE_SECURITY_POLICY = FORM_SECURITY_POLICY.replace("form-action 'self'", "form-action 'none'");

/** For a form that leads to an app: browsers hold the redirect after it against the policy too. */
export const formPolicyTo = (scheme: string): string => `${FORM_SECURITY_POLICY} ${scheme}:`;

interface LayoutParts {
  readonly title: string;
  readonly body: Html;
  readonly language?: string;
  readonly assets: Pick<Assets, "stylesheet"> & Partial<Assets>;
}

/** Light or dark, like the reader's system. */
export function page({ title, body, language = "en", assets: { stylesheet, script } }: LayoutParts): string {
  return html`<!doctype html>
<html ${languageAttributes(language)} data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheet}">
${script !== undefined && html`<script src="${script}" defer></script>`}
</head>
${body}
</html>
`.text;
}
