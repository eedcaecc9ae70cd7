/** Creates one channel, which must not exist yet. */

import type { ChannelId, ShapeOf } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { checkChannelName } from "../names.ts";
import { addSubscriptions, recordSubscribers } from "../subscribe/actions.ts";
import { sendSubscriptionNotices } from "../subscribe/notices.ts";
import { principalsFor } from "../subscribe/principals.ts";
import { checkNameIsFree } from "../update/actions.ts";
import { checkMayCreate, checkPermissions, createChannel, planProperties } from "./actions.ts";
import type { createChannel as operation } from "./contract.ts";

export async function createSingleChannel(
  ctx: WriteContext,
  request: ShapeOf<(typeof operation)["params"]>,
): Promise<ChannelId> {
  const name = checkChannelName(request.name);
  await checkNameIsFree(ctx, name);
  const properties = await planProperties(ctx, request);
  checkMayCreate(ctx, properties);
  const plan = { ...properties, permissions: await checkPermissions(ctx, request) };
  const users = request.subscribers.length > 0 ? await principalsFor(ctx, request.subscribers) : [];
  await demandRoom(ctx, "channels", { realm_id: ctx.realm.id });
  const made = { name, description: request.description, creator_id: ctx.user.id };
  const channel = await createChannel(ctx, plan, made, users);
  const fresh = new Set([channel.name_key]);
  const { added } = await addSubscriptions(ctx, { users, channels: [channel], colors: new Map(), fresh });
  recordSubscribers(ctx, added);
  if (request.send_new_subscription_messages && users.length > 0)
    await sendSubscriptionNotices(ctx, {
      added: users.map((id) => [id, []]),
      created: [channel],
      announce: request.announce,
    });
  return channel.id;
}
