/** The configuration, from the values of its variables. docs/operations.md describes each variable, `settings.ts` says where values come from. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { type BackupConfig, readBackupConfig } from "./backups/config.ts";
import { addresses, ConfigError, flag, wholeNumber } from "./config-values.ts";
import { type DatabaseConfig, postgresUrl, readDatabaseConfig } from "./db/config.ts";
import { type CollectionLimits, DEFAULT_COLLECTION_LIMITS } from "./limits/collections.ts";
import { type MailInConfig, readMailInConfig } from "./mail/incoming-config.ts";
import { readSignInFile, type SignInConfig, SignInFileError } from "./sign-in-config.ts";
import type { S3Config } from "./storage/s3.ts";
import type { Variables } from "./variables.ts";

export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

export interface RateLimits {
  readonly api_by_user: RateLimit;
  readonly api_by_ip: RateLimit;
  readonly authenticate_by_username: RateLimit;
  readonly sign_in_failures_by_ip: RateLimit;
  /** Wrong codes and passkeys, after the right password. */
  readonly second_factor_by_user: RateLimit;
  readonly password_reset_by_email: RateLimit;
  readonly password_reset_by_email_daily: RateLimit;
  readonly email_change_by_user: RateLimit;
  readonly email_change_by_user_daily: RateLimit;
  /** Everything that makes the server send email to an address that someone enters. */
  readonly sends_email_by_ip: RateLimit;
  readonly invite_by_user: RateLimit;
  readonly sign_up_by_ip: RateLimit;
  /** Sign-ups with an invitation link, which somebody has chosen to give away. */
  readonly sign_up_with_link_by_ip: RateLimit;
  readonly sign_up_by_email: RateLimit;
  /** Estimating takes time, and the caller has no account yet. */
  readonly password_strength_by_ip: RateLimit;
  readonly spectator_attachment_access_by_file: RateLimit;
  /**
   * Images and recordings from other sites, each of which may have to be fetched: per account, or per IP address
   * without one.
   */
  readonly external_content_by_reader: RateLimit;
  /** Each may send requests to all of an account's devices, at URLs that its owner chose. */
  readonly test_push_by_user: RateLimit;
  /** Each makes a language model work, which the operator may have to pay for. */
  readonly summaries_by_user: RateLimit;
  /** Each sends a request to a URL that the owner of a bot chose. */
  readonly command_calls_by_user: RateLimit;
  /** Emails that are posted: by organization, address of a channel or conversation, and sender. */
  readonly mail_in_by_organization: RateLimit;
  readonly mail_in_by_organization_hourly: RateLimit;
  readonly mail_in_by_address: RateLimit;
  readonly mail_in_by_sender: RateLimit;
  /** Refused recipients, so that nobody guesses addresses. Does not apply to LMTP, where one mail server asks for all. */
  readonly mail_in_refusals_by_ip: RateLimit;
}

export interface PushGatewayConfig {
  /** Without a trailing slash. */
  readonly url: string;
  readonly secret: string;
}

/** A language model behind an interface for chat completions. */
export interface SummaryConfig {
  /** Of the interface, up to its version and without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** The model's name there. */
  readonly name: string;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly database: DatabaseConfig;
  /** The maximum number of threads that read while the event loop is busy. */
  readonly readingThreads: number;
  /** The external URL, without a trailing slash; undefined until the port is known. */
  readonly externalUrl: string | undefined;
  readonly heartbeatSeconds: number;
  /** Undefined if rate limits are turned off. */
  readonly rateLimits: RateLimits | undefined;
  /** The maximum size of each collection. */
  readonly collectionLimits: CollectionLimits;
  readonly webPublicStreamsEnabled: boolean;
  readonly trustedProxies: string[];
  /** Private addresses and networks that webhooks and the like may connect to. */
  readonly outgoingAllow: string[];
  /** Whether images and recordings from other sites are shown through the server. */
  readonly mediaProxy: boolean;
  readonly maxUploadMib: number;
  readonly maxImportMib: number;
  /** The maximum total size of an organization's files; null for no limit. */
  readonly uploadQuotaMib: number | null;
  /** Undefined if uploaded files are in the data directory. */
  readonly s3: S3Config | undefined;
  /** Undefined if there is no place for backups. */
  readonly backups: BackupConfig | undefined;
  /** The default video call server; null for none. */
  readonly jitsiServerUrl: string | null;
  /** For GIF search in clients; empty to disable it. */
  readonly giphyApiKey: string;
  /** Undefined if emails are written to the outbox instead of being sent. */
  readonly smtpUrl: string | undefined;
  /** The sender address of emails; defaults to one at our own host. */
  readonly mailFrom: string | undefined;
  /** Undefined if no email comes in. */
  readonly mailIn: MailInConfig | undefined;
  /** The gateway for mobile push notifications; undefined if they are off. */
  readonly pushGateway: PushGatewayConfig | undefined;
  /** The model for summaries of conversations; undefined if there are none. */
  readonly summaries: SummaryConfig | undefined;
  /** Identity providers and JSON web tokens. */
  readonly signIn: SignInConfig;
  /** Where these come from. */
  readonly signInFile: string | undefined;
  /** How long an invitation is valid by default. */
  readonly invitationValidityMinutes: number;
  /** How many addresses an organization may invite per day; null for no limit. */
  readonly invitationsPerDay: number | null;
  readonly logLevel: string;
  /** Whether there is a line for each request and delivery. */
  readonly accessLog: boolean;
  /** Who can read the metrics, besides this machine. */
  readonly metrics: MetricsConfig;
}

