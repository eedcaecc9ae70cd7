/**
 * Against forged requests: a browser sends our cookies with whatever another page makes it send. So each request that
 * changes something carries a token that other pages cannot read, and must not come from one of them.
 *
 * Whoever is signed in has the token of their session, which nobody can plant; whoever is not has one in a cookie.
 */
import { timingSafeEqual } from "node:crypto";
import { apiError, type Sentence, said } from "../api/index.ts";
import type { App } from "../context.ts";
import { randomToken } from "../secrets.ts";
import { type Cookie, cookieIn, cookieName } from "./cookies.ts";
import type { Incoming } from "./incoming.ts";
import { isSecure, type Shared, sessionToken } from "./session.ts";

export const CsrfFailed = apiError<{ reason: Sentence }>("CSRF_FAILED", ({ reason }) => said`CSRF error: ${reason}`, {
  status: 403,
});

/** The name of the form field. */
export const TOKEN_FIELD = "csrfmiddlewaretoken";
const TOKEN_HEADER = "x-csrftoken";
const YEAR_SECONDS = 365 * 86_400;

type RequestOrigin = Pick<Incoming, "headers" | "host">;

const tokenCookieName = (app: App) => cookieName("csrftoken", isSecure(app));

export const tokenOfSession = (app: App, token: string): string => app.secrets.keyedHash("forgery", token);

export const tokenCookie = (app: App, value: string, { isShared }: Shared = { isShared: false }): Cookie => ({
  name: tokenCookieName(app),
  value,
  maxAgeSeconds: isShared ? undefined : YEAR_SECONDS,
});

/** The token that requests of this browser must include. */
function expectedToken(app: App, { headers }: RequestOrigin): string | undefined {
  const session = sessionToken(app, headers);
  return session === undefined ? cookieIn(headers, tokenCookieName(app)) : tokenOfSession(app, session);
}

/** The token for a form, and the cookie for it if the browser has none yet. */
export function tokenForForm(app: App, request: RequestOrigin): { token: string; cookie?: Cookie } {
  const known = expectedToken(app, request);
  if (known !== undefined) return { token: known };
  const token = randomToken();
  return { token, cookie: tokenCookie(app, token) };
}

export const tokenInHeader = ({ headers }: RequestOrigin): string | undefined => {
  const sent = headers[TOKEN_HEADER];
  return typeof sent === "string" ? sent : undefined;
};

/** Throws unless the request comes from us and includes the token. */
export function refuseForgery(app: App, request: RequestOrigin, sent: string | undefined): void {
  refuseOtherSites(request);
  const expected = expectedToken(app, request);
  if (expected === undefined) throw new CsrfFailed({ reason: said`CSRF cookie not set.` });
  if (sent === undefined || sent === "") throw new CsrfFailed({ reason: said`CSRF token missing.` });
  if (!areEqual(sent, expected)) throw new CsrfFailed({ reason: said`CSRF token incorrect.` });
}

/** What browsers report about a request's origin. Other programs report nothing. */
export function refuseOtherSites({ headers, host }: RequestOrigin): void {
  const { origin, "sec-fetch-site": site } = headers;
  const isForeign = origin !== undefined && URL.parse(origin)?.host !== host.toLowerCase();
  if (isForeign || (site !== undefined && site !== "same-origin" && site !== "none"))
    throw new CsrfFailed({ reason: said`The request comes from another site.` });
}

export function hasToken(app: App, request: RequestOrigin): boolean {
  return expectedToken(app, request) !== undefined;
}

function areEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
