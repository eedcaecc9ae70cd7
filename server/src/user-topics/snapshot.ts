import { openSnapshotPart } from "../feature.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../messages/contract.ts";
import { mutedTopicsOf } from "./actions.ts";
import { mutedTopicsState, userTopicsState } from "./contract.ts";
import { topicsOf } from "./store.ts";

export const userTopicsSnapshot = openSnapshotPart("user_topic", userTopicsState, async ({ db, user }, { profile }) => {
  const shown = (name: string) =>
    name === "" && !profile.capabilities.empty_topic_name ? EMPTY_TOPIC_DISPLAY_NAME : name;
  const { archived_channels } = profile.capabilities;
  const topics = (await topicsOf(db, user.id)).filter((topic) => archived_channels || !topic.is_archived);
  return {
    user_topics: topics.map(({ channel_id, topic_name, last_updated, visibility_policy }) => ({
      stream_id: channel_id,
      topic_name: shown(topic_name),
      last_updated,
      visibility_policy,
    })),
  };
});

/** Left out when a client that chooses what it wants chooses the newer form too. */
export const mutedTopicsSnapshot = openSnapshotPart("muted_topics", mutedTopicsState, async ({ db, user }, options) =>
  options.isFiltered && options.wants("user_topic")
    ? {}
    : { muted_topics: (await mutedTopicsOf(db, user.id)).get(user.id) ?? [] },
);
