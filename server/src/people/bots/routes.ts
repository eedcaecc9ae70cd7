import { type Context, change, type WriteContext } from "../../kernel/context.ts";
import { SeveralFiles } from "../../kernel/files/errors.ts";
import type { FileRule, ReceivedFile } from "../../kernel/http/receive.ts";
import { optionalFileRoute, route } from "../../kernel/http/route.ts";
import { MAX_PICTURE_MIB, PictureTooLarge } from "../../organization/pictures/contract.ts";
import { withAvatar } from "../avatars/actions.ts";
import { deactivateUser } from "../users/deactivate/actions.ts";
import { apiEmail, avatarUrl, type UserRow } from "../users/present.ts";
import { userById } from "../users/store.ts";
import { botFor } from "./access.ts";
import { openedConfig } from "./config.ts";
import * as contract from "./contract.ts";
import { checkNewBot, createBot } from "./create/actions.ts";
import { channelNamesFor, presentDefaults } from "./present.ts";
import { type BotRow, botById, botsOf } from "./store.ts";
import { replaceBotKey, updateBot } from "./update/actions.ts";

const atMostOnePicture: FileRule = {
  maxBytes: () => MAX_PICTURE_MIB * 1024 * 1024,
  several: () => new SeveralFiles(),
  tooLarge: () => new PictureTooLarge(),
};

/** Null if there is none. */
function configOf({ app }: Context, { config_data }: BotRow): BotRow["config_data"] {
  return config_data && Object.keys(config_data).length > 0 ? openedConfig(app.secrets, config_data) : null;
}

export const botRoutes = [
  route(contract.getBots, async (ctx) => {
    const { db, realm, user, app } = ctx;
    const bots = (await botsOf(db, realm.id, { ownerId: user.id })).filter((bot) => bot.is_active);
    const nameOf = await channelNamesFor(ctx, user, bots);
    return {
      bots: bots.map((bot) => ({
        username: bot.delivery_email,
        full_name: bot.full_name,
        api_key: app.secrets.decrypt(bot.api_key_encrypted),
        avatar_url: avatarUrl(realm, bot),
        ...presentDefaults(bot, nameOf),
      })),
    };
  }),

  optionalFileRoute(
    contract.createBot,
    async () => atMostOnePicture,
    async (ctx, request, file) => {
      // Errors about the bot come before errors about its picture.
      if (file) await checkNewBot(ctx, request);
      return changeWithPicture(ctx, file, async (writing, avatarPath) => {
        const user_id = await createBot(writing, request, avatarPath);
        const bot = (await botById(writing.db, ctx.realm.id, user_id)) as BotRow;
        const api_key = ctx.app.secrets.decrypt(bot.api_key_encrypted);
        return { user_id, api_key, ...(await avatarAndDefaults(writing, bot)) };
      });
    },
  ),

  optionalFileRoute(
    contract.updateBot,
    async () => atMostOnePicture,
    async (ctx, request, file) => {
      if (file) await botFor(ctx, request.bot_id);
      return changeWithPicture(ctx, file, async (writing, avatarPath) => {
        const bot = await updateBot(writing, request, avatarPath);
        return {
          full_name: bot.full_name,
          service_interface: bot.interface ?? 1,
          service_payload_url: bot.base_url,
          config_data: configOf(writing, bot),
          ...(await avatarAndDefaults(writing, bot)),
          ...(await ownerOf(writing, bot)),
        };
      });
    },
  ),

  route(contract.deactivateBot, async (ctx, { bot_id }) => {
    const bot = await botFor(ctx, bot_id);
    // Deactivating a deactivated bot is not an error.
    if (bot.is_active) await deactivateUser(ctx, bot);
    return {};
  }),

  route(contract.regenerateBotApiKey, async (ctx, { bot_id }) => {
    const bot = await botFor(ctx, bot_id);
    return { api_key: await replaceBotKey(ctx, bot) };
  }),
];

/** One transaction for the bot and its avatar; the picture is drawn before it. */
function changeWithPicture<T>(
  ctx: Context,
  file: ReceivedFile | undefined,
  work: (ctx: WriteContext, avatarPath: string | undefined) => Promise<T>,
): Promise<T> {
  const changed = (path?: string) => change(ctx, (writing) => work(writing, path));
  return file ? withAvatar(ctx, file, changed) : changed();
}

async function avatarAndDefaults(ctx: Context, bot: BotRow) {
  const nameOf = await channelNamesFor(ctx, ctx.user, [bot]);
  return { avatar_url: avatarUrl(ctx.realm, bot), ...presentDefaults(bot, nameOf) };
}

async function ownerOf(ctx: Context, { bot_owner_id }: BotRow): Promise<{ bot_owner?: string }> {
  if (bot_owner_id === null) return {};
  const owner = (await userById(ctx.db, ctx.realm.id, bot_owner_id)) as UserRow;
  return { bot_owner: apiEmail(ctx.realm, owner) };
}
