/**
 * The built-in bots, which send the server's own messages, and the email gateway, which posts email that comes in. Every
 * organization has one of each kind; the gateway only where the server receives email. Everyone can see them and write to
 * them. They have no groups, API key or password, and nobody can change them.
 */
import type { Selectable } from "kysely";
import { BotType, Role } from "../../kernel/access/roles.ts";
import { raiseVersion } from "../../kernel/access/store.ts";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { seconds } from "../../kernel/clock.ts";
import { type App, change, type Realm, type User } from "../../kernel/context.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { nameKey } from "../../kernel/names/visible.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { toUser } from "../../organization/realm.ts";

export type SystemBot = NonNullable<Selectable<Schema["user"]>["system_bot"]>;

export const SYSTEM_BOTS: Readonly<Record<SystemBot, { full_name: string }>> = {
  notification: { full_name: "Notification Bot" },
  welcome: { full_name: "Welcome Bot" },
  email_gateway: { full_name: "Email Gateway" },
};
const KINDS = Object.keys(SYSTEM_BOTS) as SystemBot[];

/** Those of every organization. */
export const CONSTANT_BOTS: readonly SystemBot[] = KINDS.filter((kind) => kind !== "email_gateway");

export const systemBotEmail = (kind: SystemBot, host: string): string => `${nameOf(kind)}@${host}`;

/** The gateway has the name that clients know from compatible servers. */
const nameOf = (kind: SystemBot): string => (kind === "email_gateway" ? "emailgateway" : `${kind}-bot`);

/** The domain of accounts without an address: no mail can reach it (RFC 2606). */
export const PLACEHOLDER_DOMAIN = "imported.invalid";

/**
 * Addresses that nobody can choose: of built-in bots, of erased accounts (`erasure/`), and of imported people without an address
 * (`imports/`).
 */
export function isReservedEmail(email: string, host: string): boolean {
  const [folded, end] = [addressKey(email), addressKey(`@${host}`)];
  if (isPlaceholderAddress(email)) return true;
  if (!folded.endsWith(end)) return false;
  const name = folded.slice(0, -end.length);
  return KINDS.some((kind) => name === nameOf(kind)) || /^erased-users?(-\d+)?$/.test(name);
}

export function isPlaceholderAddress(email: string): boolean {
  const folded = addressKey(email);
  return folded.endsWith(`@${PLACEHOLDER_DOMAIN}`) || folded.endsWith(`.${PLACEHOLDER_DOMAIN}`);
}

/** The kinds of bots that an organization of this server has. */
const kindsFor = ({ config }: App): readonly SystemBot[] => (config.mailIn ? KINDS : CONSTANT_BOTS);

export async function insertSystemBots(tx: TurnTx, app: App, realm: Realm): Promise<void> {
  await insertBots(tx, realm, kindsFor(app), seconds(app.clock));
}

async function insertBots(tx: TurnTx, { id, host }: Realm, kinds: readonly SystemBot[], now: number): Promise<void> {
  const bots = kinds.map((kind) => ({
    realm_id: id,
    system_bot: kind,
    ...emailColumns(kind, host),
    full_name: SYSTEM_BOTS[kind].full_name,
    full_name_key: nameKey(SYSTEM_BOTS[kind].full_name),
    role: Role.member,
    is_active: true,
    bot_type: BotType.generic,
    date_joined: now,
    avatar_source: "G" as const,
    avatar_version: 1,
    settings: json({}),
    // No key has this hash.
    api_key_hash: `none:${kind}:${id}`,
    api_key_encrypted: "",
    can_create_users: false,
    can_change_user_emails: false,
  }));
  await tx.insertInto("user").values(bots).execute();
}

function emailColumns(kind: SystemBot, host: string) {
  const delivery_email = systemBotEmail(kind, host);
  return { delivery_email, delivery_email_key: addressKey(delivery_email) };
}

/**
 * Gives the bots addresses at the organization's host, after the server's address or the release has changed, and organizations
 * the bots that they have not had so far.
 */
export async function updateSystemBots(app: App): Promise<void> {
  const { reader } = app.database;
  for (const { id } of await reader.selectFrom("realm").select("id").execute())
    await updateBotsOf(app, await app.identities.realmById(reader, id));
}

export async function updateBotsOf(app: App, realm: Realm): Promise<void> {
  const { id, host } = realm;
  if (!(await isOutdated(app.database.reader, app, realm))) return;
  await change(serverContext(app, realm), async ({ db }) => {
    const bots = await systemBotsOf(db, id);
    for (const bot of bots) await moveTo(db, bot, emailColumns(bot.system_bot as SystemBot, host), id);
    // Another process may have added them meanwhile.
    const missing = kindsFor(app).filter((kind) => !bots.some((bot) => bot.system_bot === kind));
    if (missing.length > 0) await insertBots(db, realm, missing, seconds(app.clock));
    await raiseVersion(db, id);
  });
}

async function isOutdated(db: Db, app: App, { id, host }: Realm): Promise<boolean> {
  const bots = await systemBotsOf(db, id);
  const hasMoved = bots.some((bot) => bot.delivery_email !== systemBotEmail(bot.system_bot as SystemBot, host));
  return hasMoved || kindsFor(app).some((kind) => !bots.some((bot) => bot.system_bot === kind));
}

/** An account that has had the address for longer keeps it. */
async function moveTo(
  tx: TurnTx,
  bot: { readonly id: UserId; readonly delivery_email: string },
  email: ReturnType<typeof emailColumns>,
  realmId: RealmId,
): Promise<void> {
  if (bot.delivery_email === email.delivery_email) return;
  const taken = await tx
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("delivery_email_key", "=", email.delivery_email_key)
    .executeTakeFirst();
  if (!taken) await tx.updateTable("user").set(email).where("id", "=", bot.id).execute();
}

/** Ordered by name. */
export function systemBotsOf(db: Db, realmId: RealmId) {
  return db
    .selectFrom("user")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("system_bot", "is not", null)
    .orderBy("full_name")
    .execute();
}

/** A built-in bot as the sender of messages. */
export async function systemBot(db: Db, realmId: RealmId, kind: SystemBot): Promise<User> {
  const bot = await systemBotIfAny(db, realmId, kind);
  if (!bot) throw new Error(`Organization ${realmId} has no ${kind} bot.`);
  return bot;
}

export async function systemBotIfAny(db: Db, realmId: RealmId, kind: SystemBot): Promise<User | undefined> {
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("system_bot", "=", kind)
    .executeTakeFirst();
  return row && toUser(row, new Set());
}
