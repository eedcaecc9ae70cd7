import type {
  channelEvents,
  channels,
  defaultChannels,
  EventOf,
  messageEvents,
  ShapeOf,
} from "@parley/server/contract";
import { entriesWithoutLeaver, leaverIn } from "./leaver.ts";
import { part, withChanges, withEntry } from "./part.ts";

type ChannelFacts = ShapeOf<typeof channels.channelFields>;
export type Personal = ShapeOf<typeof channels.personalFields>;

export interface Channel extends ChannelFacts {
  readonly is_subscribed: boolean;
  /** The user's own settings; kept after unsubscribing. */
  readonly personal?: Personal;
  /** Ascending; undefined when the snapshot did not include them. */
  readonly subscribers?: readonly number[] | undefined;
}

export interface ChannelsState {
  readonly ownId: number;
  readonly channels: ReadonlyMap<number, Channel>;
  readonly defaultIds: readonly number[];
  /** Sets of channels that newcomers may choose, by name. */
  readonly defaultGroups: readonly ShapeOf<typeof defaultChannels.defaultGroupFields>[];
}

interface ListedChannel extends ChannelFacts {
  readonly subscribers?: readonly number[] | undefined;
}

/** Defaults for a channel that the user had left and can see again: events report their settings one by one. */
const DEFAULT_PERSONAL: Personal = {
  color: "",
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

const neverSubscribed = (listed: ListedChannel): Channel => ({ ...listed, is_subscribed: false });

/** A channel that the user is or was subscribed to. */
function withPersonal(listed: ListedChannel & Personal, is_subscribed: boolean): Channel {
  const { color, is_muted, in_home_view, pin_to_top, ...rest } = listed;
  const { desktop_notifications, audible_notifications, push_notifications, email_notifications, ...others } = rest;
  const { wildcard_mentions_notify, ...facts } = others;
  const notifying = { desktop_notifications, audible_notifications, push_notifications, email_notifications };
  const personal = { color, is_muted, in_home_view, pin_to_top, ...notifying, wildcard_mentions_notify };
  return { ...facts, is_subscribed, personal };
}

/** The channels the user can see, with their subscribers. */
export const channelsPart = part<ChannelsState>({
  from(snapshot) {
    const channels = new Map<number, Channel>();
    for (const each of snapshot.streams ?? []) channels.set(each.stream_id, neverSubscribed(each));
    for (const each of snapshot.never_subscribed ?? []) channels.set(each.stream_id, neverSubscribed(each));
    for (const each of snapshot.unsubscribed ?? []) channels.set(each.stream_id, withPersonal(each, false));
    for (const each of snapshot.subscriptions ?? []) channels.set(each.stream_id, withPersonal(each, true));
    return {
      ownId: snapshot.user_id ?? 0,
      channels,
      defaultIds: snapshot.realm_default_streams ?? [],
      defaultGroups: snapshot.realm_default_stream_groups ?? [],
    };
  },

  on: {
    stream: {
      create: (state, { streams }) => ({ ...state, channels: withNew(state.channels, streams) }),
      update: (state, event) => ({ ...state, channels: withProperty(state.channels, event) }),
      delete: (state, { stream_ids }) => ({ ...state, channels: without(state.channels, stream_ids) }),
    },
    subscription: {
      add: (state, { subscriptions }) => ({
        ...state,
        channels: new Map([
          ...state.channels,
          ...subscriptions.map((each) => [each.stream_id, withPersonal(withNewcomers(each), true)] as const),
        ]),
      }),
      remove: (state, { subscriptions }) => ({
        ...state,
        channels: changed(
          state.channels,
          subscriptions.map(({ stream_id }) => stream_id),
          (channel) => ({
            ...withPeers(channel, [state.ownId], false),
            is_subscribed: false,
          }),
        ),
      }),
      update: (state, { stream_id, property, value }) => ({
        ...state,
        channels: changed(state.channels, [stream_id], (channel) => ({
          ...channel,
          personal: { ...DEFAULT_PERSONAL, ...channel.personal, [property]: value },
        })),
      }),
      peer_add: (state, { stream_ids, user_ids }) => ({
        ...state,
        channels: changed(state.channels, stream_ids, (channel) => withPeers(channel, user_ids, true)),
      }),
      peer_remove: (state, { stream_ids, user_ids }) => ({
        ...state,
        channels: changed(state.channels, stream_ids, (channel) => withPeers(channel, user_ids, false)),
      }),
    },
    default_streams: (state, { default_streams: defaultIds }) => ({ ...state, defaultIds }),
    default_stream_groups: (state, { default_stream_groups: defaultGroups }) => ({ ...state, defaultGroups }),
    message: (state, { message }) => noteFirstMessage(state, message),
    realm_user: {
      update(state, { person }) {
        const leaver = leaverIn(person);
        return leaver === undefined ? state : { ...state, channels: entriesWithoutLeaver(state.channels, leaver) };
      },
    },
  },
});

type Channels = ChannelsState["channels"];

/** Changes those channels that are known. */
function changed(channels: Channels, ids: readonly number[], change: (channel: Channel) => Channel): Channels {
  const next = new Map(channels);
  for (const id of ids) {
    const known = next.get(id);
    if (known) next.set(id, change(known));
  }
  return next;
}

/** The count of the event is the one from before; with the subscribers, it is known exactly. */
const withNewcomers = <S extends ListedChannel>(each: S): S => ({
  ...each,
  subscriber_count: each.subscribers?.length ?? each.subscriber_count + 1,
});

/** Later events add the subscribers of a new channel and count them. */
function withNew(channels: Channels, created: readonly ChannelFacts[]): Channels {
  const next = new Map(channels);
  for (const each of created)
    if (!next.has(each.stream_id))
      next.set(each.stream_id, { ...neverSubscribed(each), subscriber_count: 0, subscribers: [] });
  return next;
}

/** Other fields that change with the property are next to it, under their own names. */
function withProperty(channels: Channels, event: EventOf<typeof channelEvents.channelUpdateEvent>): Channels {
  const { id: _, type: __, op: ___, name: ____, stream_id, property, value, ...more } = event;
  return withChanges(channels, stream_id, { ...more, [property]: value });
}

function without(channels: Channels, ids: readonly number[]): Channels {
  const next = new Map(channels);
  for (const id of ids) next.delete(id);
  return next;
}

function withPeers(channel: Channel, userIds: readonly number[], joined: boolean): Channel {
  if (!channel.subscribers) {
    const change = joined ? userIds.length : -userIds.length;
    return { ...channel, subscriber_count: channel.subscriber_count + change };
  }
  const subscribers = new Set(channel.subscribers);
  for (const id of userIds) {
    if (joined) subscribers.add(id);
    else subscribers.delete(id);
  }
  return {
    ...channel,
    subscriber_count: subscribers.size,
    subscribers: [...subscribers].sort((a, b) => a - b),
  };
}

type SentMessage = EventOf<typeof messageEvents.messageEvent>["message"];

/** No event sets `first_message_id`: the first message to arrive does. */
function noteFirstMessage(state: ChannelsState, { stream_id, id }: SentMessage): ChannelsState {
  const channel = stream_id === undefined ? undefined : state.channels.get(stream_id);
  if (channel?.first_message_id !== null) return state;
  return { ...state, channels: withEntry(state.channels, channel.stream_id, { ...channel, first_message_id: id }) };
}
