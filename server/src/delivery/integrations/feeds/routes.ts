import { route } from "../../../kernel/http/route.ts";
import { incomingBotFor } from "../access.ts";
import { addFeed, fetchNow, removeFeed, updateFeed } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentFeeds } from "./present.ts";
import { feedsOf } from "./store.ts";

export const feedRoutes = [
  route(contract.getFeeds, async (ctx, { bot_id }) => {
    const bot = await incomingBotFor(ctx, bot_id);
    return { feeds: presentFeeds(ctx, await feedsOf(ctx.db, bot.id)) };
  }),
  route(contract.addFeed, async (ctx, { bot_id, ...settings }) => {
    const bot = await incomingBotFor(ctx, bot_id);
    return { feed_id: await addFeed(ctx, bot, settings) };
  }),
  route(contract.updateFeed, async (ctx, { bot_id, feed_id, ...changed }) => {
    await updateFeed(ctx, await incomingBotFor(ctx, bot_id), feed_id, changed);
    return {};
  }),
  route(contract.removeFeed, async (ctx, { bot_id, feed_id }) => {
    await removeFeed(ctx, await incomingBotFor(ctx, bot_id), feed_id);
    return {};
  }),
  route(contract.fetchFeed, async (ctx, { bot_id, feed_id }) => {
    await fetchNow(ctx, await incomingBotFor(ctx, bot_id), feed_id);
    return {};
  }),
];