export interface MetricsConfig {
  /** Opens them from anywhere; undefined for no such token. */
  readonly token: string | undefined;
  /** Addresses and networks that can read them. */
  readonly allow: readonly string[];
}

export { ConfigError };

const DEFAULT_LIMITS: RateLimits = {
  api_by_user: { requests: 6000, seconds: 60 },
  api_by_ip: { requests: 600, seconds: 60 },
  authenticate_by_username: { requests: 5, seconds: 1800 },
  sign_in_failures_by_ip: { requests: 50, seconds: 1800 },
  second_factor_by_user: { requests: 5, seconds: 1800 },
  password_reset_by_email: { requests: 2, seconds: 3600 },
  password_reset_by_email_daily: { requests: 5, seconds: 86_400 },
  email_change_by_user: { requests: 2, seconds: 3600 },
  email_change_by_user_daily: { requests: 5, seconds: 86_400 },
  sends_email_by_ip: { requests: 30, seconds: 86_400 },
  invite_by_user: { requests: 60, seconds: 3600 },
  sign_up_by_ip: { requests: 60, seconds: 3600 },
  // A whole office may join in one morning, through one address and with a few mistakes.
  sign_up_with_link_by_ip: { requests: 600, seconds: 3600 },
  sign_up_by_email: { requests: 5, seconds: 86_400 },
  password_strength_by_ip: { requests: 1500, seconds: 300 },
  spectator_attachment_access_by_file: { requests: 1000, seconds: 86_400 },
  external_content_by_reader: { requests: 1200, seconds: 60 },
  test_push_by_user: { requests: 30, seconds: 600 },
  summaries_by_user: { requests: 30, seconds: 3600 },
  command_calls_by_user: { requests: 60, seconds: 60 },
  mail_in_by_organization: { requests: 50, seconds: 60 },
  mail_in_by_organization_hourly: { requests: 600, seconds: 3600 },
  mail_in_by_address: { requests: 120, seconds: 3600 },
  mail_in_by_sender: { requests: 60, seconds: 3600 },
  mail_in_refusals_by_ip: { requests: 100, seconds: 3600 },
};

