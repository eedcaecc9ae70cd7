import { openSnapshotPart } from "../../kernel/feature.ts";
import { shownTopic } from "../../text/topics.ts";
import { mutedTopicsOf } from "./actions.ts";
import { mutedTopicsState, userTopicsState } from "./contract.ts";
import { shownTopics } from "./events.ts";
import { topicsOf } from "./store.ts";

export const userTopicsSnapshot = openSnapshotPart("user_topic", userTopicsState, async ({ db, user }, { profile }) => {
  const { archived_channels } = profile.capabilities;
  const topics = (await topicsOf(db, user.id)).filter((topic) => archived_channels || !topic.is_archived);
  return {
    user_topics: topics.map(({ channel_id, topic_name, last_updated, visibility_policy }) => ({
      stream_id: channel_id,
      topic_name: shownTopic(topic_name, profile.capabilities.empty_topic_name),
      last_updated,
      visibility_policy,
    })),
  };
});

/** Left out when a client that chooses what it wants chooses the newer form too. */
export const mutedTopicsSnapshot = openSnapshotPart("muted_topics", mutedTopicsState, async (ctx, options) =>
  options.isFiltered && options.wants("user_topic")
    ? {}
    : {
        muted_topics: shownTopics(
          (await mutedTopicsOf(ctx, ctx.user.id)).get(ctx.user.id) ?? [],
          shownTopic("", options.profile.capabilities.empty_topic_name),
        ),
      },
);
