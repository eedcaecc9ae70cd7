import { isAdministrator } from "../../kernel/access/roles.ts";
import { demand, InsufficientPermission, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { route, snapshotRoute } from "../../kernel/http/route.ts";
import { activePersonFor } from "../../people/users/access/viewer.ts";
import { addresseesWithIds } from "../../people/users/store.ts";
import { activeChannelFor } from "../access.ts";
import { hasContentAccess, hasMetadataAccess } from "../permissions.ts";
import { presentChannels } from "../present.ts";
import { allChannels, channelsByName } from "../store.ts";
import { getSubscriptionStatus, getUserChannels } from "../subscribe/contract.ts";
import { subscribedChannelIds, subscribersOf } from "../subscriptions/store.ts";
import * as contract from "./contract.ts";

export const channelReadingRoutes = [
  snapshotRoute(contract.getChannel, async (ctx, { stream_id }) => {
    const channel = await activeChannelFor(ctx, stream_id);
    const [stream] = await presentChannels(ctx.db, ctx.realm, [channel]);
    return { stream: stream as NonNullable<typeof stream> };
  }),

  route(contract.getChannelId, async (ctx, { stream }) => {
    const { db, realm, user } = ctx;
    const [channel] = await channelsByName(db, realm.id, user.id, [stream.trim()]);
    if (!channel || channel.is_archived || !hasContentAccess(user, channel)) throw contract.invalidChannelName(stream);
    return { stream_id: channel.id };
  }),

  snapshotRoute(contract.getChannelMembers, async (ctx, { stream_id }) => {
    const channel = await activeChannelFor(ctx, stream_id);
    return { subscribers: (await subscribersOf(ctx.db, [channel.id])).get(channel.id) ?? [] };
  }),

  route(contract.getChannelEmailAddress, async (ctx, { stream_id, sender_id }) => {
    await activeChannelFor(ctx, stream_id, hasContentAccess);
    await checkSender(ctx, sender_id);
    // Parley receives no email for channels: an empty address says so.
    return { email: "" };
  }),

  route(getSubscriptionStatus, async (ctx, { user_id, stream_id }) => {
    const user = await activePersonFor(ctx, user_id);
    const channel = await activeChannelFor(ctx, stream_id);
    return { is_subscribed: (await subscribedChannelIds(ctx.db, user.id)).includes(channel.id) };
  }),

  snapshotRoute(getUserChannels, async (ctx, { user_id }) => {
    const { db, realm } = ctx;
    const user = await activePersonFor(ctx, user_id);
    const theirs = new Set(await subscribedChannelIds(db, user.id));
    const channels = await allChannels(db, realm.id, ctx.user.id);
    const shown = channels.filter(
      (channel) => theirs.has(channel.id) && !channel.is_archived && hasMetadataAccess(ctx.user, channel),
    );
    return { subscribed_channel_ids: shown.map((channel) => channel.id).sort((a, b) => a - b) };
  }),
];

/** The caller, a built-in bot, or a bot that the caller may administer. */
async function checkSender({ db, realm, user }: Context, id: UserId | undefined): Promise<void> {
  if (id === undefined || id === user.id) return;
  const [sender] = await addresseesWithIds(db, realm.id, [id]);
  if (!sender || sender.bot_type === null || !sender.is_active) throw new contract.NoSuchBot();
  demand(sender.bot_owner_id === user.id || isAdministrator(user), new InsufficientPermission());
}
