/** The contract for channels and subscriptions. */
import { groupSettingValue, ofEach, SystemGroupRequired } from "../kernel/access/group-setting.ts";
import { channelPermissions } from "../kernel/access/permission-settings.ts";
import {
  allOptional,
  apiError,
  BadValue,
  badRequest,
  bareOrQuoted,
  bool,
  channelId,
  either,
  InsufficientPermission,
  InvalidChannelId,
  ids,
  int,
  list,
  messageId,
  noted,
  nullable,
  object,
  oneOf,
  operation,
  optional,
  record,
  type Shape,
  said,
  shortText,
  strictObject,
  text,
  timestamp,
  userId,
  withDefault,
} from "../kernel/api/index.ts";
import { MustBeAdministrator, MustBeOwner } from "../kernel/http/gate.ts";
import { collections } from "../kernel/limits/collections.ts";

export const MAX_CHANNEL_NAME_LENGTH = 60;
export const MAX_CHANNEL_DESCRIPTION_LENGTH = 1024;

export const topicsPolicy = oneOf("inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only");

const channelGroupSettings = ofEach(channelPermissions, groupSettingValue);

export const channelFields = {
  stream_id: channelId,
  name: text(),
  is_archived: bool(),
  description: text(),
  rendered_description: text(),
  date_created: timestamp(),
  creator_id: nullable(userId),
  invite_only: bool(),
  is_web_public: bool(),
  stream_post_policy: int(),
  is_announcement_only: bool(),
  message_retention_days: nullable(int()),
  history_public_to_subscribers: bool(),
  topics_policy: topicsPolicy,
  first_message_id: nullable(messageId),
  folder_id: nullable(int()),
  is_recently_active: bool(),
  stream_weekly_traffic: nullable(int()),
  subscriber_count: int(),
  ...channelGroupSettings,
};

export const channelObject = strictObject(channelFields);

export const personalFields = {
  color: text(),
  is_muted: bool(),
  in_home_view: bool(),
  pin_to_top: bool(),
  desktop_notifications: nullable(bool()),
  audible_notifications: nullable(bool()),
  push_notifications: nullable(bool()),
  email_notifications: nullable(bool()),
  wildcard_mentions_notify: nullable(bool()),
};

const subscriberLists = { subscribers: optional(list(userId)), partial_subscribers: optional(list(userId)) };
export const subscriptionObject = strictObject({
  ...channelFields,
  ...personalFields,
  ...subscriberLists,
  email_address: optional(text(), { note: "Empty; some released clients do not show a channel without it." }),
});
export const unsubscribedChannelObject = strictObject({ ...channelFields, ...subscriberLists });

export { InvalidChannelId };
export const ChannelAlreadyExists = apiError<{ channel_name: string }>(
  "CHANNEL_ALREADY_EXISTS",
  ({ channel_name }) => said`Channel '${channel_name}' already exists`,
  { status: 409 },
);
export const DefaultChannelCannotBePrivate = badRequest("A default channel cannot be private.");
export const WebPublicChannelsNotEnabled = badRequest("Web-public channels are not enabled.");
export const InvalidFolder = badRequest("Invalid channel folder ID");
export const InvalidKind = badRequest("Invalid parameters");

/** Errors of all operations that create channels. */
export const creationErrors = [
  collections.channels.Full,
  DefaultChannelCannotBePrivate,
  WebPublicChannelsNotEnabled,
  InvalidFolder,
  InvalidKind,
  SystemGroupRequired,
  BadValue,
  MustBeOwner,
  InsufficientPermission,
  collections.subgroups.Full,
];

