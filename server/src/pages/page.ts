/**
 * Pages of a feature: drawn here, without scripts and with nothing from elsewhere. A page is shown, and may have one form
 * that comes back to its own address; whether the form is ours is checked before it is handed over.
 */
import type { OpenContext } from "../context.ts";
import type { Cookie } from "../http/cookies.ts";
import { TOKEN_FIELD } from "../http/forgery.ts";
import { inLanguage, type Spoken } from "../settings/languages.ts";
import { type Html, html } from "./html.ts";

/** Somebody at a page: with an account when signed in. */
export interface Visit extends OpenContext {
  /** The page's own address, without what follows a question mark. */
  readonly path: string;
  /** The named parts of the address. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** What the browser's forms must carry. */
  readonly token: string;
  /** What the page is written in. */
  readonly language: string;
  readonly userAgent: string;
  /** Of the session, where there is one: only its hash is known otherwise. */
  readonly sessionToken: string | undefined;
}

export type Form = Readonly<Record<string, string>>;

export interface DrawnPage {
  readonly title: string;
  readonly body: Html;
  /** To be read, and with a heading of its own. */
  readonly isWide?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly Cookie[];
}

export interface Elsewhere {
  /** A path of ours. */
  readonly goTo: string;
  readonly cookies?: readonly Cookie[];
}

/** The web client, which draws everything itself. */
interface Application {
  readonly application: true;
  readonly cookies: readonly Cookie[];
}

export type PageAnswer = DrawnPage | Elsewhere | Application;

export interface Page {
  /** With a slash at the end; `:name` is a named part. */
  readonly path: string;
  /** Its address alone is enough to send its form: that is what the address was given out for, and no cookie counts. */
  readonly acceptsForeignForms?: boolean;
  show?(visit: Visit): Promise<PageAnswer>;
  submit?(visit: Visit, form: Form): Promise<PageAnswer>;
}

/** The words of a page in the reader's language. */
export const wordsFor = <T>({ language }: Visit, words: Spoken<T>): T => inLanguage(language, words);

/** A form that comes back to the page it is on, or to another of ours. */
export function form(visit: Visit, fields: Html, action = visit.path): Html {
  return html`<form method="post" action="${action}">
<input type="hidden" name="${TOKEN_FIELD}" value="${visit.token}">
${fields}
</form>`;
}

export interface Input {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password";
  /** What password managers read. */
  readonly autocomplete?: string;
  readonly value?: string;
  /** Stands under the field, which then has the focus. */
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly isFirst?: boolean;
  readonly isOptional?: boolean;
  readonly maxLength?: number;
}

export function input(field: Input): Html {
  const { name, label, type = "text", autocomplete = "off", value = "", error, hint, maxLength = 254 } = field;
  const below = error ?? hint;
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="${maxLength}"${
    !field.isOptional && html` required`
  }${(error !== undefined || field.isFirst) && html` autofocus`}${error !== undefined && html` aria-invalid="true"`}${
    below !== undefined && html` aria-describedby="${name}-note"`
  }>
${below !== undefined && html`<p class="${error === undefined ? "hint" : "error"}" id="${name}-note">${below}</p>`}
</div>`;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const button = (label: string): Html => html`<button type="submit">${label}</button>`;

/** What went wrong with the form as a whole. */
export const alert = (sentence: string | undefined): Html | undefined =>
  sentence === undefined ? undefined : html`<p class="error" role="alert">${sentence}</p>`;

/** A path of ours to go on to, or the root: never another site's, whatever was asked for. */
export function localPath(wanted: string | undefined): string {
  const base = "http://our.invalid";
  const url = wanted?.startsWith("/") ? URL.parse(wanted, base) : null;
  // Two slashes at the beginning name a host, and `/.//` becomes two.
  if (url?.origin !== base || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
