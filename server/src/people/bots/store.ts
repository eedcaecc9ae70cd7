import { type Insertable, type SqlBool, sql } from "kysely";
import { BotType } from "../../kernel/access/roles.ts";
import type { ChannelId, RealmId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf, json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { nameKey } from "../../kernel/names/visible.ts";

/** A bot's account, defaults and service. */
export type BotRow = Awaited<ReturnType<typeof botsOf>>[number];

interface Which {
  ownerId?: UserId;
  ids?: readonly UserId[];
  channelId?: ChannelId;
}

/** The organization's bots, oldest first: all, or those with an owner, with these ids, or that use a channel. */
export const botsOf = (db: Db, realmId: RealmId, which: Which = {}) => botsQuery(db, realmId, which).execute();

export function botsQuery(db: Db, realmId: RealmId, { ownerId, ids, channelId }: Which) {
  let query = db
    .selectFrom("user")
    .leftJoin("bot", "bot.user_id", "user.id")
    .leftJoin("bot_service as service", "service.user_id", "user.id")
    .select([
      "user.id",
      "user.delivery_email",
      "user.full_name",
      "user.role",
      "user.bot_type",
      "user.bot_owner_id",
      "user.is_active",
      "user.date_joined",
      "user.api_key_encrypted",
      "user.avatar_source",
      "user.avatar_version",
      "user.avatar_path",
      "user.settings",
      "user.system_bot",
      "user.can_create_users",
      "bot.default_sending_channel_id",
      "bot.default_events_register_channel_id",
      "bot.default_all_public_streams",
      "bot.config_data",
      "service.base_url",
      "service.interface",
      "service.token_encrypted",
    ])
    .where("user.bot_type", "is not", null)
    // By the index of built-in bots, SQLite would read every other account.
    .where(sql<SqlBool>`coalesce("user".system_bot, '') = ''`)
    .orderBy("user.id");
  // An owner has bots of one organization, and without it their index is used: otherwise all of its accounts are read.
  query =
    ownerId === undefined ? query.where("user.realm_id", "=", realmId) : query.where("user.bot_owner_id", "=", ownerId);
  if (ids !== undefined) query = query.where(isAnyOf(db, "user.id", ids));
  if (channelId !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb("bot.default_sending_channel_id", "=", channelId),
        eb("bot.default_events_register_channel_id", "=", channelId),
      ]),
    );
  return query;
}

export async function botById(db: Db, realmId: RealmId, id: UserId): Promise<BotRow | undefined> {
  const [bot] = await botsOf(db, realmId, { ids: [id] });
  return bot;
}

export interface BotDefaults {
  default_sending_channel_id: ChannelId | null;
  default_events_register_channel_id: ChannelId | null;
  default_all_public_streams: boolean;
  config_data: Record<string, string>;
}

const NONE: BotDefaults = {
  default_sending_channel_id: null,
  default_events_register_channel_id: null,
  default_all_public_streams: false,
  config_data: {},
};

const forUpdate = ({ config_data, ...rest }: Partial<BotDefaults>) =>
  config_data ? { ...rest, config_data: json(config_data) } : rest;

/** Changes the given defaults only. */
export async function storeDefaults(tx: TurnTx, userId: UserId, changes: Partial<BotDefaults>): Promise<void> {
  const { config_data, ...rest } = { ...NONE, ...changes };
  await tx
    .insertInto("bot")
    .values({ user_id: userId, ...rest, config_data: json(config_data) })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(forUpdate(changes)))
    .execute();
}

export async function storedConfig(db: Db, userId: UserId): Promise<Readonly<Record<string, string>>> {
  const row = await db.selectFrom("bot").select("config_data").where("user_id", "=", userId).executeTakeFirst();
  return row?.config_data ?? {};
}

export async function insertService(tx: TurnTx, service: Insertable<Schema["bot_service"]>): Promise<void> {
  await tx.insertInto("bot_service").values(service).execute();
}

/** With a token that the service knows already. */
export async function replaceService(tx: TurnTx, service: Insertable<Schema["bot_service"]>): Promise<void> {
  const { user_id: _, ...changes } = service;
  await tx
    .insertInto("bot_service")
    .values(service)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(changes))
    .execute();
}

export async function changeService(
  tx: TurnTx,
  userId: UserId,
  changes: { base_url?: string; interface?: number },
): Promise<void> {
  await tx.updateTable("bot_service").set(changes).where("user_id", "=", userId).execute();
}

/** The organization's active outgoing webhook bots. */
export async function webhookBots(db: Db, realmId: RealmId): Promise<UserId[]> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("id", "in", (eb) => eb.selectFrom("bot_service").select("user_id"))
    // The plus stops SQLite from using the index on realm_id, which would read all accounts of the organization.
    .where(sql<SqlBool>`+realm_id = ${realmId}`)
    .where("bot_type", "=", BotType.outgoingWebhook)
    .where("is_active", "=", true)
    .execute();
  return rows.map((row) => row.id);
}

/** An outgoing webhook bot's account and service. */
export function webhookBotById(db: Db, realmId: RealmId, id: UserId) {
  return db
    .selectFrom("user")
    .innerJoin("bot_service as service", "service.user_id", "user.id")
    .selectAll("user")
    .select(["service.base_url", "service.interface", "service.token_encrypted"])
    .where("user.id", "=", id)
    .where("user.realm_id", "=", realmId)
    .where("user.bot_type", "=", BotType.outgoingWebhook)
    .executeTakeFirst();
}

/** Whether an active account has this name: mentions could not tell the two apart. */
export async function isNameInUse(db: Db, realmId: RealmId, name: string): Promise<boolean> {
  const taken = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("full_name_key", "=", nameKey(name))
    .where("is_active", "=", true)
    .executeTakeFirst();
  return taken !== undefined;
}

/** Whether a legal hold on a person keeps what their bots have sent: it finds the bots by their owner. */
export async function isOwnerHeld(db: Db, ownerId: UserId | null): Promise<boolean> {
  const hold = await db.selectFrom("legal_hold").select("id").where("user_id", "=", ownerId).executeTakeFirst();
  return hold !== undefined;
}

/** The channels that a bot posts to and listens to by default. */
export function defaultsOf(db: Db, userId: UserId) {
  return db
    .selectFrom("bot")
    .leftJoin("channel as register", "register.id", "bot.default_events_register_channel_id")
    .select(["bot.default_sending_channel_id", "bot.default_all_public_streams", "register.name as register_channel"])
    .where("bot.user_id", "=", userId)
    .executeTakeFirst();
}
