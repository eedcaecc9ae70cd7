import type { EventOf, messageEditingEvents, messageEvents, readStateEvents } from "@parley/server/contract";
import type { Snapshot } from "../types.ts";
import { othersIn } from "./conversations.ts";
import { deletedBy } from "./deleted.ts";
import { part } from "./part.ts";

/** Where an unread message is. Topic names are case-insensitive, so `topic` is in lower case. */
export type UnreadPlace =
  /** `name` is the topic as it was spelled when the message arrived. */
  | { readonly type: "stream"; readonly stream_id: number; readonly topic: string; readonly name: string }
  /** The other people, ascending; empty for notes to oneself. */
  | { readonly type: "private"; readonly user_ids: readonly number[] };

export interface UnreadState {
  readonly ownId: number;
  /** Channel messages are unread only in these channels; undefined if the snapshot did not include subscriptions. */
  readonly subscribed: ReadonlySet<number> | undefined;
  readonly messages: ReadonlyMap<number, UnreadPlace>;
  /** Unread mentions. Wildcard mentions count only where the user has not muted them. */
  readonly mentions: ReadonlySet<number>;
  /** The snapshot left out older ones. */
  readonly isIncomplete: boolean;
}

const MENTIONS = ["mentioned", "stream_wildcard_mentioned", "topic_wildcard_mentioned"];
const ascending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const inTopic = (stream_id: number, topic: string): UnreadPlace => ({
  type: "stream",
  stream_id,
  topic: topic.toLowerCase(),
  name: topic,
});

export const unreadPart = part<UnreadState>({
  from(snapshot) {
    const ownId = snapshot.user_id ?? 0;
    const { unread_msgs } = snapshot;
    const messages = unread_msgs ? placesIn(unread_msgs, ownId) : new Map<number, UnreadPlace>();
    return {
      ownId,
      subscribed: snapshot.subscriptions && new Set(snapshot.subscriptions.map((channel) => channel.stream_id)),
      messages,
      mentions: new Set(unread_msgs?.mentions ?? []),
      isIncomplete: unread_msgs?.old_unreads_missing ?? false,
    };
  },

  on: {
    message: received,
    update_message_flags: {
      add: (state, event) => (event.flag === "read" ? markedRead(state, event) : state),
      remove: (state, event) => (event.flag === "read" ? markedUnread(state, event) : state),
    },
    update_message: (state, event) => mentioned(moved(state, event), event),
    delete_message: (state, event) => without(state, deletedBy(event)),
    subscription: {
      add: (state, { subscriptions }) => ({
        ...state,
        subscribed: state.subscribed && new Set([...state.subscribed, ...idsOf(subscriptions)]),
      }),
      remove(state, { subscriptions }) {
        const gone = new Set(idsOf(subscriptions));
        return withoutChannels({ ...state, subscribed: state.subscribed && exceptFor(state.subscribed, gone) }, gone);
      },
    },
    stream: {
      delete: (state, { stream_ids }) => withoutChannels(state, new Set(stream_ids)),
      update: (state, { property, value, stream_id }) =>
        property === "is_archived" && value === true ? withoutChannels(state, new Set([stream_id])) : state,
    },
  },
});

const idsOf = (channels: readonly { readonly stream_id: number }[]) => channels.map(({ stream_id }) => stream_id);

const canBeUnread = ({ subscribed }: UnreadState, place: UnreadPlace) =>
  place.type === "private" || (subscribed?.has(place.stream_id) ?? true);

function placesIn(unread: NonNullable<Snapshot["unread_msgs"]>, ownId: number): Map<number, UnreadPlace> {
  const places = new Map<number, UnreadPlace>();
  const add = (ids: readonly number[], place: UnreadPlace) => {
    for (const id of ids) places.set(id, place);
  };
  for (const { other_user_id, unread_message_ids } of unread.pms)
    add(unread_message_ids, { type: "private", user_ids: other_user_id === ownId ? [] : [other_user_id] });
  for (const { user_ids_string, unread_message_ids } of unread.huddles) {
    const people = user_ids_string.split(",").map(Number);
    add(unread_message_ids, { type: "private", user_ids: ascending(people.filter((id) => id !== ownId)) });
  }
  for (const { stream_id, topic, unread_message_ids } of unread.streams)
    add(unread_message_ids, inTopic(stream_id, topic));
  return places;
}

