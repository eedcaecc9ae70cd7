/** Creates bots. */
import { BotType, Role } from "../../../kernel/access/roles.ts";
import { demand, InsufficientPermission, type ShapeOf, type UserId } from "../../../kernel/api/index.ts";
import type { Context, WriteContext, Writing } from "../../../kernel/context.ts";
import { demandRoom } from "../../../kernel/limits/room.ts";
import { isEmailAddress } from "../../../kernel/names/address.ts";
import { randomToken } from "../../../kernel/secrets.ts";
import { changeAvatar } from "../../avatars/actions.ts";
import { checkNewName, createUser, type NewAccount } from "../../users/actions.ts";
import { BadUsername, EmailInUse, NameInUse } from "../../users/contract.ts";
import { userByDeliveryEmail } from "../../users/store.ts";
import { chosenChannel } from "../access.ts";
import { announceNewBot } from "../announce.ts";
import { checkConfig, sealedConfig } from "../config.ts";
import {
  EmbeddedBotsDisabled,
  InvalidBotType,
  InvalidInterface,
  type createBot as operation,
  PayloadUrlMissing,
} from "../contract.ts";
import { canCreateBot } from "../permissions.ts";
import { type BotDefaults, insertService, isNameInUse, storeDefaults } from "../store.ts";

export type BotRequest = ShapeOf<(typeof operation)["params"]>;

export const INTERFACES = [1, 2];
const CREATABLE: readonly number[] = [BotType.generic, BotType.incomingWebhook, BotType.outgoingWebhook];

export async function createBot(ctx: WriteContext, request: BotRequest, avatarPath?: string): Promise<UserId> {
  const { account, defaults } = await checkNewBot(ctx, request);
  await demandRoom(ctx, "bots", { bot_owner_id: ctx.user.id });
  const id = await createBotAccount(ctx, account, async (userId) => {
    await storeDefaults(ctx.db, userId, defaults);
    if (account.bot_type === BotType.outgoingWebhook) await storeService(ctx, userId, request);
  });
  if (avatarPath !== undefined) await changeAvatar(ctx, id, avatarPath);
  return id;
}

/** Clients depend on the order of the checks. */
export async function checkNewBot(
  ctx: Context,
  request: BotRequest,
): Promise<{ account: NewAccount; defaults: BotDefaults }> {
  const { db, realm, user } = ctx;
  const { bot_type } = request;
  const short_name = request.short_name.trim();
  demand(short_name !== "", new BadUsername());
  const email = `${short_name}-bot@${realm.host}`;
  const full_name = await checkNewName(ctx, request.full_name);
  demand(bot_type !== BotType.embedded, new EmbeddedBotsDisabled());
  demand(isEmailAddress(email), new BadUsername());
  demand((await userByDeliveryEmail(db, realm.id, email)) === undefined, new EmailInUse());
  await checkBotName(ctx, full_name);
  demand(canCreateBot(user, realm.settings, bot_type), new InsufficientPermission());
  demand(CREATABLE.includes(bot_type), new InvalidBotType());
  demand(INTERFACES.includes(request.interface_type), new InvalidInterface());
  demand(bot_type !== BotType.outgoingWebhook || request.payload_url !== undefined, new PayloadUrlMissing());
  const defaults = await defaultsFrom(ctx, request);

  const account = { email, full_name, role: Role.member, password_hash: null, bot_type, bot_owner_id: user.id };
  return { account, defaults };
}

/** Announces the bot once it is complete. The caller checks permissions. */
async function createBotAccount(
  ctx: Writing,
  account: NewAccount,
  complete: (userId: UserId) => Promise<void> = async () => {},
): Promise<UserId> {
  const { user } = await createUser(ctx, account);
  await complete(user.id);
  await announceNewBot(ctx, user.id);
  return user.id;
}

/** Mentions could not tell a bot from another active account with the same name. */
export async function checkBotName({ db, realm }: Pick<Context, "db" | "realm">, name: string): Promise<void> {
  demand(!(await isNameInUse(db, realm.id, name)), new NameInUse());
}

async function defaultsFrom(ctx: Context, request: BotRequest): Promise<BotDefaults> {
  const { default_sending_stream = "", default_events_register_stream = "", config_data } = request;
  checkConfig(config_data);
  return {
    default_sending_channel_id: await chosenChannel(ctx, default_sending_stream),
    default_events_register_channel_id: await chosenChannel(ctx, default_events_register_stream),
    default_all_public_streams: request.default_all_public_streams,
    config_data: sealedConfig(ctx.app.secrets, config_data),
  };
}

async function storeService(ctx: WriteContext, user_id: UserId, request: BotRequest): Promise<void> {
  const token_encrypted = ctx.app.secrets.encrypt(randomToken());
  const base_url = request.payload_url as string;
  await insertService(ctx.db, { user_id, base_url, interface: request.interface_type, token_encrypted });
}