/** Other changes wait while a request runs. */
export const MAX_CHANNELS_AT_ONCE = 500;
export const TooManyChannels = badRequest(said`Too many channels in one request (maximum ${MAX_CHANNELS_AT_ONCE}).`);
/** Creating one takes two milliseconds, with its first message. */
export const MAX_NEW_CHANNELS_AT_ONCE = 50;
export const TooManyNewChannels = badRequest(
  said`Too many new channels in one request (maximum ${MAX_NEW_CHANNELS_AT_ONCE}).`,
);
export const MAX_SUBSCRIPTIONS_AT_ONCE = 50_000;
export const TooManySubscriptions = badRequest(
  said`Too many subscriptions in one request (maximum ${MAX_SUBSCRIPTIONS_AT_ONCE}: channels times people).`,
);

/** Errors of all operations that subscribe people. */
export const subscribingErrors = [TooManyChannels, TooManyNewChannels, TooManySubscriptions];

/** Parameters shared by all operations that create channels. */
export const creationParams = {
  announce: withDefault(bool(), false),
  invite_only: withDefault(bool(), false),
  is_web_public: withDefault(bool(), false),
  is_default_stream: withDefault(bool(), false),
  history_public_to_subscribers: optional(bool()),
  message_retention_days: optional(bareOrQuoted(either(int(), shortText()))),
  topics_policy: optional(bareOrQuoted(topicsPolicy)),
  folder_id: optional(nullable(int())),
  ...allOptional(channelGroupSettings),
  send_new_subscription_messages: withDefault(bool(), true),
} satisfies Shape;

/** A channel by name; the other fields apply when it is created, and the colour to the subscriber. */
export const subscribedName = object({
  name: shortText({ nullBytes: true }),
  color: optional(shortText()),
  description: optional(text({ max: MAX_CHANNEL_DESCRIPTION_LENGTH })),
});

export const subscribe = operation({
  method: "POST",
  path: "/users/me/subscriptions",
  summary: "Subscribe yourself or others to channels; channels that do not exist are created.",
  gate: "non-guest",
  params: {
    subscriptions: noted(ids(subscribedName), {
      example: [{ name: "launch", description: "Getting ready for the day." }],
    }),
    principals: optional(either(ids(userId), ids(shortText())), {
      note: "User ids or API emails; yourself when omitted.",
    }),
    authorization_errors_fatal: withDefault(bool(), true),
    ...creationParams,
  },
  audit: ["channel_created", "channel_subscriber_added", "default_channel_added"],
  response: {
    subscribed: record(list(text())),
    already_subscribed: record(list(text())),
    unauthorized: optional(list(text())),
    new_subscription_messages_sent: optional(bool()),
  },
  errors: [...creationErrors, ...subscribingErrors],
});

export const includeSubscribers = withDefault(oneOf("true", "false", "partial"), "false");

export const getSubscriptions = operation({
  method: "GET",
  path: "/users/me/subscriptions",
  summary: "List the channels you are subscribed to.",
  params: { include_subscribers: includeSubscribers },
  response: { subscriptions: list(subscriptionObject) },
});

const included = (fallback: boolean, note: string) => withDefault(bool(), fallback, { note });

export const getChannels = operation({
  method: "GET",
  path: "/streams",
  summary: "List the channels you can see.",
  params: {
    include_public: included(true, "All public channels."),
    include_web_public: included(false, "All web-public channels."),
    include_subscribed: included(true, "Channels you are subscribed to."),
    exclude_archived: included(true, "Leave out archived channels."),
    include_all: included(false, "Every channel whose metadata you can access."),
    include_all_active: withDefault(bool(), false, {
      deprecated: true,
      note: "Older name of include_all; for administrators.",
    }),
    include_default: included(false, "Also mark the default channels for new users."),
    include_owner_subscribed: included(false, "For a bot: the channels its owner is subscribed to."),
    include_can_access_content: included(false, "Every channel whose messages you can read."),
  },
  response: { streams: list(strictObject({ ...channelFields, is_default: optional(bool()) })) },
  errors: [MustBeAdministrator],
});

export const subscriptionsState = {
  subscriptions: list(subscriptionObject),
  unsubscribed: list(subscriptionObject),
  never_subscribed: list(unsubscribedChannelObject),
};
export const channelsState = { streams: list(channelObject) };
