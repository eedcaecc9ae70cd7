import { route, snapshotRoute } from "../../kernel/http/route.ts";
import { activePersonFor } from "../../people/users/access/viewer.ts";
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
