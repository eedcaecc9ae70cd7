import type { channels, defaultChannels, ShapeOf } from "@parley/server/contract";
import type { ServerEvent } from "../types.ts";
import { entriesWithoutLeaver, leaverOf } from "./leaver.ts";
import { part, withEntry } from "./part.ts";

type ChannelFacts = ShapeOf<typeof channels.channelFields>;
export type Personal = ShapeOf<typeof channels.personalFields>;

export interface Channel extends ChannelFacts {
  readonly is_subscribed: boolean;
  /** Settings of the user's own; kept after leaving. */
  readonly personal?: Personal;
  /** Ascending; undefined when the snapshot did not include them. */
  readonly subscribers?: readonly number[];
}

export interface ChannelsState {
  readonly ownId: number;
  readonly channels: ReadonlyMap<number, Channel>;
  readonly defaultIds: readonly number[];
  /** Sets of channels that newcomers may choose, by name. */
  readonly defaultGroups: readonly ShapeOf<typeof defaultChannels.defaultGroupFields>[];
}

type Listed = ChannelFacts & Partial<Personal> & { subscribers?: number[] | undefined };

const PERSONAL = [
  "color",
  "is_muted",
  "in_home_view",
  "pin_to_top",
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const satisfies (keyof Personal)[];

/** Of a channel that the user had left and sees again: what they have chosen there is told setting by setting. */
const NOTHING_CHOSEN: Personal = {
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

function fromListed(listed: Listed, is_subscribed: boolean): Channel {
  const facts: Record<string, unknown> = { ...listed };
  const personal: Record<string, unknown> = {};
  for (const name of PERSONAL) {
    if (name in facts) personal[name] = facts[name];
    delete facts[name];
  }
  const own = Object.keys(personal).length > 0 ? { personal: personal as unknown as Personal } : {};
  return { ...(facts as unknown as ChannelFacts), is_subscribed, ...own };
}

/** The channels the user knows of, with who is subscribed to them. */
export const channelsPart = part<ChannelsState>({
  from(snapshot) {
    const channels = new Map<number, Channel>();
    for (const each of snapshot.streams ?? []) channels.set(each.stream_id, fromListed(each, false));
    for (const each of snapshot.never_subscribed ?? []) channels.set(each.stream_id, fromListed(each, false));
    for (const each of snapshot.unsubscribed ?? []) channels.set(each.stream_id, fromListed(each, false));
    for (const each of snapshot.subscriptions ?? []) channels.set(each.stream_id, fromListed(each, true));
    return {
      ownId: snapshot.user_id ?? 0,
      channels,
      defaultIds: snapshot.realm_default_streams ?? [],
      defaultGroups: snapshot.realm_default_stream_groups ?? [],
    };
  },

  apply(state, event) {
    switch (event.type) {
      case "stream":
        return { ...state, channels: applyToChannels(state, event) };
      case "subscription":
        return { ...state, channels: applyToSubscriptions(state, event) };
      case "default_streams":
        return { ...state, defaultIds: event.default_streams as number[] };
      case "default_stream_groups":
        return { ...state, defaultGroups: event.default_stream_groups as ChannelsState["defaultGroups"] };
      case "message":
        return noteFirstMessage(state, event);
      case "realm_user": {
        const leaver = leaverOf(event);
        return leaver === undefined ? state : { ...state, channels: entriesWithoutLeaver(state.channels, leaver) };
      }
      default:
        return state;
    }
  },
});

function applyToChannels({ channels }: ChannelsState, event: ServerEvent): ReadonlyMap<number, Channel> {
  const changed = new Map(channels);
  if (event.op === "create")
    for (const each of event.streams as ChannelFacts[]) {
      // A new channel's subscribers are told by the events that follow, each of which is counted.
      if (!changed.has(each.stream_id))
        changed.set(each.stream_id, { ...fromListed(each, false), subscriber_count: 0, subscribers: [] });
    }
  if (event.op === "update") {
    const { id: _, type: __, op: ___, name: ____, stream_id, property, value, ...more } = event as ChannelUpdate;
    const known = changed.get(stream_id);
    if (known) changed.set(stream_id, { ...known, ...more, [property]: value });
  }
  if (event.op === "delete") for (const id of event.stream_ids as number[]) changed.delete(id);
  return changed;
}

/** What else changes with a property stands beside it under its own name. */
type ChannelUpdate = ServerEvent & { name: string; stream_id: number; property: string; value: unknown };

function applyToSubscriptions({ ownId, channels }: ChannelsState, event: ServerEvent): ReadonlyMap<number, Channel> {
  const changed = new Map(channels);
  if (event.op === "add")
    for (const each of event.subscriptions as Listed[]) changed.set(each.stream_id, fromListed(each, true));
  if (event.op === "remove")
    for (const { stream_id } of event.subscriptions as { stream_id: number }[]) {
      const known = changed.get(stream_id);
      if (known) changed.set(stream_id, { ...withPeers(known, [ownId], false), is_subscribed: false });
    }
  if (event.op === "update") {
    const { stream_id, property, value } = event as ServerEvent & { stream_id: number; property: string };
    const known = changed.get(stream_id);
    if (known)
      changed.set(stream_id, { ...known, personal: { ...NOTHING_CHOSEN, ...known.personal, [property]: value } });
  }
  if (event.op === "peer_add" || event.op === "peer_remove")
    for (const id of event.stream_ids as number[]) {
      const known = changed.get(id);
      if (known) changed.set(id, withPeers(known, event.user_ids as number[], event.op === "peer_add"));
    }
  return changed;
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

/** The first message of a channel is not announced as such: it shows by arriving. */
function noteFirstMessage(state: ChannelsState, event: ServerEvent): ChannelsState {
  const { stream_id, id } = event.message as { stream_id?: number; id: number };
  const channel = stream_id === undefined ? undefined : state.channels.get(stream_id);
  if (channel?.first_message_id !== null) return state;
  return { ...state, channels: withEntry(state.channels, channel.stream_id, { ...channel, first_message_id: id }) };
}
