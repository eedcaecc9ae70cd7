import {
  bool,
  channelId,
  type EventBody,
  either,
  event,
  int,
  list,
  messageId,
  nullable,
  oneOf,
  strictObject,
  text,
  userId,
} from "../api/index.ts";
import { channelObject, subscriptionObject } from "./contract.ts";

/** Sent to everyone who comes to see the channels. */
export const channelCreateEvent = event("stream", { op: oneOf("create"), streams: list(channelObject) });

/** Sent to everyone who may know that the channel exists. */
export const channelUpdateEvent = event("stream", {
  op: oneOf("update"),
  stream_id: channelId,
  name: text(),
  property: text(),
  value: nullable(either(bool(), int(), text(), messageId)),
});

/**
 * Sent to the users who were subscribed, one event for all who joined the same channels. What differs between them
 * (colour, revived settings) is each one's personal part: `{ own: { [stream_id]: settings } }`.
 */
export const subscriptionAddEvent = event(
  "subscription",
  { op: oneOf("add"), subscriptions: list(subscriptionObject) },
  {
    personalize(shaped: EventBody, mine): EventBody {
      const own = (mine?.own ?? {}) as Record<string, object>;
      const subscriptions = shaped.subscriptions as { stream_id: number }[];
      return { ...shaped, subscriptions: subscriptions.map((each) => ({ ...each, ...own[each.stream_id] })) };
    },
  },
);

/** Sent to the users who were unsubscribed. */
export const subscriptionRemoveEvent = event("subscription", {
  op: oneOf("remove"),
  subscriptions: list(strictObject({ stream_id: channelId, name: text() })),
});

/** Sent to everyone who may see the subscribers, but for the users concerned. */
export const peerAddEvent = event("subscription", {
  op: oneOf("peer_add"),
  stream_ids: list(channelId),
  user_ids: list(userId),
});

/** Sent to everyone who may see the subscribers, but for the users concerned. */
export const peerRemoveEvent = event("subscription", {
  op: oneOf("peer_remove"),
  stream_ids: list(channelId),
  user_ids: list(userId),
});
