import { type EventBody, event, type ShapeOf } from "../../kernel/api/index.ts";
import { shownTopic } from "../../text/topics.ts";
import { mutedTopicList, userTopicFields } from "./contract.ts";

/** Sent to the user who set the policy; 0 removes it. */
export const userTopicEvent = event("user_topic", userTopicFields, {
  shape: (body, { capabilities }): EventBody[] => [
    { ...body, topic_name: shownTopic(body.topic_name, capabilities.empty_topic_name) },
  ],
});

type MutedTopics = ShapeOf<{ muted_topics: typeof mutedTopicList }>["muted_topics"];

/** The empty topic under the client's name for it. */
export const shownTopics = (topics: MutedTopics, emptyTopic: string): MutedTopics =>
  topics.map(([channel, topic, at]) => [channel, topic === "" ? emptyTopic : topic, at]);

/** Each user's complete list, for clients older than user_topic; sent just before it. */
export const mutedTopicsEvent = event(
  "muted_topics",
  { muted_topics: mutedTopicList },
  {
    // Lists are personal: shaping can only say how a client shows the empty topic.
    shape: (_, { capabilities }): EventBody[] => [{ emptyTopic: shownTopic("", capabilities.empty_topic_name) }],
    personalize: ({ emptyTopic }, own): EventBody => ({
      muted_topics: shownTopics((own?.muted_topics ?? []) as MutedTopics, emptyTopic as string),
    }),
  },
);
