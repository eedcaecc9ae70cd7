/** Loads a channel that the caller may see; one that does not exist and one that is hidden get the same error. */
import { type ChannelId, demand } from "../api/index.ts";
import type { Context, User } from "../context.ts";
import { InvalidChannelId } from "./contract.ts";
import { hasMetadataAccess } from "./permissions.ts";
import { type Channel, channelById } from "./store.ts";

type Rule = (user: User, channel: Channel) => boolean;

export async function channelFor(ctx: Context, id: ChannelId, rule: Rule = hasMetadataAccess): Promise<Channel> {
  const channel = await channelById(ctx.db, ctx.realm.id, ctx.user.id, id);
  if (!channel || !rule(ctx.user, channel)) throw new InvalidChannelId();
  return channel;
}

/** To most operations an archived channel is as good as none. */
export async function activeChannelFor(ctx: Context, id: ChannelId, rule: Rule = hasMetadataAccess): Promise<Channel> {
  const channel = await channelFor(ctx, id, rule);
  demand(!channel.is_archived, new InvalidChannelId());
  return channel;
}
