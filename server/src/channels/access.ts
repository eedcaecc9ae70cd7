/** Loads a channel that the caller may see; one that does not exist and one that is hidden get the same error. */
import { type ChannelId, demand } from "../kernel/api/index.ts";
import type { Context, User } from "../kernel/context.ts";
import { InvalidChannelId } from "./contract.ts";
import { canAdminister, hasContentAccess, hasMetadataAccess } from "./permissions.ts";
import { type Channel, channelById } from "./store.ts";
import { NotChannelAdministrator } from "./update/contract.ts";

type AccessRule = (user: User, channel: Channel) => boolean;

export async function channelFor(ctx: Context, id: ChannelId, rule: AccessRule = hasMetadataAccess): Promise<Channel> {
  const channel = await channelById(ctx.db, ctx.realm.id, ctx.user.id, id);
  if (!channel || !rule(ctx.user, channel)) throw new InvalidChannelId();
  return channel;
}

/** What an administrator of the channel may do; whoever reads it without being one is told so. */
export async function channelToAdminister(ctx: Context, id: ChannelId): Promise<Channel> {
  const channel = await channelById(ctx.db, ctx.realm.id, ctx.user.id, id);
  if (!channel) throw new InvalidChannelId();
  if (canAdminister(ctx.user, channel)) return channel;
  throw hasContentAccess(ctx.user, channel) ? new NotChannelAdministrator() : new InvalidChannelId();
}

/** To most operations an archived channel is as good as none. */
export async function activeChannelFor(
  ctx: Context,
  id: ChannelId,
  rule: AccessRule = hasMetadataAccess,
): Promise<Channel> {
  const channel = await channelFor(ctx, id, rule);
  demand(!channel.is_archived, new InvalidChannelId());
  return channel;
}
