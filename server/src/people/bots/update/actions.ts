/** Changes bots. Each property has its own rule and event; a request is applied completely or not at all. */

import { BotType } from "../../../kernel/access/roles.ts";
import { demand, type ShapeOf, type UserId } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../../kernel/context.ts";
import { MustBeAdministrator, MustBeOwner } from "../../../kernel/http/gate.ts";
import { demandRoom } from "../../../kernel/limits/room.ts";
import { changeAvatar } from "../../avatars/actions.ts";
import { checkNewName, renameUser } from "../../users/actions.ts";
import { HeldOwnerStays } from "../../users/contract.ts";
import { changeUser, userById } from "../../users/store.ts";
import { changeRole } from "../../users/update/role.ts";
import { botFor, chosenChannel } from "../access.ts";
import { announceBotChange, announceDefaultChannel, announceNewOwner } from "../announce.ts";
import { checkConfig, openedConfig, sealedConfig } from "../config.ts";
import {
  InvalidInterface,
  NewOwnerDoesNotExist,
  NewOwnerIsBot,
  NewOwnerIsDeactivated,
  NotAnOutgoingWebhook,
  type updateBot as operation,
} from "../contract.ts";
import { checkBotName, INTERFACES } from "../create/actions.ts";
import { botRoleFault } from "../permissions.ts";
import { presentServices } from "../present.ts";
import { type BotRow, botById, changeService, isOwnerHeld, storeDefaults } from "../store.ts";

export type BotChanges = ShapeOf<(typeof operation)["params"]>;

export async function updateBot(ctx: WriteContext, request: BotChanges, avatarPath?: string): Promise<BotRow> {
  const bot = await botFor(ctx, request.bot_id);
  await rename(ctx, bot, request.full_name);
  await giveRole(ctx, bot, request.role);
  await changeOwner(ctx, bot, request.bot_owner_id);
  await changeDefaultChannel(ctx, bot.id, "sending", request.default_sending_stream);
  await changeDefaultChannel(ctx, bot.id, "events_register", request.default_events_register_stream);
  await changeListening(ctx, bot.id, request.default_all_public_streams);
  await changeWebhook(ctx, bot.id, request);
  await changeConfig(ctx, bot, request.config_data);
  if (avatarPath !== undefined) {
    await changeAvatar(ctx, bot.id, avatarPath);
    recordSetting(ctx, bot.id, "avatar");
  }
  return reload(ctx, bot.id);
}

/** The old key stops working at once. `as` is whose doing it is, if nobody is signed in. */
export async function replaceBotKey(
  ctx: Writing,
  bot: Pick<BotRow, "id" | "bot_owner_id">,
  { as }: { as?: UserId } = {},
): Promise<string> {
  const { apiKey, ...stored } = ctx.app.secrets.newApiKey();
  await changeUser(ctx.db, bot.id, stored);
  record(ctx, "api_key_replaced", { user: bot.id }, as === undefined ? {} : { as });
  await announceBotChange(ctx, bot, { api_key: stored.api_key_encrypted });
  return apiKey;
}

const recordSetting = (ctx: WriteContext, user: UserId, setting: string) =>
  record(ctx, "bot_setting_changed", { user, setting });

const reload = async (ctx: WriteContext, id: UserId) => (await botById(ctx.db, ctx.realm.id, id)) as BotRow;

async function rename(ctx: WriteContext, bot: BotRow, sent: string | undefined): Promise<void> {
  if (sent === undefined || sent === bot.full_name) return;
  const full_name = await checkNewName(ctx, sent, bot.id);
  if (full_name === bot.full_name) return;
  await checkBotName(ctx, full_name);
  await renameUser(ctx, bot, full_name);
}

async function giveRole(ctx: WriteContext, bot: BotRow, role: number | undefined): Promise<void> {
  if (role === undefined || role === bot.role) return;
  const fault = botRoleFault(ctx.user, bot, role);
  demand(fault !== "mustBeOwner", new MustBeOwner());
  demand(fault !== "mustBeAdministrator", new MustBeAdministrator());
  await changeRole(ctx, bot, role);
}

async function changeOwner(ctx: WriteContext, bot: BotRow, ownerId: UserId | undefined): Promise<void> {
  if (ownerId === undefined || ownerId === bot.bot_owner_id) return;
  const owner = await userById(ctx.db, ctx.realm.id, ownerId);
  if (!owner) throw new NewOwnerDoesNotExist();
  demand(owner.is_active, new NewOwnerIsDeactivated());
  demand(owner.bot_type === null, new NewOwnerIsBot());
  demand(!(await isOwnerHeld(ctx.db, bot.bot_owner_id)), new HeldOwnerStays());
  await demandRoom(ctx, "bots", { bot_owner_id: ownerId });
  await changeUser(ctx.db, bot.id, { bot_owner_id: ownerId });
  record(ctx, "bot_owner_changed", { user: bot.id, from: bot.bot_owner_id, to: ownerId });
  await announceNewOwner(ctx, await reload(ctx, bot.id), bot.bot_owner_id);
}

async function changeDefaultChannel(
  ctx: WriteContext,
  id: UserId,
  purpose: "sending" | "events_register",
  name: string | undefined,
): Promise<void> {
  if (name === undefined) return;
  const column = `default_${purpose}_channel_id` as const;
  const bot = await reload(ctx, id);
  const channelId = await chosenChannel(ctx, name);
  if (channelId === bot[column]) return;
  await storeDefaults(ctx.db, id, { [column]: channelId });
  recordSetting(ctx, id, `default_${purpose}_stream`);
  await announceDefaultChannel(ctx, { ...bot, [column]: channelId }, `default_${purpose}_stream`);
}

async function changeListening(ctx: WriteContext, id: UserId, value: boolean | undefined): Promise<void> {
  const bot = await reload(ctx, id);
  if (value === undefined || value === (bot.default_all_public_streams ?? false)) return;
  await storeDefaults(ctx.db, id, { default_all_public_streams: value });
  recordSetting(ctx, id, "default_all_public_streams");
  await announceBotChange(ctx, bot, { default_all_public_streams: value });
}

async function changeWebhook(ctx: WriteContext, id: UserId, request: BotChanges): Promise<void> {
  const { service_payload_url: base_url, service_interface: form } = request;
  if (base_url === undefined && form === undefined) return;
  const bot = await reload(ctx, id);
  demand(bot.bot_type === BotType.outgoingWebhook, new NotAnOutgoingWebhook());
  demand(form === undefined || INTERFACES.includes(form), new InvalidInterface());
  const changes = {
    ...(base_url === undefined ? {} : { base_url }),
    ...(form === undefined ? {} : { interface: form }),
  };
  await changeService(ctx.db, id, changes);
  for (const name of Object.keys(changes)) recordSetting(ctx, id, name);
  await announceBotChange(ctx, bot, { services: presentServices({ ...bot, ...changes }) });
}

/** No event: only embedded bots show their configuration, and there are none. */
async function changeConfig(ctx: WriteContext, bot: BotRow, sent: Record<string, string> | undefined): Promise<void> {
  if (sent === undefined) return;
  // As it was sent: what is stored encrypted is longer.
  checkConfig({ ...openedConfig(ctx.app.secrets, bot.config_data ?? {}), ...sent });
  const config_data = { ...bot.config_data, ...sealedConfig(ctx.app.secrets, sent) };
  await storeDefaults(ctx.db, bot.id, { config_data });
  recordSetting(ctx, bot.id, "config_data");
}
