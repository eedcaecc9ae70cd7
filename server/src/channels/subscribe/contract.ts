/** The contract for unsubscribing, and a subscriber's own settings. */
import {
  badRequest,
  bareOrQuoted,
  bool,
  channelId,
  either,
  InsufficientPermission,
  ids,
  list,
  notAudited,
  object,
  operation,
  optional,
  record,
  shortText,
  text,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { NoSuchUser, UserIsDeactivated } from "../../people/users/contract.ts";
import { creationErrors, InvalidChannelId, subscribedName, subscribingErrors } from "../contract.ts";

export const NothingToDo = badRequest('Nothing to do. Specify at least one of "add" or "delete".');

const principals = optional(either(ids(userId), ids(shortText())), {
  note: "User ids or API emails; yourself when omitted.",
});

const removal = { removed: list(text()), not_removed: list(text()) };

export const unsubscribe = operation({
  method: "DELETE",
  path: "/users/me/subscriptions",
  summary: "Unsubscribe yourself or others from channels.",
  params: { subscriptions: ids(shortText({ nullBytes: true })), principals },
  audit: ["channel_subscriber_removed"],
  response: removal,
  errors: [InsufficientPermission],
});

export const changeSubscriptions = operation({
  method: "PATCH",
  path: "/users/me/subscriptions",
  summary: "Subscribe yourself to some channels and unsubscribe from others.",
  gate: "non-guest",
  params: {
    add: withDefault(ids(subscribedName), [], { example: [{ name: "launch" }] }),
    delete: withDefault(ids(shortText({ nullBytes: true })), [], { example: ["sandbox"] }),
  },
  audit: ["channel_created", "channel_subscriber_added", "channel_subscriber_removed"],
  response: {
    subscribed: record(list(text())),
    already_subscribed: record(list(text())),
    new_subscription_messages_sent: optional(bool()),
    ...removal,
  },
  errors: [NothingToDo, ...creationErrors, ...subscribingErrors],
});

export const NOTIFICATION_PROPERTIES = [
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

const property = shortText();
const value = bareOrQuoted(either(bool(), shortText()));

export const updateSubscriptionSettings = operation({
  method: "POST",
  path: "/users/me/subscriptions/properties",
  summary: "Change your own settings for channels: colour, muting, pinning, notifications.",
  params: {
    subscription_data: ids(object({ stream_id: channelId, property, value })),
  },
  audit: notAudited("a personal preference"),
  response: {},
  errors: [InvalidChannelId],
});

export const updateSubscription = operation({
  method: "PATCH",
  path: "/users/me/subscriptions/{stream_id}",
  summary: "Change one of your own settings for a channel.",
  params: { stream_id: channelId, property, value },
  audit: notAudited("a personal preference"),
  response: {},
  errors: [InvalidChannelId],
});

export const getSubscriptionStatus = operation({
  method: "GET",
  path: "/users/{user_id}/subscriptions/{stream_id}",
  summary: "Check whether a user is subscribed to a channel.",
  params: { user_id: userId, stream_id: channelId },
  response: { is_subscribed: bool() },
  errors: [NoSuchUser, UserIsDeactivated, InsufficientPermission, InvalidChannelId],
});

export const getUserChannels = operation({
  method: "GET",
  path: "/users/{user_id}/channels",
  summary: "List which of the channels you can see a user is subscribed to.",
  params: { user_id: userId },
  response: { subscribed_channel_ids: list(channelId) },
  errors: [NoSuchUser, UserIsDeactivated, InsufficientPermission],
});
