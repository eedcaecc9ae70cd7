/** The contract for topic visibility policies. */
import {
  ApiError,
  badRequest,
  channelId,
  int,
  list,
  MissingArgument,
  notAudited,
  oneOf,
  oneOfInt,
  operation,
  optional,
  said,
  shortText,
  strictObject,
  text,
  timestamp,
  tuple,
  UnsupportedCombination,
} from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { InvalidChannelId } from "../contract.ts";

/** None means no policy: the topic follows its channel. */
export const VisibilityPolicy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

export const visibilityPolicy = oneOfInt(0, 1, 2, 3);

/** In a channel that the caller may not know of. */
export const TopicIsNotMuted = badRequest("Topic is not muted");
export const InvalidChannelName = (name: string) => new ApiError(said`Invalid channel name '${name}'`);

export const setTopicVisibility = operation({
  method: "POST",
  path: "/user_topics",
  summary: "Mute, unmute or follow a topic, or remove that setting. The topic does not have to exist yet.",
  params: {
    stream_id: channelId,
    topic: shortText(),
    visibility_policy: visibilityPolicy,
  },
  audit: notAudited("a personal preference"),
  response: {},
  errors: [collections.topic_policies.Full, InvalidChannelId],
});

export const muteTopic = operation({
  method: "PATCH",
  path: "/users/me/subscriptions/muted_topics",
  summary: "Mute or unmute a topic. Older form of POST /user_topics.",
  deprecated: true,
  params: {
    stream_id: optional(channelId, { note: "Either this or stream." }),
    stream: optional(shortText()),
    topic: shortText(),
    op: oneOf("add", "remove"),
  },
  audit: notAudited("a personal preference"),
  response: {},
  errors: [collections.topic_policies.Full, InvalidChannelId, TopicIsNotMuted, MissingArgument, UnsupportedCombination],
});

export const userTopicFields = {
  stream_id: channelId,
  topic_name: text(),
  last_updated: timestamp(),
  visibility_policy: int(),
};

/** Channel name, topic and time. */
export const mutedTopicList = list(tuple(text(), text(), timestamp()));

export const userTopicsState = { user_topics: list(strictObject(userTopicFields)) };
export const mutedTopicsState = { muted_topics: mutedTopicList };
