import { activeChannelFor } from "../../channels/access.ts";
import { InvalidChannelId } from "../../channels/contract.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import type { Channel } from "../../channels/store.ts";
import { isVisitor } from "../../kernel/access/roles.ts";
import type { ChannelId } from "../../kernel/api/ids.ts";
import type { Context } from "../../kernel/context.ts";
import { NotLoggedIn } from "../../kernel/http/authenticate.ts";
import { snapshotRoute } from "../../kernel/http/route.ts";
import { shownTopic } from "../../text/topics.ts";
import * as contract from "./contract.ts";
import { topicsSeen } from "./store.ts";

/** Visitors are asked to sign in, as for messages: whether the channel exists or not. */
async function readableChannel(ctx: Context, id: ChannelId): Promise<Channel> {
  try {
    return await activeChannelFor(ctx, id, hasContentAccess);
  } catch (error) {
    throw error instanceof InvalidChannelId && isVisitor(ctx.user) ? new NotLoggedIn() : error;
  }
}

export const topicRoutes = [
  snapshotRoute(contract.getTopics, async (ctx, { stream_id, allow_empty_topic_name }) => {
    const channel = await readableChannel(ctx, stream_id);
    const topics = await topicsSeen(ctx.db, ctx.user, channel);
    return { topics: topics.map(({ name, max_id }) => ({ name: shownTopic(name, allow_empty_topic_name), max_id })) };
  }),
];
