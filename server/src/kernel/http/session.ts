/** Browser sessions: identification, and its errors. */
import type { IncomingHttpHeaders } from "node:http";
import type { Identity } from "../access/identities.ts";
import { lacksSecondFactor } from "../access/providers.ts";
import { BotType } from "../access/roles.ts";
import type { SessionId } from "../api/ids.ts";
import { ApiError, RealmDeactivated, said, UserDeactivated } from "../api/index.ts";
import { seconds } from "../clock.ts";
import type { App, User } from "../context.ts";
import { compiled } from "../db/compiled.ts";
import { API_KEY_PATTERN } from "../secrets.ts";
import { Unauthorized } from "./authenticate.ts";
import { type Cookie, cookieIn, cookieName } from "./cookies.ts";

/** Two weeks, renewed whenever the application is opened. */
export const SESSION_SECONDS = 1_209_600;
/** On a shared computer: at most a day, even if the browser is never closed. */
export const SHARED_SESSION_SECONDS = 86_400;

export class NoSession extends Unauthorized {
  constructor() {
    super(said`Not logged in: API authentication or user session required`, 'Session realm="zulip"');
  }
}

export interface Session {
  readonly id: SessionId;
  readonly expires_at: number;
}

export interface SessionIdentity extends Identity {
  readonly session: Session;
}

/** Whether the public URL uses HTTPS; then cookies are never sent unencrypted. */
export const isSecure = (app: App): boolean => app.url().startsWith("https:");

const sessionCookieName = (app: App) => cookieName("sessionid", isSecure(app));

/** On a shared computer the browser keeps nothing after it is closed. */
export interface Shared {
  readonly isShared: boolean;
}

export const sessionCookie = (app: App, value: string, { isShared }: Shared): Cookie => ({
  name: sessionCookieName(app),
  value,
  maxAgeSeconds: isShared ? undefined : SESSION_SECONDS,
});

export const noSessionCookie = (app: App): Cookie => ({ name: sessionCookieName(app), value: "", maxAgeSeconds: 0 });

const sharedCookieName = (app: App) => cookieName("sharedcomputer", isSecure(app));

/** Tells the application to store nothing on this computer. */
export const sharedCookie = (app: App, { isShared }: Shared): Cookie => ({
  name: sharedCookieName(app),
  value: isShared ? "1" : "",
  maxAgeSeconds: isShared ? undefined : 0,
  isOpen: true,
});

export const isSharedComputer = (app: App, headers: IncomingHttpHeaders): boolean =>
  cookieIn(headers, sharedCookieName(app)) === "1";

const pendingCookieName = (app: App) => cookieName("signin", isSecure(app));

/** Keeps what a person has proven between the steps of a sign-in. It is not a session: nothing else accepts it. */
export const pendingCookie = (app: App, sealed: string, maxAgeSeconds: number): Cookie => ({
  name: pendingCookieName(app),
  value: sealed,
  maxAgeSeconds,
});

export const noPendingCookie = (app: App): Cookie => pendingCookie(app, "", 0);

export const pendingSignIn = (app: App, headers: IncomingHttpHeaders): string | undefined =>
  cookieIn(headers, pendingCookieName(app));

const providerCookieName = (app: App) => cookieName("providersignin", isSecure(app));

/** Ties a sign-in at an identity provider to the browser that began it. */
export const providerCookie = (app: App, sealed: string, maxAgeSeconds: number): Cookie => ({
  name: providerCookieName(app),
  value: sealed,
  maxAgeSeconds,
});

export const noProviderCookie = (app: App): Cookie => providerCookie(app, "", 0);

export const providerSignIn = (app: App, headers: IncomingHttpHeaders): string | undefined =>
  cookieIn(headers, providerCookieName(app));

/** As long as browsers keep any cookie. */
const KNOWN_BROWSER_SECONDS = 400 * 86_400;

const knownBrowserCookieName = (app: App) => cookieName("knownbrowser", isSecure(app));

/** Says which accounts have signed in with this browser before (`people/sessions/known-browser.ts`). It opens nothing. */
export const knownBrowserCookie = (app: App, value: string): Cookie => ({
  name: knownBrowserCookieName(app),
  value,
  maxAgeSeconds: KNOWN_BROWSER_SECONDS,
});

export const knownBrowser = (app: App, headers: IncomingHttpHeaders): string | undefined =>
  cookieIn(headers, knownBrowserCookieName(app));

/** Tokens have the format of API keys; anything else is invalid. */
export function sessionToken(app: App, headers: IncomingHttpHeaders): string | undefined {
  const token = cookieIn(headers, sessionCookieName(app));
  return token !== undefined && API_KEY_PATTERN.test(token) ? token : undefined;
}

export const sessionHash = (app: App, token: string): string => app.secrets.keyedHash("session", token);

const accountBySession = compiled((db, { hash }: { hash: string }) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .innerJoin("realm", "realm.id", "user.realm_id")
    .selectAll("user")
    .select(["session.id as session_id", "session.expires_at", "realm.version", "realm.is_active as realm_is_active"])
    .where("token_hash", "=", hash),
);

/** A cache key that no header can produce: a cached session must not match an API key. */
const inMemory = (token: string) => `session\n${token}`;

/**
 * The session's user; undefined without a session, or if it is over. Ending one raises the organization's version. The
 * session of someone who lacks a required second factor counts as over: signing in again sets one up.
 */
export async function identifySession(
  app: App,
  host: string,
  headers: IncomingHttpHeaders,
): Promise<SessionIdentity | undefined> {
  const token = sessionToken(app, headers);
  if (token === undefined) return undefined;
  const remembered = inMemory(token);
  const known = (await app.identities.recall(app.database, remembered)) as SessionIdentity | undefined;
  const isOver = ({ session }: SessionIdentity) => session.expires_at <= seconds(app.clock);
  // An expired cached session may have been extended since.
  const identity = known && !isOver(known) ? known : await verify(app, token);
  if (!identity || isOver(identity)) return undefined;
  if (identity !== known) app.identities.remember(remembered, identity);
  if (!app.identities.answersTo(identity.realm, host))
    throw new ApiError(said`Account is not associated with this subdomain`);
  return identity;
}

async function verify(app: App, token: string): Promise<SessionIdentity | undefined> {
  const { reader } = app.database;
  const [row] = await accountBySession(reader, { hash: sessionHash(app, token) });
  if (!row) return undefined;
  if (!row.realm_is_active) throw new RealmDeactivated();
  if (!row.is_active) throw new UserDeactivated();
  const realm = await app.identities.realmById(reader, row.realm_id, row.version);
  // Something changed between the two reads: do not cache the account at the later version.
  if (realm.version !== row.version) return verify(app, token);
  if (await lacksSecondFactor({ app, db: reader, realm }, row)) return undefined;
  const user = await app.identities.user(reader, row, row.version);
  return { realm, user, session: { id: row.session_id, expires_at: row.expires_at } };
}

export function refuseWebhookBot(user: User): void {
  if (user.bot_type === BotType.incomingWebhook) throw new ApiError(said`Webhook bots can only access webhooks`);
}
