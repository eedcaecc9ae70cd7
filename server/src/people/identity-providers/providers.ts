/**
 * The identity providers as a running server knows them. What a provider says of itself is asked for when someone first signs
 * in with it, and again after an hour: one that cannot be reached keeps nobody from signing in with another.
 */
import type { ClientAuth, Configuration, CustomFetch } from "openid-client";
import type { Clock } from "../../kernel/clock.ts";
import type { OutgoingClient } from "../../kernel/outgoing/client.ts";
import { part } from "../../kernel/part.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";

/** For each request to the provider. A sign-in needs up to four, and a person is waiting. */
const TIMEOUT_MS = 8000;
/** Much more than the largest set of keys. */
const MAX_BYTES = 256 * 1024;
const KNOWN_MS = 3600 * 1000;
/** How long a provider is left alone that could not be asked: anyone can open the page that asks it. */
const FAILED_MS = 10 * 1000;

interface KnownProvider {
  readonly configuration: Promise<Configuration>;
  readonly untilMs: number;
}

interface ProvidersOptions {
  readonly clock: Clock;
  readonly outgoing: OutgoingClient;
}

export class Providers {
  readonly #clock: Clock;
  readonly #fetch: CustomFetch;
  readonly #known = new Map<string, KnownProvider>();

  constructor({ clock, outgoing }: ProvidersOptions) {
    this.#clock = clock;
    this.#fetch = boundedFetch(outgoing);
  }

  /** Its endpoints and keys. Everyone who asks meanwhile waits for the same response; a failure is kept for seconds only. */
  configurationOf(provider: OidcProvider): Promise<Configuration> {
    const now = this.#clock.now();
    const known = this.#known.get(provider.id);
    if (known && known.untilMs > now) return known.configuration;
    const configuration = discover(provider, this.#fetch);
    this.#known.set(provider.id, { configuration, untilMs: now + KNOWN_MS });
    configuration.catch(() => {
      this.#known.set(provider.id, { configuration, untilMs: this.#clock.now() + FAILED_MS });
    });
    return configuration;
  }
}

export const providers = part<Providers>("identity providers");

async function discover(provider: OidcProvider, fetch: CustomFetch): Promise<Configuration> {
  // Loaded when it is first needed: most servers have no provider.
  const client = await import("openid-client");
  const { issuer, client_id, client_secret } = provider;
  const isLocal = issuer.startsWith("http:");
  const configuration = await client.discovery(
    new URL(issuer),
    client_id,
    undefined,
    authentication(client, client_secret),
    {
      // The token comes over an encrypted connection, and is still held against the provider's keys.
      execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
      [client.customFetch]: fetch,
    },
  );
  // The library lets Microsoft's issuers differ, by which every organization there would be one provider.
  if (withoutSlash(configuration.serverMetadata().issuer) !== withoutSlash(issuer)) throw new OtherIssuer();
  return configuration;
}

/** The provider says that it is another one. */
export class OtherIssuer extends Error {
  override readonly name = "OtherIssuer";
}

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

/** In the header, which is the default of the standard, unless the provider takes it only in the form. */
function authentication(client: typeof import("openid-client"), secret: string | undefined): ClientAuth {
  if (secret === undefined) return client.None();
  const [inHeader, inForm] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const takesHeader = methods === undefined || methods.includes("client_secret_basic");
    return (takesHeader ? inHeader : inForm)(server, ...rest);
  };
}

/** Requests with a time limit and a maximum size, and without redirects. */
function boundedFetch(outgoing: OutgoingClient): CustomFetch {
  return async (url, { method, headers, body }) => {
    const {
      status,
      contentType,
      body: content,
    } = await outgoing.send({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs: TIMEOUT_MS,
      redirects: 0,
      maxBytes: MAX_BYTES,
    });
    const text = status === 204 ? null : new Uint8Array(content);
    return new Response(text, { status, headers: contentType === undefined ? {} : { "content-type": contentType } });
  };
}
