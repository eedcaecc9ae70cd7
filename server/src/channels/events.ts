import { groupSettingValue } from "../kernel/access/group-setting.ts";
import {
  bool,
  type ClientProfile,
  channelId,
  type EventBody,
  either,
  event,
  int,
  list,
  messageId,
  nullable,
  oneOf,
  optional,
  type ShapeOf,
  strictObject,
  text,
  typed,
  userId,
} from "../kernel/api/index.ts";
import { type channelFields, channelObject, type personalFields, subscriptionObject } from "./contract.ts";
import { withAddresses } from "./older-clients.ts";

/** For clients that do not support archived channels: for them a channel appears and disappears. */
interface ForOlderClients {
  by_archiving?: true;
}

function withoutMark<B extends ForOlderClients>({ by_archiving, ...body }: B, client: ClientProfile): EventBody[] {
  return by_archiving && client.capabilities.archived_channels ? [] : [body];
}

const created = { op: oneOf("create"), streams: list(channelObject) };

/** Sent to everyone who gains sight of the channels. Clients that do not support archived ones only get the others. */
export const channelCreateEvent = event("stream", created, {
  shape({ streams, ...body }: ShapeOf<typeof created> & ForOlderClients, client): EventBody[] {
    const known = streams.filter((stream) => client.capabilities.archived_channels || !stream.is_archived);
    return known.length > 0 ? withoutMark({ ...body, streams: known }, client) : [];
  },
});

const deleted = {
  op: oneOf("delete"),
  stream_ids: list(channelId),
  // For clients older than stream_ids.
  streams: list(strictObject({ stream_id: channelId })),
};

/** Sent to everyone who can no longer see the channels. */
export const channelDeleteEvent = event("stream", deleted, {
  shape: (body: ShapeOf<typeof deleted> & ForOlderClients, client) => withoutMark(body, client),
});

export type ChannelProperty = keyof typeof channelFields;

/** Sent to everyone who can see the channel. It contains the name before the change. */
export const channelUpdateEvent = event(
  "stream",
  {
    op: oneOf("update"),
    stream_id: channelId,
    name: text(),
    property: typed<ChannelProperty, false>(text()),
    value: nullable(either(bool(), int(), text(), messageId, groupSettingValue)),
    // With the description.
    rendered_description: optional(text()),
    // With invite_only.
    history_public_to_subscribers: optional(bool()),
    is_web_public: optional(bool()),
  },
  {
    shape: (body, { capabilities }): EventBody[] =>
      body.property === "is_archived" && !capabilities.archived_channels ? [] : [body],
  },
);

/** Only clients that asked for subscribers get them. */
const withSubscribers = <S extends { subscribers?: unknown }>(
  subscriptions: readonly S[],
  { lacksSubscribers }: ClientProfile,
): readonly Omit<S, "subscribers">[] =>
  lacksSubscribers ? subscriptions.map(({ subscribers: _, ...each }) => each) : subscriptions;

/**
 * Sent to the new subscribers, one event for all who joined the same channels. What differs (colour, restored settings)
 * is in the personal part: `{ own: { [stream_id]: settings } }`.
 */
export const subscriptionAddEvent = event(
  "subscription",
  { op: oneOf("add"), subscriptions: list(subscriptionObject) },
  {
    shape: ({ subscriptions, ...body }, client): EventBody[] => [
      { ...body, subscriptions: withAddresses(withSubscribers(subscriptions, client), client) },
    ],
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

export type SubscriptionProperty = keyof typeof personalFields;

/** Sent to the subscriber, one for each setting; and to users who can see a channel again that they had left. */
export const subscriptionUpdateEvent = event("subscription", {
  op: oneOf("update"),
  stream_id: channelId,
  property: typed<SubscriptionProperty, false>(text()),
  value: either(bool(), text()),
});

/** Sent to everyone who can see the subscribers, except for the affected users. */
export const peerAddEvent = event("subscription", {
  op: oneOf("peer_add"),
  stream_ids: list(channelId),
  user_ids: list(userId),
});

/** Sent to everyone who can see the subscribers, except for the affected users. */
export const peerRemoveEvent = event("subscription", {
  op: oneOf("peer_remove"),
  stream_ids: list(channelId),
  user_ids: list(userId),
});
