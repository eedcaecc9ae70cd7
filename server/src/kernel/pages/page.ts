/**
 * Pages of a feature: drawn here, working without scripts, and with nothing from elsewhere. A page is shown, and may have
 * one form that comes back to its own address; whether the form is ours is checked before it is handed over.
 */

import { inLanguage, type Spoken } from "../../organization/settings/languages.ts";
import type { App, OpenContext } from "../context.ts";
import type { Cookie } from "../http/cookies.ts";
import { TOKEN_FIELD } from "../http/forgery.ts";
import { type Html, html } from "./html.ts";

/** A browser at a page. */
export interface PageVisit {
  readonly app: App;
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
  /** Whether its user has said that others use this computer too. */
  readonly isShared: boolean;
}

/** Somebody at a page of an organization: with an account when signed in. */
export interface Visit extends OpenContext, PageVisit {
  readonly app: App;
  readonly userAgent: string;
}

export type Form = Readonly<Record<string, string>>;

export interface DrawnPage {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly Cookie[];
}

export interface Elsewhere {
  /** A path of ours. */
  readonly goTo: string;
  readonly headers?: Readonly<Record<string, string>>;
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

/** A page of a server that has no organization yet; with one, its address leads to the root. */
export interface FirstPage {
  readonly path: string;
  show(arrival: PageVisit): Promise<PageAnswer>;
  submit(arrival: PageVisit, form: Form): Promise<PageAnswer>;
}

/** The words of a page in the reader's language. */
export const wordsFor = <T>({ language }: Pick<PageVisit, "language">, words: Spoken<T>): T =>
  inLanguage(language, words);

/** A form that comes back to the page it is on, or to another of ours. */
export function form(visit: Pick<PageVisit, "path" | "token">, fields: Html, action = visit.path): Html {
  return html`<form method="post" action="${action}">
<input type="hidden" name="${TOKEN_FIELD}" value="${visit.token}">
${fields}
</form>`;
}

/** A path of ours to go on to, or the root: never another site's, whatever was asked for. */
export function localPath(wanted: string | undefined): string {
  const base = "http://our.invalid";
  const url = wanted?.startsWith("/") ? URL.parse(wanted, base) : null;
  // Two slashes at the beginning name a host, and `/.//` becomes two.
  if (url?.origin !== base || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
