import type { ShapeOf, userTopics } from "@parley/server/contract";
import { part } from "./part.ts";

export type UserTopic = ShapeOf<typeof userTopics.userTopicFields>;

export interface TopicsState {
  /** The user's topic visibility, by channel and topic; other topics follow their channel. */
  readonly policies: ReadonlyMap<string, UserTopic>;
}

/** Topic names are case-insensitive. */
export const topicKey = (streamId: number, name: string) =>
  `${streamId}:${name.normalize("NFC").toUpperCase().toLowerCase()}`;

export const topicsPart = part<TopicsState>({
  from: (snapshot) => ({
    policies: sorted((snapshot.user_topics ?? []).map((each) => [topicKey(each.stream_id, each.topic_name), each])),
  }),

  on: {
    user_topic(state, { type: _, id: __, ...changed }) {
      const key = topicKey(changed.stream_id, changed.topic_name);
      const rest = [...state.policies].filter(([known]) => known !== key);
      // The spelling that was stored first stays.
      const topic = { ...changed, topic_name: state.policies.get(key)?.topic_name ?? changed.topic_name };
      return { policies: sorted(changed.visibility_policy === 0 ? rest : [...rest, [key, topic]]) };
    },
  },
});

function sorted(entries: [string, UserTopic][]): ReadonlyMap<string, UserTopic> {
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