type Received = EventOf<typeof messageEvents.messageEvent>;

function placeOf({ stream_id = 0, subject, display_recipient }: Received["message"], ownId: number): UnreadPlace {
  if (typeof display_recipient === "string") return inTopic(stream_id, subject);
  return { type: "private", user_ids: othersIn(display_recipient, ownId) };
}

function received(state: UnreadState, { message, flags }: Received): UnreadState {
  if (flags.includes("read")) return state;
  const place = placeOf(message, state.ownId);
  if (!canBeUnread(state, place)) return state;
  return withPlaces(state, [[message.id, place]], flags.some((flag) => MENTIONS.includes(flag)) ? [message.id] : []);
}

type MarkedRead = EventOf<typeof readStateEvents.flagsAddEvent>;
type MarkedUnread = EventOf<typeof readStateEvents.flagsRemoveEvent>;

function markedRead(state: UnreadState, { all, messages }: MarkedRead): UnreadState {
  return all ? { ...state, messages: new Map(), mentions: new Set(), isIncomplete: false } : without(state, messages);
}

function markedUnread(state: UnreadState, { message_details = {} }: MarkedUnread): UnreadState {
  const details = Object.entries(message_details);
  const places = details.map(([id, detail]): [number, UnreadPlace] => [
    Number(id),
    detail.type === "stream" ? inTopic(detail.stream_id, detail.topic) : { type: "private", user_ids: detail.user_ids },
  ]);
  const mentions = details.filter(([, detail]) => detail.mentioned).map(([id]) => Number(id));
  return withPlaces(state, places, mentions);
}

type Updated = EventOf<typeof messageEditingEvents.updateMessageEvent>;

/** Moves to another topic, channel or both. In unsubscribed channels messages count as read. */
function moved(state: UnreadState, { message_ids, new_stream_id, subject }: Updated): UnreadState {
  if (new_stream_id === undefined && subject === undefined) return state;
  const places = message_ids.flatMap((id): [number, UnreadPlace][] => {
    const place = state.messages.get(id);
    if (place?.type !== "stream") return [];
    const topic = subject === undefined ? place.name : subject;
    return [[id, inTopic(new_stream_id ?? place.stream_id, topic)]];
  });
  const kept = places.filter(([, place]) => canBeUnread(state, place));
  const gone = places.filter(([, place]) => !canBeUnread(state, place)).map(([id]) => id);
  return withPlaces(gone.length > 0 ? without(state, gone) : state, kept, []);
}

/** An edit can add or remove a mention. */
function mentioned(state: UnreadState, { message_id, flags }: Updated): UnreadState {
  const isMentioned = state.messages.has(message_id) && flags.some((flag) => MENTIONS.includes(flag));
  if (isMentioned === state.mentions.has(message_id)) return state;
  const mentions = new Set(state.mentions);
  if (isMentioned) mentions.add(message_id);
  else mentions.delete(message_id);
  return { ...state, mentions };
}

function withPlaces(
  state: UnreadState,
  places: readonly (readonly [number, UnreadPlace])[],
  mentions: readonly number[],
): UnreadState {
  if (places.length === 0) return state;
  const messages = new Map(state.messages);
  for (const [id, place] of places) messages.set(id, place);
  return {
    ...state,
    messages,
    mentions: mentions.length > 0 ? new Set([...state.mentions, ...mentions]) : state.mentions,
  };
}

/** Returns the same object if none of them was unread: read messages are often marked again. */
function without(state: UnreadState, ids: readonly number[]): UnreadState {
  const gone = ids.filter((id) => state.messages.has(id));
  if (gone.length === 0) return state;
  const messages = new Map(state.messages);
  for (const id of gone) messages.delete(id);
  const isMentioned = gone.some((id) => state.mentions.has(id));
  const mentions = isMentioned ? exceptFor(state.mentions, new Set(gone)) : state.mentions;
  return { ...state, messages, mentions };
}

const exceptFor = (all: ReadonlySet<number>, gone: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...all].filter((id) => !gone.has(id)));

/** For channels that were hidden from the user or archived. */
function withoutChannels(state: UnreadState, gone: ReadonlySet<number>): UnreadState {
  const isGone = (place: UnreadPlace) => place.type === "stream" && gone.has(place.stream_id);
  return without(
    state,
    [...state.messages].filter(([, place]) => isGone(place)).map(([id]) => id),
  );
}
