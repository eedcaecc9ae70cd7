/** How email comes in: the address pattern, and where the server listens for it. */
import { ConfigError } from "../config-values.ts";
import type { Variables } from "../variables.ts";

export type MailProtocol = "smtp" | "lmtp";
/** `offered` and `required`: with STARTTLS. `immediate`: from the first byte. */
export type TlsMode = "offered" | "required" | "immediate";

/** `checked`: an email must be proved to come from a person's address before it is posted in their name. */
export type SenderTrust = "checked" | "trusted";

export interface MailInConfig {
  /** What surrounds the key of an address: `parley+` and `@example.com`. The domain is in lower case. */
  readonly prefix: string;
  readonly domain: string;
  readonly protocol: MailProtocol;
  readonly host: string;
  readonly port: number;
  /** Undefined if connections are not encrypted. */
  readonly tls: { readonly certificate: string; readonly key: string; readonly mode: TlsMode } | undefined;
  readonly maxBytes: number;
  /** The name of the mail server in front, whose `Authentication-Results` are believed. */
  readonly authenticatedBy: string | undefined;
  readonly senders: SenderTrust;
}

const MIB = 1024 * 1024;
export const DEFAULT_MAIL_IN_PORT = 2525;
export const DEFAULT_MAIL_IN_MIB = 25;
/** An email is read in memory, by one thread at a time. */
const MOST_MIB = 100;
const PATTERN = /^([a-z0-9][a-z0-9._-]*\+)?\*@((?:[a-z0-9-]+\.)*[a-z0-9-]+)$/i;

/** The readers of numbers and choices that the rest of the configuration uses. */
export interface Readers {
  wholeNumber(
    name: "PARLEY_MAIL_IN_PORT" | "PARLEY_MAIL_IN_MAX_MIB",
    fallback: number,
    min: number,
    max: number,
  ): number;
}

/** Undefined if no email comes in. */
export function readMailInConfig(env: Variables, { wholeNumber }: Readers): MailInConfig | undefined {
  const pattern = env.PARLEY_MAIL_IN_ADDRESS;
  const protocol = oneOf(env, "PARLEY_MAIL_IN_PROTOCOL", ["smtp", "lmtp"]);
  const port = wholeNumber("PARLEY_MAIL_IN_PORT", DEFAULT_MAIL_IN_PORT, 0, 65_535);
  const maxBytes = wholeNumber("PARLEY_MAIL_IN_MAX_MIB", DEFAULT_MAIL_IN_MIB, 1, MOST_MIB) * MIB;
  const tls = tlsOf(env);
  const senders = oneOf(env, "PARLEY_MAIL_IN_SENDERS", ["checked", "trusted"]);
  if (!pattern) return undefined;
  const [, prefix = "", domain] = PATTERN.exec(pattern) ?? [];
  if (domain === undefined)
    throw new ConfigError(`PARLEY_MAIL_IN_ADDRESS must be like *@chat.example.com or parley+*@example.com: ${pattern}`);
  return {
    prefix: prefix.toLowerCase(),
    domain: domain.toLowerCase(),
    protocol,
    host: env.PARLEY_MAIL_IN_HOST || "127.0.0.1",
    port,
    tls,
    maxBytes,
    authenticatedBy: env.PARLEY_MAIL_IN_AUTHENTICATED_BY?.toLowerCase() || undefined,
    senders,
  };
}

function tlsOf(env: Variables): MailInConfig["tls"] {
  const { PARLEY_MAIL_IN_TLS_CERTIFICATE: certificate, PARLEY_MAIL_IN_TLS_KEY: key } = env;
  const mode = oneOf(env, "PARLEY_MAIL_IN_TLS", ["offered", "required", "immediate"]);
  if (certificate && key) return { certificate, key, mode };
  if (certificate || key)
    throw new ConfigError("Set both PARLEY_MAIL_IN_TLS_CERTIFICATE and PARLEY_MAIL_IN_TLS_KEY, or neither.");
  // Without a certificate nothing could be encrypted, although the operator demands it.
  if (mode !== "offered")
    throw new ConfigError(
      `PARLEY_MAIL_IN_TLS=${mode} needs PARLEY_MAIL_IN_TLS_CERTIFICATE and PARLEY_MAIL_IN_TLS_KEY.`,
    );
  return undefined;
}

/** The first is the default. */
function oneOf<const T extends string>(
  env: Variables,
  name: "PARLEY_MAIL_IN_PROTOCOL" | "PARLEY_MAIL_IN_TLS" | "PARLEY_MAIL_IN_SENDERS",
  choices: readonly [T, ...T[]],
): T {
  const text = env[name];
  if (!text) return choices[0];
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new ConfigError(`${name} must be one of ${choices.join(", ")}: ${text}`);
  return chosen;
}
