import { type EventBody, event } from "../api/index.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../messages/contract.ts";
import { mutedTopicList, userTopicFields } from "./contract.ts";

/** Sent to the user whose wish it is; policy 0 takes an earlier one back. */
export const userTopicEvent = event("user_topic", userTopicFields, {
  shape: (body, { capabilities }): EventBody[] => [
    body.topic_name === "" && !capabilities.empty_topic_name ? { ...body, topic_name: EMPTY_TOPIC_DISPLAY_NAME } : body,
  ],
});

/** Each one's complete list, for clients from before user_topic; sent just before it. */
export const mutedTopicsEvent = event(
  "muted_topics",
  { muted_topics: mutedTopicList },
  { personalize: (shaped, own): EventBody => ({ ...shaped, ...own }) },
);
