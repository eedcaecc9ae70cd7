/** The contract for event queues. A registration response combines the contributions of all features. */

import { foldersState } from "../channels/channel-folders/contract.ts";
import { channelsState, includeSubscribers, subscriptionsState } from "../channels/contract.ts";
import { defaultChannelsState, defaultGroupsState } from "../channels/default-channels/contract.ts";
import { mutedTopicsState, userTopicsState } from "../channels/user-topics/contract.ts";
import { integrationsState } from "../delivery/integrations/contract.ts";
import { botCommandsState, commandAnswersState } from "../delivery/outgoing-webhooks/commands/contract.ts";
import { pushDevicesState } from "../delivery/push/contract.ts";
import {
  allOptional,
  anything,
  apiError,
  bareOrQuoted,
  bool,
  clientCapabilities,
  either,
  int,
  list,
  notAudited,
  noted,
  nullable,
  oneOf,
  operation,
  optional,
  record,
  type Shape,
  said,
  shortText,
  text,
  tuple,
  typed,
  withDefault,
} from "../kernel/api/index.ts";
import { BadEventQueueId } from "../kernel/events/errors.ts";
import { messagesState, recentDirectState, searchState } from "../messages/contract.ts";
import { starredState, unreadState } from "../messages/read-state/contract.ts";
import { customEmojiState } from "../organization/custom-emoji/contract.ts";
import { domainsState } from "../organization/domains/contract.ts";
import { filtersState, linkifiersState } from "../organization/linkifiers/contract.ts";
import { playgroundsState } from "../organization/playgrounds/contract.ts";
import {
  billingState,
  giphyState,
  realmState,
  versionShape,
  videoCallsState,
} from "../organization/realms/contract.ts";
import { alertWordsState } from "../people/alert-words/contract.ts";
import { botsState, embeddedBotsState } from "../people/bots/contract.ts";
import { groupsState } from "../people/groups/contract.ts";
import { mutedUsersState } from "../people/muted-users/contract.ts";
import { onboardingState } from "../people/onboarding/contract.ts";
import { presenceState } from "../people/presence/contract.ts";
import { profileFieldsState } from "../people/profile-fields/contract.ts";
import { displayState, notificationState, userDefaultsState, userSettingsState } from "../people/settings/contract.ts";
import { userStatusState } from "../people/user-status/contract.ts";
import { usersState } from "../people/users/contract.ts";
import { draftsState } from "../personal/drafts/contract.ts";
import { navigationViewsState } from "../personal/navigation-views/contract.ts";
import { remindersState } from "../personal/reminders/contract.ts";
import { savedSnippetsState } from "../personal/saved-snippets/contract.ts";
import { scheduledMessagesState } from "../personal/scheduled-messages/contract.ts";

export const snapshotShape = {
  ...realmState,
  ...billingState,
  ...giphyState,
  ...videoCallsState,
  ...usersState,
  ...userStatusState,
  ...profileFieldsState,
  ...botsState,
  ...embeddedBotsState,
  ...integrationsState,
  ...botCommandsState,
  ...commandAnswersState,
  ...groupsState,
  ...subscriptionsState,
  ...channelsState,
  ...defaultChannelsState,
  ...defaultGroupsState,
  ...foldersState,
  ...messagesState,
  ...recentDirectState,
  ...searchState,
  ...unreadState,
  ...starredState,
  ...userSettingsState,
  ...userDefaultsState,
  ...displayState,
  ...notificationState,
  ...userTopicsState,
  ...mutedTopicsState,
  ...domainsState,
  ...presenceState,
  ...alertWordsState,
  ...mutedUsersState,
  ...draftsState,
  ...savedSnippetsState,
  ...navigationViewsState,
  ...onboardingState,
  ...customEmojiState,
  ...linkifiersState,
  ...filtersState,
  ...playgroundsState,
  ...scheduledMessagesState,
  ...remindersState,
  ...pushDevicesState,
};

/** Several times as many as exist. */
const MAX_EVENT_TYPES = 1000;
const eventTypes = list(shortText(), { max: MAX_EVENT_TYPES });
/** Every message is checked against every term, and all must match, so more than a few would be pointless. */
const MAX_QUEUE_NARROW_TERMS = 20;

