/** A real OpenID Connect provider, whose people sign in by saying who they are. */
import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import type { OidcProvider } from "../src/kernel/sign-in-config.ts";

/** What the provider knows about a person. */
export type ProviderClaims = Record<string, unknown>;

const CLAIMS = {
  openid: ["sub"],
  email: ["email", "email_verified"],
  profile: ["name", "given_name", "family_name", "preferred_username"],
  groups: ["groups", "roles", "realm_access"],
};

interface IdentityProviderOptions {
  readonly port?: number;
  /** Whether the token contains all claims; otherwise they are only at the userinfo endpoint. */
  readonly inToken?: boolean;
}

/** Marks the request for a token that is then forged. */
const GENUINE = "x-genuine-token";

export interface DecodedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

function decoded(token: string): DecodedToken {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  return { header: read(header), claims: read(claims), signature };
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A token with any signature, which gets the text to sign. */
export function tokenOf(
  { header, claims }: Pick<DecodedToken, "header" | "claims">,
  signature: string | ((text: string) => Buffer),
): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${typeof signature === "string" ? signature : signature(text).toString("base64url")}`;
}

export const signedWith = (key: KeyObject) => (text: string) => sign("sha256", Buffer.from(text), key);

export class IdentityProvider {
  readonly issuer: string;
  /** By subject. */
  readonly people = new Map<string, ProviderClaims>();
  readonly #server: Server;
  readonly #provider: Provider;
  readonly client = { client_id: "parley", client_secret: randomBytes(32).toString("hex") };
  /** The paths that were asked for. */
  readonly requests: string[] = [];
  /** Changes the ID tokens that it gives out, as an attacker would who is between it and us. */
  forges: ((token: DecodedToken) => string) | undefined;
  readonly privateKey: KeyObject;
  /** Where people may be sent back to. */
  readonly returns = new Set<string>();

  private constructor(server: Server, { inToken = true }: IdentityProviderOptions) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    this.#provider = this.#build(inToken);
    const answer = this.#provider.callback();
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      this.requests.push(request.url ?? "");
      if (request.url?.startsWith("/interaction/")) void this.#askWho(request, response);
      else if (request.url === "/token" && this.forges && !request.headers[GENUINE])
        void this.#forge(request, response, this.forges);
      else void answer(request, response);
    });
  }

  static async open(options: IdentityProviderOptions = {}): Promise<IdentityProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
    return new IdentityProvider(server, options);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** As an operator configures it. */
  configured(id: string, more: Partial<OidcProvider> = {}): OidcProvider {
    const { issuer, client } = this;
    const scopes = ["openid", "email", "profile", "groups"];
    return { id, name: `The ${id}`, icon: null, issuer, ...client, scopes, second_factor: false, ...more };
  }

  /**
   * A person's browser at the provider: follows it from the URL that it was sent to, says who it is, and returns the URL that
   * it is sent back to.
   */
  async signsIn(url: string, subject: string): Promise<string> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    for (let step = 0; step < 10; step++) {
      if (next.origin !== this.issuer) return next.href;
      if (next.pathname.startsWith("/interaction/")) next.searchParams.set("subject", subject);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(next, { redirect: "manual", headers: { cookie } });
      for (const each of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get("location");
      assert.ok(location, `${response.status} ${next.href}\n${await response.text()}`);
      next = new URL(location, next);
    }
    throw new Error("The provider keeps redirecting.");
  }

  #build(inToken: boolean): Provider {
    const provider = new Provider(this.issuer, {
      clients: [{ ...this.client, redirect_uris: ["http://chat.test/complete/"], grant_types: ["authorization_code"] }],
      jwks: { keys: [{ ...this.privateKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" }] },
      cookies: { keys: [randomBytes(32).toString("hex")] },
      claims: CLAIMS,
      conformIdTokenClaims: !inToken,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      findAccount: (_, accountId) =>
        this.people.has(accountId)
          ? { accountId, claims: () => ({ sub: accountId, ...this.people.get(accountId) }) }
          : undefined,
    });
    const { returns } = this;
    (provider.Client.prototype as { redirectUriAllowed(url: string): boolean }).redirectUriAllowed = (url) =>
      returns.has(url);
    return provider;
  }

  async #forge(request: IncomingMessage, response: ServerResponse, forge: (token: DecodedToken) => string) {
    const body = Buffer.concat(await request.toArray());
    const { authorization = "", "content-type": type = "" } = request.headers;
    const headers = { authorization, "content-type": type, [GENUINE]: "1" };
    const genuine = await fetch(`${this.issuer}/token`, { method: "POST", headers, body });
    const tokens = (await genuine.json()) as { id_token: string };
    const forged = { ...tokens, id_token: forge(decoded(tokens.id_token)) };
    response.setHeader("content-type", "application/json").end(JSON.stringify(forged));
  }

  async #askWho(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url as string, this.issuer);
    const subject = url.searchParams.get("subject");
    if (subject === null) {
      const form = `<!doctype html><title>Provider</title><form><label>Who are you? <input name="subject"></label><button>Go</button></form>`;
      response.setHeader("content-type", "text/html").end(form);
      return;
    }
    const { params } = await this.#provider.interactionDetails(request, response);
    if (subject === "nobody") {
      await this.#provider.interactionFinished(request, response, { error: "access_denied" });
      return;
    }
    const grant = new this.#provider.Grant({ accountId: subject, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const grantId = await grant.save();
    const result = { login: { accountId: subject }, consent: { grantId } };
    await this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
}
