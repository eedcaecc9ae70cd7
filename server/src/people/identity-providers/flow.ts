/**
 * The way to an identity provider and back: the authorization code flow with PKCE. What the response must match (state, nonce,
 * verifier and the provider itself) is sealed in a cookie of the browser that began, for ten minutes.
 */
import type { IDToken } from "openid-client";
import type { SessionId, UserId } from "../../kernel/api/ids.ts";
import { noProviderCookie, providerCookie } from "../../kernel/http/session.ts";
import type { Leaving, Visit } from "../../kernel/pages/page.ts";
import { sealedKind, type Unsealed } from "../../kernel/sealed/sealed.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";
import { type Destination, shortened } from "../destinations/destination.ts";
import { type Claims, completed, isMissing } from "./claims.ts";
import { ProviderRefused } from "./errors.ts";
import { OtherIssuer, providers } from "./providers.ts";

interface BegunSignIn {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly destination: Destination;
  /** Of the invitation link that the person came with. */
  readonly invitation?: string;
  /** Of somebody who is signed in, and wants to link their account. */
  readonly link?: Linking;
}

/** Who links an account, in which session. */
export interface Linking {
  readonly user_id: UserId;
  readonly session: SessionId | undefined;
}

const begun = sealedKind<BegunSignIn>("sign-in at a provider", 600);

/** Longer ones are none of ours. */
const LONGEST_KEY = 100;
/** The standard's own limit, in characters. */
const MOST_SUBJECT = 255;

/** The only URL that the provider sends people back to. Each provider has its own, so that none can answer for another. */
export const returnUrl = ({ realm }: Visit, { id }: OidcProvider): string => `${realm.url}/complete/oidc/${id}/`;

interface Beginning {
  readonly destination: Destination;
  readonly invitation?: string | undefined;
  readonly link?: Linking | undefined;
}

export async function begin(
  visit: Visit,
  provider: OidcProvider,
  { destination, invitation, link }: Beginning,
): Promise<Leaving> {
  const client = await import("openid-client");
  const configuration = await refusingFaults(visit, provider, () => providers.of(visit.app).configurationOf(provider));
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: returnUrl(visit, provider),
    response_type: "code",
    scope: provider.scopes.join(" "),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    // An app gets a key, and a linked account another way in: the person says so at the provider, even if they are signed in there.
    ...(destination.flow || link ? { prompt: "login" } : {}),
  });
  const value = {
    provider: provider.id,
    state,
    nonce,
    verifier,
    destination: shortened(destination),
    ...(link ? { link } : {}),
  };
  const hasKey = invitation !== undefined && invitation.length <= LONGEST_KEY;
  const sealed = begun.seal(visit, hasKey ? { ...value, invitation } : value);
  return { leaveTo: url.href, cookies: [providerCookie(visit.app, sealed, begun.seconds)] };
}

export interface Returned {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Claims;
  readonly destination: Destination;
  readonly invitation: string | undefined;
  /** To be spent by the change that uses it. */
  readonly sealed: Unsealed<unknown>;
}

/** What the provider sends back: anything else is not passed on. */
const RESPONSE = ["code", "state", "iss", "error", "error_description", "session_state"];

/** Exchanges the code, and checks everything that the provider says, or throws. */
export async function complete(visit: Visit, provider: OidcProvider): Promise<Returned> {
  const sealed = begun.open(visit, visit.providerSignIn);
  if (sealed?.value.provider !== provider.id) throw new ProviderRefused("not_begun_here");
  const { state, nonce, verifier, destination, invitation } = sealed.value;
  const url = new URL(returnUrl(visit, provider));
  for (const name of RESPONSE) {
    const value = visit.query[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const client = await import("openid-client");
  const { token, issuer, claims } = await refusingFaults(visit, provider, async () => {
    const configuration = await providers.of(visit.app).configurationOf(provider);
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const token = tokens.claims() as IDToken;
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
    // Some providers keep most claims out of the token.
    const more =
      isMissing(provider, token) && hasMore
        ? await client.fetchUserInfo(configuration, tokens.access_token, token.sub)
        : undefined;
    return { token, issuer: configuration.serverMetadata().issuer, claims: more ? completed(token, more) : token };
  });
  const { sub: subject } = token;
  if (token.iss !== issuer || subject.length > MOST_SUBJECT) throw new ProviderRefused("provider_failed");
  return { issuer, subject, claims, destination, invitation, sealed };
}

/**
 * What goes wrong between us and the provider is a refusal: it cannot be reached, does not agree, or says what does not hold. The
 * texts of these errors may contain tokens; their names and codes do not. Anything else is a bug here.
 */
async function refusingFaults<T>({ app }: Visit, { id: provider }: OidcProvider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(await isFaultOfProvider(error))) throw error;
    const { name, code, error: answer, reason } = error as Readonly<Record<string, unknown>>;
    const said = typeof answer === "string" ? answer.slice(0, 100) : undefined;
    app.log.warn({ provider, error: name, code, answer: said, reason }, "an identity provider could not be used");
    throw new ProviderRefused(answer === "access_denied" ? "denied_by_provider" : "provider_failed");
  }
}

/** The library wraps whatever happens on the way; its own checks, and URLs that are none, are type errors with a code. */
async function isFaultOfProvider(error: unknown): Promise<boolean> {
  const client = await import("openid-client");
  return (
    error instanceof client.ClientError ||
    error instanceof client.AuthorizationResponseError ||
    error instanceof client.ResponseBodyError ||
    error instanceof client.WWWAuthenticateChallengeError ||
    error instanceof OtherIssuer ||
    (error instanceof TypeError && "code" in error)
  );
}

/** Who went to the provider with this browser in order to link their account; `undefined` if it was to sign in. */
export const linkIn = (visit: Visit): Linking | undefined => begun.open(visit, visit.providerSignIn)?.value.link;

/** For every response to a returned sign-in: it cannot be continued. */
export const forgetBegun = ({ app }: Visit) => noProviderCookie(app);
