import type { Context, WriteContext } from "../context.ts";
import { route } from "../http/route.ts";
import { deactivateUser } from "../users/deactivate/actions.ts";
import { apiEmail, avatarUrl, type UserRow } from "../users/present.ts";
import { changeUser, userById } from "../users/store.ts";
import { botFor } from "./access.ts";
import { announceBotChange } from "./announce.ts";
import * as contract from "./contract.ts";
import { createBot } from "./create/actions.ts";
import { channelNamesFor, presentDefaults } from "./present.ts";
import { type BotRow, botById, botsOf } from "./store.ts";
import { updateBot } from "./update/actions.ts";

export const botRoutes = [
  route(contract.getBots, async (ctx) => {
    const { db, realm, user, app } = ctx;
    const bots = (await botsOf(db, realm.id, { ownerId: user.id })).filter((bot) => bot.is_active);
    const nameOf = await channelNamesFor(db, realm.id, user, bots);
    return {
      bots: bots.map((bot) => ({
        username: bot.delivery_email,
        full_name: bot.full_name,
        api_key: app.secrets.decrypt(bot.api_key_encrypted),
        avatar_url: avatarUrl(bot),
        ...presentDefaults(bot, nameOf),
      })),
    };
  }),

  route(contract.createBot, async (ctx, request) => {
    const user_id = await createBot(ctx, request);
    const bot = (await botById(ctx.db, ctx.realm.id, user_id)) as BotRow;
    const api_key = ctx.app.secrets.decrypt(bot.api_key_encrypted);
    return { user_id, api_key, ...(await shown(ctx, bot)) };
  }),

  route(contract.updateBot, async (ctx, request) => {
    const bot = await updateBot(ctx, request);
    return {
      full_name: bot.full_name,
      service_interface: bot.interface ?? 1,
      service_payload_url: bot.base_url,
      config_data: bot.config_data ?? {},
      ...(await shown(ctx, bot)),
      ...(await ownerOf(ctx, bot)),
    };
  }),

  route(contract.deactivateBot, async (ctx, { bot_id }) => {
    const bot = await botFor(ctx, bot_id);
    // Twice is as good as once: the bot does not work any more.
    if (bot.is_active) await deactivateUser(ctx, bot);
    return {};
  }),

  route(contract.regenerateBotApiKey, async (ctx, { bot_id }) => {
    const bot = await botFor(ctx, bot_id);
    return { api_key: await regenerate(ctx, bot) };
  }),
];

async function shown(ctx: Context, bot: BotRow) {
  const nameOf = await channelNamesFor(ctx.db, ctx.realm.id, ctx.user, [bot]);
  return { avatar_url: avatarUrl(bot), ...presentDefaults(bot, nameOf) };
}

async function ownerOf(ctx: Context, { bot_owner_id }: BotRow): Promise<{ bot_owner?: string }> {
  if (bot_owner_id === null) return {};
  const owner = (await userById(ctx.db, ctx.realm.id, bot_owner_id)) as UserRow;
  return { bot_owner: apiEmail(ctx.realm, owner) };
}

async function regenerate(ctx: WriteContext, bot: BotRow): Promise<string> {
  const { apiKey, ...stored } = ctx.app.secrets.newApiKey();
  await changeUser(ctx.db, bot.id, stored);
  await announceBotChange(ctx, bot, { api_key: stored.api_key_encrypted });
  return apiKey;
}
