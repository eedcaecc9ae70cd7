/** Servers with identity providers, and people who sign in with them. */
import assert from "node:assert/strict";
import { after } from "node:test";
import type { TestResponse } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { IdentityProvider, type ProviderClaims } from "../../../test/identity-provider.ts";
import { type Organization, useServer } from "../../../test/index.ts";
import { type Extras, startServer } from "../../../test/server.ts";
import type { Config } from "../../kernel/config.ts";
import type { JwtKey, OidcProvider } from "../../kernel/sign-in-config.ts";

interface TestProviders {
  /** The company's provider: everything is in its tokens. */
  readonly company: IdentityProvider;
  /** Another one, which tells most at its userinfo endpoint only. */
  readonly public: IdentityProvider;
}

interface ServerOptions {
  readonly company?: Partial<OidcProvider>;
  readonly jwt?: readonly JwtKey[];
  readonly rateLimits?: Config["rateLimits"];
  readonly extras?: Extras;
}

/** Lets the tests of a file run on a server with two providers, and one that cannot be reached. */
export function useProviders({
  company: more,
  jwt = [],
  rateLimits,
  extras,
}: ServerOptions = {}): Promise<TestProviders> {
  const opened = open();
  after(async () => {
    const { company, public: other } = await opened;
    company.close();
    other.close();
  });
  useServer(async (engine) => {
    const { company, public: other } = await opened;
    const gone = { ...company.configured("gone"), issuer: "http://127.0.0.1:9" };
    const oidc = [company.configured("company", more), other.configured("public"), gone];
    return startServer(engine, { signIn: { oidc, jwt }, ...(rateLimits && { rateLimits }) }, extras);
  });
  return opened;
}

async function open(): Promise<TestProviders> {
  return { company: await IdentityProvider.open(), public: await IdentityProvider.open({ inToken: false }) };
}

export const LOGIN = "/accounts/login/social/oidc/company/";
export const VERIFIED = { email_verified: true };

/** A person in a browser, who signs in with a provider. */
export class ProviderVisitor extends Browser {
  readonly #acme: Organization;

  constructor(acme: Organization) {
    super(acme);
    this.#acme = acme;
  }

  /** Goes to the provider; returns the URL there. */
  async leaves(start = LOGIN): Promise<string> {
    const { status, headers, text } = await this.opens(start);
    assert.equal(status, 302, text);
    return headers.location as string;
  }

  /** Goes there and is sent back: returns the URL that leads back. */
  async isSentBack(
    idp: IdentityProvider,
    subject: string,
    claims: ProviderClaims = {},
    start = LOGIN,
  ): Promise<string> {
    const url = await this.leaves(start);
    const back = new URL(url).searchParams.get("redirect_uri") as string;
    assert.ok(back.startsWith(`${this.#acme.realm.url}/complete/oidc/`), back);
    idp.returns.add(back);
    if (Object.keys(claims).length > 0) idp.people.set(subject, claims);
    return idp.signsIn(url, subject);
  }

  /** The whole way. */
  async signsInWith(
    idp: IdentityProvider,
    subject: string,
    claims: ProviderClaims = {},
    start = LOGIN,
  ): Promise<TestResponse> {
    return this.opens(await this.isSentBack(idp, subject, claims, start));
  }

  async whoAmI(): Promise<number | undefined> {
    const { status, body } = await this.calls("GET /users/me");
    return status === 200 ? (body.user_id as number) : undefined;
  }
}

export const headingOf = ({ text }: TestResponse): string | undefined => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
export const leadOf = ({ text }: TestResponse): string | undefined =>
  /<p class="lead" role="alert">(.*?)<\/p>/.exec(text)?.[1];
