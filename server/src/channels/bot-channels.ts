/** The channels that bots have by default, as far as somebody may know of them. */
import { isAdministrator } from "../kernel/access/roles.ts";
import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { BotChannels } from "../people/bots/channels.ts";
import { hasContentAccess } from "./permissions.ts";
import { invalidChannelName } from "./read/contract.ts";
import { sightOf } from "./sight.ts";
import { channelsByName, channelsWithIds } from "./store.ts";

export const channelsForBots: BotChannels = {
  async names(db, realmId, viewer, ids) {
    const channels = await channelsWithIds(db, realmId, ids);
    const seen = isAdministrator(viewer) ? undefined : await sightOf(db, channels, [viewer]);
    const sees = (id: ChannelId, userId: UserId) => !seen || seen.get(id)?.has(userId) === true;
    return new Map(channels.filter(({ id }) => sees(id, viewer.id)).map((channel) => [channel.id, channel.name]));
  },

  async readable(ctx, name) {
    const [channel] = await channelsByName(ctx.db, ctx.realm.id, ctx.user.id, [name]);
    if (!channel || channel.is_archived || !hasContentAccess(ctx.user, channel)) throw invalidChannelName(name);
    return channel.id;
  },
};