export const registrationParams = {
  event_types: optional(nullable(eventTypes), {
    note: "Which events the queue receives; all when omitted or null. Unknown names are ignored.",
  }),
  apply_markdown: withDefault(bool(), false),
  client_gravatar: optional(nullable(bool()), {
    note: "Leave avatar_url null if the client can compute it. True by default; visitors may only send false.",
  }),
  slim_presence: withDefault(bool(), false),
  all_public_streams: optional(bool(), {
    note: "Also receive messages from public channels you are not subscribed to. Defaults to the bot's setting, otherwise false.",
  }),
  narrow: optional(list(tuple(shortText(), shortText()), { max: MAX_QUEUE_NARROW_TERMS }), {
    note: "Filters message events. Defaults to the bot's own channel, if it has one.",
  }),
  client_capabilities: optional(clientCapabilities),
  queue_lifespan_secs: withDefault(int({ min: 0 }), 0),
  idle_queue_timeout: optional(bareOrQuoted(either(int({ min: 0 }), oneOf("mobile"), shortText())), {
    note: "How long a queue lives without being polled, in seconds, or the type of client.",
  }),
} satisfies Shape;

export const NotForVisitors = apiError<{ parameter: string }>(
  "BAD_REQUEST",
  ({ parameter }) => said`Invalid '${parameter}' parameter for anonymous request`,
);

export const register = operation({
  method: "POST",
  path: "/register",
  summary: "Register an event queue and get the state that its events update. Visitors get the state without a queue.",
  gate: "visitor",
  params: {
    ...registrationParams,
    event_types: noted(registrationParams.event_types, { example: ["message"] }),
    fetch_event_types: optional(nullable(eventTypes), {
      note: "Which parts of the state to return; defaults to those of event_types.",
    }),
    include_subscribers: includeSubscribers,
    presence_history_limit_days: optional(int({ min: 0 }), {
      note: "Return the presence of users who were connected in this many days. 14 by default.",
    }),
  },
  audit: notAudited("changes nothing"),
  response: {
    ...versionShape,
    queue_id: nullable(text()),
    last_event_id: optional(int()),
    ...allOptional(snapshotShape),
  },
  errors: [NotForVisitors],
});

/** The fields of every event. The others are declared with each event. */
const heardEvent = typed<{ id: number; type: string; op?: string }, false>(record(anything()));

export const getEvents = operation({
  method: "GET",
  path: "/events",
  isLight: true,
  summary: "Read an event queue; waits until there is an event.",
  params: {
    queue_id: optional(shortText(), { example: "QUEUE_ID" }),
    last_event_id: optional(int(), {
      note: "The newest event you have received: it and older ones are deleted from the queue.",
      example: 0,
    }),
    dont_block: withDefault(bool(), false),
    ...registrationParams,
  },
  response: { events: list(heardEvent), queue_id: text() },
  errors: [BadEventQueueId],
});

const streamParams = {
  queue_id: noted(shortText(), { example: "QUEUE_ID" }),
  last_event_id: optional(int(), {
    note: "The newest event you have received: it and older ones are deleted from the queue.",
    example: 0,
  }),
};

export const streamEvents = operation({
  method: "GET",
  path: "/events/stream",
  summary:
    "Read an event queue as Server-Sent Events, each with its id, for as long as you stay connected. The Last-Event-ID header, which browsers send when they reconnect, takes precedence over last_event_id.",
  params: streamParams,
  streams: "events",
  response: {},
  errors: [BadEventQueueId],
});

export const UpgradeRequired = apiError("BAD_REQUEST", "This endpoint accepts WebSocket connections only.", {
  status: 426,
});

export const openEventSocket = operation({
  method: "GET",
  path: "/events/socket",
  summary:
    'Read an event queue through a WebSocket. You receive {"events": [...]}, and send {"last_event_id": n} to acknowledge what you have received. If you cannot set headers, offer the protocols parley.events and parley.basic.CREDENTIALS: email address and API key as in basic authentication, in base64url.',
  params: streamParams,
  streams: "socket",
  response: {},
  errors: [BadEventQueueId, UpgradeRequired],
});

export const deleteQueue = operation({
  method: "DELETE",
  path: "/events",
  summary: "Delete an event queue.",
  params: { queue_id: shortText() },
  audit: notAudited("a client's own connection"),
  response: {},
  errors: [BadEventQueueId],
});
