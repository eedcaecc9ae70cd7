import { activeChannelFor } from "../../channels/access.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import { snapshotRoute } from "../../kernel/http/route.ts";
import { shownTopic } from "../../text/topics.ts";
import * as contract from "./contract.ts";
import { topicsSeen } from "./store.ts";

export const topicRoutes = [
  snapshotRoute(contract.getTopics, async (ctx, { stream_id, allow_empty_topic_name }) => {
    const channel = await activeChannelFor(ctx, stream_id, hasContentAccess);
    const topics = await topicsSeen(ctx.db, ctx.user, channel);
    return { topics: topics.map(({ name, max_id }) => ({ name: shownTopic(name, allow_empty_topic_name), max_id })) };
  }),
];