export function readConfig(values: NodeJS.ProcessEnv | Variables): Config {
  // Only known names compile.
  const env = values as Variables;
  return {
    host: env.PARLEY_HOST || "127.0.0.1",
    port: wholeNumber(env, "PARLEY_PORT", 9800, 0, 65535),
    dataDirectory: resolve(env.PARLEY_DATA || "data"),
    databaseUrl: postgresUrl(env, "PARLEY_DATABASE_URL", "or be left out to use SQLite"),
    database: readDatabaseConfig(env),
    readingThreads: wholeNumber(env, "PARLEY_READING_THREADS", spareCores(), 0, 64),
    externalUrl: externalUrl(env.PARLEY_URL),
    heartbeatSeconds: wholeNumber(env, "PARLEY_HEARTBEAT_SECONDS", 45, 1, 75),
    rateLimits: rateLimits(env.PARLEY_RATE_LIMITS),
    collectionLimits: collectionLimits(env.PARLEY_COLLECTION_LIMITS),
    webPublicStreamsEnabled: flag(env, "PARLEY_WEB_PUBLIC_STREAMS_ENABLED", true),
    trustedProxies: addresses(env, "PARLEY_TRUSTED_PROXIES"),
    outgoingAllow: addresses(env, "PARLEY_OUTGOING_ALLOW"),
    mediaProxy: flag(env, "PARLEY_MEDIA_PROXY", true),
    maxUploadMib: wholeNumber(env, "PARLEY_MAX_UPLOAD_MIB", 100, 1, 4096),
    maxImportMib: wholeNumber(env, "PARLEY_MAX_IMPORT_MIB", 2048, 1, 1_048_576),
    uploadQuotaMib: wholeNumber(env, "PARLEY_UPLOAD_QUOTA_MIB", 0, 0, 1_000_000_000) || null,
    s3: s3(env),
    backups: readBackupConfig(env, s3(env)),
    jitsiServerUrl: jitsiServer(env.PARLEY_JITSI_URL),
    giphyApiKey: env.PARLEY_GIPHY_API_KEY || "",
    smtpUrl: smtpUrl(env.PARLEY_SMTP_URL),
    mailFrom: mailFrom(env.PARLEY_MAIL_FROM),
    mailIn: readMailInConfig(env, { wholeNumber: (...limits) => wholeNumber(env, ...limits) }),
    pushGateway: pushGateway(env),
    summaries: summaries(env),
    signIn: signInWays(env.PARLEY_SIGN_IN_FILE),
    signInFile: env.PARLEY_SIGN_IN_FILE || undefined,
    invitationValidityMinutes: wholeNumber(env, "PARLEY_INVITATION_LINK_VALIDITY_MINUTES", 14_400, 1, 52_560_000),
    invitationsPerDay: wholeNumber(env, "PARLEY_INVITATIONS_PER_DAY", 1000, 0, 1_000_000) || null,
    logLevel: logLevel(env.PARLEY_LOG_LEVEL || "info"),
    accessLog: flag(env, "PARLEY_ACCESS_LOG", false),
    metrics: { token: metricsToken(env.PARLEY_METRICS_TOKEN), allow: addresses(env, "PARLEY_METRICS_ALLOW") },
  };
}

/** One core is the event loop's; on a machine with only one, a thread would take it away. */
const spareCores = () => Math.min(availableParallelism() - 1, 64);

/** All or nothing: an incomplete configuration would lose files. */
function s3(env: Variables): S3Config | undefined {
  const names = [
    "PARLEY_S3_ENDPOINT",
    "PARLEY_S3_BUCKET",
    "PARLEY_S3_ACCESS_KEY_ID",
    "PARLEY_S3_SECRET_ACCESS_KEY",
  ] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new ConfigError(`To use an S3 store, also set ${missing.join(", ")}.`);
  const [endpoint = "", bucket = "", accessKeyId = "", secretAccessKey = ""] = names.map((name) => env[name]);
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new ConfigError(`PARLEY_S3_ENDPOINT must be an address like https://s3.example.com: ${endpoint}`);
  if (!/^[a-z0-9][a-z0-9.-]*$/i.test(bucket))
    throw new ConfigError(`PARLEY_S3_BUCKET must be the name of a bucket: ${bucket}`);
  const region = env.PARLEY_S3_REGION || "us-east-1";
  return { endpoint: endpoint.replace(/\/+$/, ""), bucket, region, accessKeyId, secretAccessKey };
}

function externalUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The hosts of all organizations derive from it, so it must be an origin.
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new ConfigError(`PARLEY_URL must be an address like https://chat.example.com, without a path: ${text}`);
  return url.origin;
}

function jitsiServer(text: string | undefined): string | null {
  if (!text) return "https://meet.jit.si";
  if (text === "off") return null;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ""))
    throw new ConfigError(`PARLEY_JITSI_URL must be an address like https://meet.example.com, or off: ${text}`);
  return text.replace(/\/+$/, "");
}

/** The error does not repeat the URL: it may contain a password. */
function smtpUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "")
    throw new ConfigError(
      "PARLEY_SMTP_URL must be an address like smtps://user:password@mail.example.com:465, or be left out.",
    );
  return text;
}

