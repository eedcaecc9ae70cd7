/** HTTP Basic authentication with an API key, and its errors. */

import type { Identity } from "../access/identities.ts";
import { lacksSecondFactor } from "../access/providers.ts";
import { BotType } from "../access/roles.ts";
import { SecondFactorRequired } from "../access/second-factor.ts";
import {
  ApiError,
  apiError,
  badRequest,
  MissingArgument,
  RealmDeactivated,
  type Sentence,
  said,
  UserDeactivated,
} from "../api/index.ts";
import type { App, User } from "../context.ts";
import { compiled } from "../db/compiled.ts";
import { addressKey } from "../names/address-key.ts";
import { API_KEY_PATTERN } from "../secrets.ts";

export class Unauthorized extends ApiError {
  constructor(sentence: Sentence, challenge = 'Basic realm="zulip"') {
    super(sentence, { code: "UNAUTHORIZED", status: 401, headers: { "www-authenticate": challenge } });
  }
}

/** Credentials are missing but required; for visitors, whatever is not public. */
export class NotLoggedIn extends Unauthorized {
  constructor() {
    super(said`Not logged in: API authentication or user session required`);
  }
}

export const InvalidApiKey = apiError("INVALID_API_KEY", "Invalid API key", { status: 401 });
export const MalformedApiKey = apiError("INVALID_API_KEY", "Malformed API key", { status: 401 });
export const OtherOrganization = badRequest("Account is not associated with this subdomain");
export const NotAWebhookBot = badRequest("This API key does not belong to an incoming webhook bot.");

interface Credentials {
  email: string;
  apiKey: string;
}

function credentialsFrom(header: string | undefined): Credentials {
  if (header === undefined || header.trim() === "") throw new NotLoggedIn();
  const tokens = header.trim().split(/\s+/);
  const [scheme, encoded] = tokens;
  if (scheme?.toLowerCase() !== "basic") throw new ApiError(said`This endpoint requires HTTP basic authentication.`);
  const decoded = tokens.length === 2 ? decodeBase64(encoded as string) : undefined;
  const parts = decoded?.split(":") ?? [];
  if (parts.length !== 2) throw new Unauthorized(said`Invalid authorization header for basic auth`);
  const [email, apiKey] = parts as [string, string];
  return { email: email.trim(), apiKey: apiKey.trim() };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decodeBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  try {
    return utf8.decode(Buffer.from(text, "base64"));
  } catch {
    return undefined;
  }
}

const accountByKey = compiled((db, { hash }: { hash: string }) =>
  db
    .selectFrom("user")
    .innerJoin("realm", "realm.id", "user.realm_id")
    .selectAll("user")
    .select(["realm.version", "realm.is_active as realm_is_active"])
    .where("api_key_hash", "=", hash),
);

/** Recently verified credentials are still valid if nothing in the organization has changed since. */
export async function authenticate(app: App, host: string, header: string | undefined): Promise<Identity> {
  const known = header === undefined ? undefined : await app.identities.recall(app.database, header);
  const identity = known ?? (await verify(app, header));
  if (!known && header !== undefined) app.identities.remember(header, identity);
  if (!app.identities.answersTo(identity.realm, host))
    throw new Unauthorized(said`Account is not associated with this subdomain`);
  return identity;
}

async function verify(app: App, header: string | undefined): Promise<Identity> {
  const { email, apiKey } = credentialsFrom(header);
  if (!API_KEY_PATTERN.test(apiKey)) throw new Unauthorized(said`Malformed API key`);

  const { reader } = app.database;
  const [row] = await accountByKey(reader, { hash: app.secrets.lookupHash(apiKey) });
  // An unknown key and a key with another account's address look the same.
  if (!row || row.delivery_email_key !== addressKey(email)) throw new Unauthorized(said`Invalid API key`);
  if (!row.realm_is_active) throw new Unauthorized(said`This organization has been deactivated`);
  if (!row.is_active) throw new Unauthorized(said`Account is deactivated`);

  const realm = await app.identities.realmById(reader, row.realm_id, row.version);
  // Something changed between the two reads: do not cache the account at the later version.
  if (realm.version !== row.version) return verify(app, header);
  if (await lacksSecondFactor({ app, db: reader, realm }, row)) throw new SecondFactorRequired();
  return { realm, user: await app.identities.user(reader, row, row.version) };
}

/** The incoming webhook bot whose key is in the URL that a service calls. Its errors say more than those of a header. */
export async function authenticateWebhook(app: App, host: string, apiKey: string | undefined): Promise<Identity> {
  if (apiKey === undefined) throw new MissingArgument({ var_name: "api_key" });
  // A header cannot contain this character, and so cannot be taken for a key.
  const credentials = `\0${apiKey}`;
  const known = await app.identities.recall(app.database, credentials);
  const identity = known ?? (await verifyWebhook(app, apiKey));
  if (!known) app.identities.remember(credentials, identity);
  if (!app.identities.answersTo(identity.realm, host)) throw new OtherOrganization();
  return identity;
}

async function verifyWebhook(app: App, apiKey: string): Promise<Identity> {
  if (!API_KEY_PATTERN.test(apiKey)) throw new MalformedApiKey();
  const { reader } = app.database;
  const [row] = await accountByKey(reader, { hash: app.secrets.lookupHash(apiKey) });
  if (!row) throw new InvalidApiKey();
  if (!row.realm_is_active) throw new RealmDeactivated();
  if (!row.is_active) throw new UserDeactivated();
  if (row.bot_type !== BotType.incomingWebhook) throw new NotAWebhookBot();
  const realm = await app.identities.realmById(reader, row.realm_id, row.version);
  if (realm.version !== row.version) return verifyWebhook(app, apiKey);
  return { realm, user: await app.identities.user(reader, row, row.version) };
}

/** Incoming webhook bots may only post. */
export function refuseWebhookBots(user: User, openToWebhookBots: boolean): void {
  if (user.bot_type === BotType.incomingWebhook && !openToWebhookBots)
    throw new Unauthorized(said`This API is not available to incoming webhook bots.`);
}
