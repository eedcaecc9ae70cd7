/**
 * A feature's pages: rendered by the server, working without scripts, and with nothing from other sites. A page may
 * have one form that submits to its own URL; CSRF is checked before the form is passed on.
 */

import type { Audit } from "../api/audit.ts";
import type { App, OpenContext } from "../context.ts";
import type { Cookie } from "../http/cookies.ts";
import { TOKEN_FIELD } from "../http/forgery.ts";
import { inLanguage, type Spoken } from "../languages.ts";
import { type Html, html } from "./html.ts";

/** The sign-in page, which other pages lead to. */
export const SIGN_IN_PATH = "/login/";

/** A browser's request for a page. */
export interface PageVisit {
  readonly app: App;
  /** The page's own path, without the query. */
  readonly path: string;
  /** The named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The CSRF token for forms. */
  readonly token: string;
  /** The page's language. */
  readonly language: string;
  readonly userAgent: string;
  /** The session's token; otherwise only its hash is known. */
  readonly sessionToken: string | undefined;
  /** Whether the user chose "shared computer". */
  readonly isShared: boolean;
  /** The sealed state of a sign-in that is not finished (`people/sign-in/pending.ts`). */
  readonly pendingSignIn?: string | undefined;
  /** The sealed state of a sign-in at an identity provider (`people/identity-providers/flow.ts`). */
  readonly providerSignIn?: string | undefined;
  /** Which accounts have signed in with this browser before (`people/sessions/known-browser.ts`). */
  readonly knownBrowser?: string | undefined;
}

/** A request for an organization's page: with an account if signed in. */
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
  /** One of our own paths. */
  readonly goTo: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly Cookie[];
}

/** Another site or an app, at a URL that the page has made itself: never one that was requested. */
export interface Leaving {
  readonly leaveTo: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly Cookie[];
}

/** The web client, which renders everything itself. */
interface Application {
  readonly application: true;
  readonly cookies: readonly Cookie[];
}

export type PageAnswer = DrawnPage | Elsewhere | Leaving | Application;

interface AnyPage {
  /** With a trailing slash; `:name` is a named part. */
  readonly path: string;
  /** The secret URL is enough to submit its form, and no cookie counts. */
  readonly acceptsForeignForms?: boolean;
  show?(visit: Visit): Promise<PageAnswer>;
}

interface ShownPage extends AnyPage {
  readonly submit?: undefined;
  /** Only for a page that other sites send browsers to, where opening it changes something. */
  readonly audit?: Audit;
}

export interface FormPage extends AnyPage {
  submit(visit: Visit, form: Form): Promise<PageAnswer>;
  /** What submitting it records in the audit log, or why nothing (decision 090). */
  readonly audit: Audit;
}

export type Page = ShownPage | FormPage;

/** A page of a server without an organization; with one, its URL redirects to the root. */
export interface FirstPage {
  readonly path: string;
  show(arrival: PageVisit): Promise<PageAnswer>;
  submit(arrival: PageVisit, form: Form): Promise<PageAnswer>;
  readonly audit: Audit;
}

/** A page's texts in the reader's language. */
export const wordsFor = <T>({ language }: Pick<PageVisit, "language">, words: Spoken<T>): T =>
  inLanguage(language, words);

/** A form that submits to its own page, or to another of ours. */
export function form(visit: Pick<PageVisit, "path" | "token">, fields: Html, action = visit.path): Html {
  return html`<form method="post" action="${action}">
<input type="hidden" name="${TOKEN_FIELD}" value="${visit.token}">
${fields}
</form>`;
}

/** A local path to continue to, or the root: never another site, whatever was requested. */
export function localPath(wanted: string | undefined): string {
  const base = "http://our.invalid";
  const url = wanted?.startsWith("/") ? URL.parse(wanted, base) : null;
  // Two leading slashes name a host, and `/.//` becomes two.
  if (url?.origin !== base || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
