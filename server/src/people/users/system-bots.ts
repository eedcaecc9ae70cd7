/**
 * The built-in bots, which send the server's own messages. Every organization has one of each kind. Everyone can see
 * them and write to them. They have no groups, API key or password, and nobody can change them.
 */
import type { Selectable } from "kysely";
import { BotType, Role } from "../../kernel/access/roles.ts";
import { raiseVersion } from "../../kernel/access/store.ts";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
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
};
const KINDS = Object.keys(SYSTEM_BOTS) as SystemBot[];

export const systemBotEmail = (kind: SystemBot, host: string): string => `${kind}-bot@${host}`;

/** The domain of accounts without an address: no mail can reach it (RFC 2606). */
export const PLACEHOLDER_DOMAIN = "imported.invalid";

/**
 * Addresses that nobody can choose: of built-in bots, of one that compatible servers have, of erased accounts (`erasure/`),
 * and of imported people without an address (`imports/`).
 */
export function isReservedEmail(email: string, host: string): boolean {
  const [folded, end] = [addressKey(email), addressKey(`@${host}`)];
  if (isPlaceholderAddress(email)) return true;
  if (!folded.endsWith(end)) return false;
  const name = folded.slice(0, -end.length);
  return name === "emailgateway" || KINDS.some((kind) => name === `${kind}-bot`) || /^erased-users?(-\d+)?$/.test(name);
}

export function isPlaceholderAddress(email: string): boolean {
  const folded = addressKey(email);
  return folded.endsWith(`@${PLACEHOLDER_DOMAIN}`) || folded.endsWith(`.${PLACEHOLDER_DOMAIN}`);
}

export async function insertSystemBots(tx: TurnTx, { id, host }: Realm, now: number): Promise<void> {
  const bots = KINDS.map((kind) => ({
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

/** Gives the bots addresses at the organization's host, after the server's address or the release has changed. */
export async function updateSystemBotEmails(app: App): Promise<void> {
  const { reader } = app.database;
  for (const { id } of await reader.selectFrom("realm").select("id").execute()) {
    const realm = await app.identities.realmById(reader, id);
    const outdated = (await systemBotsOf(reader, id)).filter(
      (bot) => bot.delivery_email !== systemBotEmail(bot.system_bot as SystemBot, realm.host),
    );
    if (outdated.length === 0) continue;
    await change(serverContext(app, realm), async ({ db }) => {
      for (const bot of outdated) await moveTo(db, bot.id, emailColumns(bot.system_bot as SystemBot, realm.host), id);
      await raiseVersion(db, id);
    });
  }
}

/** An account that has had the address for longer keeps it. */
async function moveTo(tx: TurnTx, botId: UserId, email: ReturnType<typeof emailColumns>, realmId: RealmId) {
  const taken = await tx
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("delivery_email_key", "=", email.delivery_email_key)
    .executeTakeFirst();
  if (!taken) await tx.updateTable("user").set(email).where("id", "=", botId).execute();
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
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("system_bot", "=", kind)
    .executeTakeFirstOrThrow();
  return toUser(row, new Set());
}
