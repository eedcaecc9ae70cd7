/** The two authentication schemes: an API key under /api/v1, a browser session under /json. */
import type { Identity } from "../access/identities.ts";
import { type Dialect, dialectOf, type SentParameters, said } from "../api/index.ts";
import type { App, User } from "../context.ts";
import { authenticate, NotLoggedIn, refuseWebhookBots, type Unauthorized } from "./authenticate.ts";
import { CsrfFailed, hasToken, refuseForgery, refuseOtherSites, TOKEN_FIELD, tokenInHeader } from "./forgery.ts";
import type { Incoming } from "./incoming.ts";
import type { ReceivedParameters } from "./parameters.ts";
import { identifySession, NoSession, refuseWebhookBot, type Session } from "./session.ts";

export interface Scheme {
  /** Whether pages on other origins may call it; they never send cookies. */
  readonly isOpenToOrigins: boolean;
  /** Before the body is read: throws if the request is known to be forged. */
  guard(request: Incoming): void;
  /** After the body is read: checks the token in a form. Returns the parameters without the token. */
  guarded(request: Incoming, sent: ReceivedParameters): ReceivedParameters;
  /** Undefined without credentials. */
  identify(request: Incoming): Promise<(Identity & { readonly session?: Session }) | undefined>;
  notLoggedIn(): Unauthorized;
  refuseWebhookBots(user: User, isOpenToThem: boolean): void;
  clientName(name: string): string;
  /** The spelling of names that differ between the specification and existing clients. */
  dialectOf(userAgent: string | undefined, client: string | undefined): Dialect;
}

const changesNothing = ({ method }: Incoming) => method === "GET" || method === "HEAD" || method === "OPTIONS";

export const byApiKey = (app: App): Scheme => ({
  isOpenToOrigins: true,
  guard(request) {
    if (isForeignForm(request)) throw new CsrfFailed({ reason: said`HTML form submissions are not accepted.` });
  },
  guarded: (_request, sent) => sent,
  async identify({ host, headers: { authorization } }) {
    return authorization === undefined ? undefined : authenticate(app, host, authorization);
  },
  notLoggedIn: () => new NotLoggedIn(),
  refuseWebhookBots,
  clientName: (name) => name,
  dialectOf,
});

/**
 * A browser that has stored credentials would add them to a form on another site. Such forms are recognised by the
 * headers that browsers send; cross-origin scripts get no credentials added.
 */
function isForeignForm(request: Incoming): boolean {
  const mode = request.headers["sec-fetch-mode"];
  return !changesNothing(request) && (mode === "navigate" || mode === "no-cors");
}

function withoutToken(parameters: SentParameters): SentParameters {
  const others: Record<string, SentParameters[string]> = Object.assign(Object.create(null), parameters);
  delete others[TOKEN_FIELD];
  return others;
}

export const bySession = (app: App): Scheme => ({
  isOpenToOrigins: false,
  guard(request) {
    if (changesNothing(request)) return;
    // The token may be in the form, which is not read yet.
    const sent = tokenInHeader(request);
    if (sent !== undefined || !hasToken(app, request)) refuseForgery(app, request, sent);
    else refuseOtherSites(request);
  },
  guarded(request, { all, body }) {
    if (changesNothing(request)) return { all, body };
    const inForm = body[TOKEN_FIELD];
    if (tokenInHeader(request) === undefined)
      refuseForgery(app, request, typeof inForm === "string" ? inForm : undefined);
    return { all: withoutToken(all), body: withoutToken(body) };
  },
  identify: ({ host, headers }) => identifySession(app, host, headers),
  notLoggedIn: () => new NoSession(),
  refuseWebhookBots: refuseWebhookBot,
  clientName: (name) => (name.startsWith("Zulip") ? name : "website"),
  // Sessions belong to our own client, which also runs in the desktop application of another.
  dialectOf: () => "neutral",
});
