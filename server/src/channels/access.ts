/** Loads a channel that the caller may see; missing and hidden channels give the same error. */
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

/** For operations of channel administrators; readers without that permission get an error that says so. */
export async function channelToAdminister(ctx: Context, id: ChannelId): Promise<Channel> {
  const channel = await channelById(ctx.db, ctx.realm.id, ctx.user.id, id);
  if (!channel) throw new InvalidChannelId();
  if (canAdminister(ctx.user, channel)) return channel;
  throw hasContentAccess(ctx.user, channel) ? new NotChannelAdministrator() : new InvalidChannelId();
}

/** For most operations an archived channel does not exist. */
export async function activeChannelFor(
  ctx: Context,
  id: ChannelId,
  rule: AccessRule = hasMetadataAccess,
): Promise<Channel> {
  const channel = await channelFor(ctx, id, rule);
  demand(!channel.is_archived, new InvalidChannelId());
  return channel;
}
