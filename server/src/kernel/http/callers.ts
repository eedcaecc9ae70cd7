/** Who sends a request: an account, a visitor, or nobody where none is needed. Each is counted. */
import type { Identity } from "../access/identities.ts";
import { isVisitor } from "../access/roles.ts";
import { admitsVisitors } from "../access/visitors.ts";
import { ApiError, type RawParameters } from "../api/index.ts";
import type { App, Realm, User } from "../context.ts";
import { authenticateWebhook } from "./authenticate.ts";
import { NoSuchOrganization } from "./common-errors.ts";
import type { Caller, Incoming, Outgoing } from "./incoming.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { Route } from "./route.ts";
import type { Scheme } from "./schemes.ts";
import type { Session } from "./session.ts";

export interface Limiters {
  readonly byUser: RateLimiter;
  readonly byIp: RateLimiter;
}

/** If reading the body takes longer than this, the caller is identified again. */
const STALE_MS = 50;

export class Callers {
  readonly #app: App;
  readonly #limiters: Limiters | undefined;
  readonly #scheme: Scheme;

  constructor(app: App, limiters: Limiters | undefined, scheme: Scheme) {
    this.#app = app;
    this.#limiters = limiters;
    this.#scheme = scheme;
  }

  async identify(routes: readonly Route[], request: Incoming, reply: Outgoing): Promise<Caller> {
    if (routes.every(needsNoCredentials)) {
      const realm = await this.realmOf(request, reply);
      return { realm, user: undefined, identifiedAt: performance.now() };
    }
    const account = await this.account(request, reply, {
      isWebhook: routes.some(({ operation }) => operation.isWebhook),
      mayBeWebhookBot: routes.some(({ operation }) => operation.openToWebhookBots),
    });
    // Sent credentials must be valid: wrong ones do not make a visitor.
    if (!account) return this.#visitorTo(routes, request, reply);
    const { realm, user, session } = account;
    // A caller identified again after a slow body has already been counted.
    if (!request.caller) this.#count(reply, this.#limiters?.byUser, user.id);
    return { realm, user, session: session?.id, identifiedAt: performance.now() };
  }

  async #visitorTo(routes: readonly Route[], request: Incoming, reply: Outgoing): Promise<Caller> {
    if (!routes.every(isOpenToVisitors)) {
      this.#count(reply, this.#limiters?.byIp, request.ip);
      throw this.#scheme.notLoggedIn();
    }
    const realm = await this.realmOf(request, reply);
    if (!(await admitsVisitors(this.#app, this.#app.database.reader, realm))) throw this.#scheme.notLoggedIn();
    return { realm, user: this.#app.identities.visitorTo(realm), identifiedAt: performance.now() };
  }

  /** The authenticated account; undefined without credentials. */
  async account(
    request: Incoming,
    reply: Outgoing,
    { isWebhook = false, mayBeWebhookBot = false } = {},
  ): Promise<(Identity & { readonly session?: Session }) | undefined> {
    try {
      const identity = await (isWebhook ? this.#webhookBot(request) : this.#scheme.identify(request));
      if (identity) this.#scheme.refuseWebhookBots(identity.user, mayBeWebhookBot);
      return identity;
    } catch (error) {
      // Guessing keys is limited like everything else by IP address.
      if (error instanceof ApiError) this.#count(reply, this.#limiters?.byIp, request.ip);
      throw error;
    }
  }

  #webhookBot({ host, query }: Incoming): Promise<Identity> {
    return authenticateWebhook(this.#app, host, (query as RawParameters).api_key);
  }

  /** The organization for a caller without an account, counted by IP address. */
  async realmOf(request: Incoming, reply: Outgoing): Promise<Realm> {
    const realm = await this.#app.identities.realmByHost(this.#app.database.reader, request.host);
    if (!realm) throw new NoSuchOrganization();
    // Whoever is identified again has been counted.
    if (!request.caller) this.#count(reply, this.#limiters?.byIp, request.ip);
    return realm;
  }

  #count(reply: Outgoing, limiter: RateLimiter | undefined, caller: string | number): void {
    if (!limiter) return;
    const { limit, remaining, reset } = limiter.admit(caller);
    reply
      .header("x-ratelimit-limit", limit)
      .header("x-ratelimit-remaining", remaining)
      .header("x-ratelimit-reset", reset);
  }
}

/** The method named in a form may need credentials where the request's own did not. */
export function knownCaller(route: Route, { caller }: Incoming): Caller | undefined {
  if (!caller || !isEnough(caller.user, route)) return undefined;
  // A slow body: what was allowed when it began may no longer be.
  return performance.now() - caller.identifiedAt < STALE_MS ? caller : undefined;
}

function isEnough(user: User | undefined, route: Route): boolean {
  if (user === undefined) return needsNoCredentials(route);
  return !isVisitor(user) || isOpenToVisitors(route);
}

/** Whether a request without credentials may pass. */
const needsNoCredentials = ({ operation }: Route): boolean => operation.gate === "anyone";

const isOpenToVisitors = ({ operation }: Route): boolean => operation.gate === "visitor";