function mailFrom(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^[^\s@<>,;"]+@[A-Za-z0-9.-]+$/.test(text))
    throw new ConfigError(`PARLEY_MAIL_FROM must be an email address: ${text}`);
  return text;
}

/** Both or neither: an open gateway would let anyone notify everyone's phone. */
function pushGateway(env: Variables): PushGatewayConfig | undefined {
  const { PARLEY_PUSH_GATEWAY: address, PARLEY_PUSH_GATEWAY_SECRET: secret } = env;
  if (!address && !secret) return undefined;
  if (!address || !secret)
    throw new ConfigError("Set both PARLEY_PUSH_GATEWAY and PARLEY_PUSH_GATEWAY_SECRET, or neither.");
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new ConfigError(`PARLEY_PUSH_GATEWAY must be an address like https://push.example.com: ${address}`);
  // It is sent in a header.
  if (!/^[\x21-\x7e]{16,}$/.test(secret))
    throw new ConfigError(
      "PARLEY_PUSH_GATEWAY_SECRET must have at least 16 letters, digits or symbols, and no spaces.",
    );
  return { url: address.replace(/\/+$/, ""), secret };
}

/** Both or neither: messages go only to where the operator holds a key. */
function summaries(env: Variables): SummaryConfig | undefined {
  const { PARLEY_SUMMARY_URL: address, PARLEY_SUMMARY_KEY: key } = env;
  if (!address && !key) return undefined;
  if (!address || !key) throw new ConfigError("Set both PARLEY_SUMMARY_URL and PARLEY_SUMMARY_KEY, or neither.");
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new ConfigError(`PARLEY_SUMMARY_URL must be an address like https://models.example.com/v1: ${address}`);
  // It is sent in a header.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new ConfigError("PARLEY_SUMMARY_KEY must not contain spaces.");
  return { url: address.replace(/(\/chat\/completions)?\/*$/, ""), key, name: env.PARLEY_SUMMARY_MODEL || "default" };
}

function signInWays(path: string | undefined): SignInConfig {
  try {
    return readSignInFile(path);
  } catch (error) {
    throw error instanceof SignInFileError ? new ConfigError(error.message) : error;
  }
}

/** The error does not repeat the token. */
function metricsToken(text: string | undefined): string | undefined {
  if (!text) return undefined;
  // It is sent in a header, and must not be guessed.
  if (!/^[\x21-\x7e]{16,}$/.test(text))
    throw new ConfigError("PARLEY_METRICS_TOKEN must have at least 16 letters, digits or symbols, and no spaces.");
  return text;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

function logLevel(text: string): string {
  if (!LOG_LEVELS.includes(text))
    throw new ConfigError(`PARLEY_LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}: ${text}`);
  return text;
}

/** `off`, or rules like `api_by_user=6000/60,api_by_ip=600/60` (requests/seconds); others keep their default. */
function rateLimits(text: string | undefined): RateLimits | undefined {
  if (!text) return DEFAULT_LIMITS;
  if (text === "off") return undefined;
  const limits: Record<string, RateLimit> = { ...DEFAULT_LIMITS };
  for (const rule of text.split(",")) {
    const [, name, requests, seconds] = /^\s*(\w+)=(\d+)\/(\d+)\s*$/.exec(rule) ?? [];
    if (!name || !Object.hasOwn(DEFAULT_LIMITS, name) || Number(requests) < 1 || Number(seconds) < 1)
      throw new ConfigError(
        `PARLEY_RATE_LIMITS: "${rule}" is not a rule like api_by_user=6000/60; rules: ${Object.keys(DEFAULT_LIMITS).join(", ")}`,
      );
    limits[name] = { requests: Number(requests), seconds: Number(seconds) };
  }
  return limits as unknown as RateLimits;
}

/** Limits like `drafts=2000,custom_emoji=20000`; others keep their default. */
function collectionLimits(text: string | undefined): CollectionLimits {
  const limits: Record<string, number> = { ...DEFAULT_COLLECTION_LIMITS };
  for (const rule of text ? text.split(",") : []) {
    const [, name, limit] = /^\s*(\w+)=(\d{1,9})\s*$/.exec(rule) ?? [];
    if (!name || !Object.hasOwn(DEFAULT_COLLECTION_LIMITS, name) || Number(limit) < 1)
      throw new ConfigError(
        `PARLEY_COLLECTION_LIMITS: "${rule}" is not a limit like drafts=2000; collections: ${Object.keys(DEFAULT_COLLECTION_LIMITS).join(", ")}`,
      );
    limits[name] = Number(limit);
  }
  return limits as CollectionLimits;
}
