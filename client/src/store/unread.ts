import type { ServerEvent, Snapshot } from "../types.ts";
import { part } from "./part.ts";

/** Where an unread message is. Topics that differ only in case are one topic, so they are told apart in lower case. */
export type UnreadPlace =
  /** The name is what the topic is called, as it was spelled when we heard of the message. */
  | { readonly type: "stream"; readonly stream_id: number; readonly topic: string; readonly name: string }
  /** The others, ascending; nobody in a conversation with oneself. */
  | { readonly type: "private"; readonly user_ids: readonly number[] };

export interface UnreadState {
  readonly ownId: number;
  /** Where channel messages can be unread; unknown when the snapshot did not say. */
  readonly subscribed: ReadonlySet<number> | undefined;
  readonly messages: ReadonlyMap<number, UnreadPlace>;
  /** Those among them that mention the user. What mentions everybody counts only where the user has not muted it. */
  readonly mentions: ReadonlySet<number>;
  /** There are older ones that the snapshot left out. */
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

/** What is unread. */
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

  apply(state, event) {
    switch (event.type) {
      case "message":
        return received(state, event);
      case "update_message_flags":
        return event.flag === "read" ? flagged(state, event) : state;
      case "update_message":
        return mentioned(moved(state, event), event);
      case "delete_message":
        return without(state, (event.message_ids ?? [event.message_id]) as number[]);
      case "subscription":
        return subscribed(state, event);
      case "stream":
        return withoutChannels(state, closedBy(event));
      default:
        return state;
    }
  },
});

function subscribed(state: UnreadState, event: ServerEvent): UnreadState {
  if (event.op !== "add" && event.op !== "remove") return state;
  const channels = event.subscriptions as { stream_id: number }[];
  const ids = new Set(state.subscribed);
  for (const { stream_id } of channels) event.op === "add" ? ids.add(stream_id) : ids.delete(stream_id);
  const next = { ...state, subscribed: state.subscribed && ids };
  return event.op === "add" ? next : withoutChannels(next, channels);
}

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

function received(state: UnreadState, event: ServerEvent): UnreadState {
  const flags = event.flags as string[];
  if (flags.includes("read")) return state;
  const message = event.message as {
    id: number;
    type: string;
    stream_id: number;
    subject: string;
    display_recipient: { id: number }[];
  };
  const place: UnreadPlace =
    message.type === "stream"
      ? inTopic(message.stream_id, message.subject)
      : {
          type: "private",
          user_ids: ascending(message.display_recipient.map((each) => each.id).filter((id) => id !== state.ownId)),
        };
  if (!canBeUnread(state, place)) return state;
  return withPlaces(state, [[message.id, place]], flags.some((flag) => MENTIONS.includes(flag)) ? [message.id] : []);
}

interface Detail {
  type: "stream" | "private";
  stream_id: number;
  topic: string;
  user_ids: number[];
  mentioned?: boolean;
}

function flagged(state: UnreadState, event: ServerEvent): UnreadState {
  if (event.op === "add") {
    if (event.all) return { ...state, messages: new Map(), mentions: new Set(), isIncomplete: false };
    return without(state, event.messages as number[]);
  }
  const details = Object.entries(event.message_details as Record<string, Detail>);
  const places = details.map(([id, { type, stream_id, topic, user_ids }]): [number, UnreadPlace] => [
    Number(id),
    type === "stream" ? inTopic(stream_id, topic) : { type, user_ids },
  ]);
  const mentions = details.filter(([, detail]) => detail.mentioned).map(([id]) => Number(id));
  return withPlaces(state, places, mentions);
}

/** To another topic, another channel, or both. Where the user is not subscribed they are read. */
function moved(state: UnreadState, event: ServerEvent): UnreadState {
  const { message_ids, new_stream_id, subject } = event as unknown as {
    message_ids: number[];
    new_stream_id?: number;
    subject?: string;
  };
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

/** An edited text may mention the user, or not any more. */
function mentioned(state: UnreadState, event: ServerEvent): UnreadState {
  const { message_id, flags } = event as unknown as { message_id: number; flags: string[] };
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

/** The same object where none of them was unread: what is read is often marked so again. */
function without(state: UnreadState, ids: readonly number[]): UnreadState {
  const gone = ids.filter((id) => state.messages.has(id));
  if (gone.length === 0) return state;
  const messages = new Map(state.messages);
  for (const id of gone) messages.delete(id);
  const isMentioned = gone.some((id) => state.mentions.has(id));
  const mentions = isMentioned ? state.mentions.difference(new Set(gone)) : state.mentions;
  return { ...state, messages, mentions };
}

function withoutChannels(state: UnreadState, channels: readonly { stream_id: number }[]): UnreadState {
  if (channels.length === 0) return state;
  const gone = new Set(channels.map((channel) => channel.stream_id));
  const isGone = (place: UnreadPlace) => place.type === "stream" && gone.has(place.stream_id);
  return without(
    state,
    [...state.messages].filter(([, place]) => isGone(place)).map(([id]) => id),
  );
}

/** The channels that an event hides from the user, or closes for everybody. */
function closedBy(event: ServerEvent): { stream_id: number }[] {
  if (event.op === "delete")
    return ((event.stream_ids as number[] | undefined) ?? []).map((stream_id) => ({ stream_id }));
  const isArchived = event.op === "update" && event.property === "is_archived" && event.value === true;
  return isArchived ? [{ stream_id: event.stream_id as number }] : [];
}
