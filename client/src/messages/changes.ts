/** How events change messages. Every change can be applied twice: a fetched message may already include it. */
import {
  channelEvents,
  type EventOf,
  type messageEditingEvents,
  messageEvents,
  messages,
  type reactionEvents,
  readStateEvents,
  type submessageEvents,
  userTopicEvents,
} from "@parley/server/contract";
import { type Handlers, handled } from "../handlers.ts";
import { deletedBy } from "../store/deleted.ts";
import type { State } from "../store/store.ts";
import { isEvent, type ServerEvent } from "../types.ts";
import { fold } from "./narrow.ts";
import type { Fetched, Message, MovedFrom } from "./types.ts";

export function messageFrom({ edit_history, match_content: _, match_subject: __, ...message }: Fetched): Message {
  return { ...message, flags: message.flags.toSorted(), ...lastMoveIn(edit_history) };
}

type History = NonNullable<Fetched["edit_history"]>;

/** The history lists the newest edit first. */
function lastMoveIn(history: History = []): Pick<Message, "moved_from"> {
  for (const { prev_stream, prev_topic, topic = "" } of history) {
    const isMove = prev_stream !== undefined || (prev_topic !== undefined && !resolves(prev_topic, topic));
    if (isMove) return { moved_from: placeBefore(prev_stream, prev_topic) };
  }
  return {};
}

const placeBefore = (stream_id: number | undefined, topic: string | undefined): MovedFrom => ({
  ...(stream_id === undefined ? {} : { stream_id }),
  ...(topic === undefined ? {} : { topic }),
});

/** The message that a new-message event carries. */
export function messageIn(event: ServerEvent): Message | undefined {
  if (!isEvent(event, messageEvents.messageEvent)) return undefined;
  return { ...event.message, flags: event.flags.toSorted() };
}

type Ids = readonly number[] | "any";

const idOf = (_: unknown, { message_id }: { readonly message_id: number }): Ids => [message_id];
const flaggedIn = (
  _: unknown,
  { all, messages }: { readonly all: boolean; readonly messages: readonly number[] },
): Ids => (all ? "any" : messages);

const IDS: Handlers<undefined, Ids> = {
  reaction: { add: idOf, remove: idOf },
  submessage: idOf,
  update_message: (_, { message_ids }) => message_ids,
  delete_message: (_, event) => deletedBy(event),
  update_message_flags: { add: flaggedIn, remove: flaggedIn },
  stream: { delete: () => "any" },
};

/** The ids of the messages that an event changes; `any` if the event does not list them. */
export const idsIn = (event: ServerEvent): Ids => handled(IDS, event, undefined, []);

interface Given {
  readonly message: Message;
  readonly state: State;
}

const CHANGES: Handlers<Given, Message | undefined> = {
  reaction: {
    add: ({ message }, event) => reacted(message, event),
    remove: ({ message }, event) => reacted(message, event),
  },
  submessage: ({ message }, event) => attached(message, event),
  update_message: ({ message, state }, event) => updated(message, event, state),
  delete_message: () => undefined,
  update_message_flags: {
    add: ({ message }, { flag }) => flagged(message, flag, true),
    remove: ({ message }, { flag }) => flagged(message, flag, false),
  },
  stream: {
    delete: ({ message }, { stream_ids }) => (stream_ids.includes(message.stream_id ?? 0) ? undefined : message),
  },
};

/** The message after the event: the same object if nothing changed, undefined if it was deleted. */
const changed = (message: Message, event: ServerEvent, state: State): Message | undefined =>
  handled(CHANGES, event, { message, state }, message);

type Reaction = Message["reactions"][number];

function reacted(message: Message, event: EventOf<typeof reactionEvents.reactionEvent>): Message {
  const { user_id, emoji_name, emoji_code, reaction_type } = event;
  const isIt = (each: Reaction) =>
    each.user_id === user_id && each.emoji_code === emoji_code && each.reaction_type === reaction_type;
  const has = message.reactions.some(isIt);
  if (has === (event.op === "add")) return message;
  const reactions = has
    ? message.reactions.filter((each) => !isIt(each))
    : [...message.reactions, { emoji_name, emoji_code, reaction_type, user_id }];
  return { ...message, reactions };
}

type Submessage = EventOf<typeof submessageEvents.submessageEvent>;

function attached(message: Message, { message_id, submessage_id, sender_id, msg_type, content }: Submessage): Message {
  if (message.submessages.some((each) => each.id === submessage_id)) return message;
  const added = { id: submessage_id, message_id, sender_id, msg_type, content };
  return { ...message, submessages: [...message.submessages, added] };
}

export type UpdateEvent = EventOf<typeof messageEditingEvents.updateMessageEvent>;

function updated(message: Message, event: UpdateEvent, state: State): Message {
  const next = moved(message, event, state);
  return event.message_id === message.id ? edited(next, event) : next;
}

function edited(message: Message, event: UpdateEvent): Message {
  const flags = withHistorical(event.flags, message.flags);
  const next = sameList(flags, message.flags) ? message : { ...message, flags };
  const text = message.content_type === "text/html" ? event.rendered_content : event.content;
  if (text === undefined) return next;
  const stamp = event.rendering_only ? {} : { last_edit_timestamp: event.edit_timestamp };
  const is_me_message = event.is_me_message ?? message.is_me_message;
  return { ...next, content: text, is_me_message, ...stamp };
}

/** Edit events never include `historical`, so it is carried over. */
const withHistorical = (flags: readonly string[], before: readonly string[]): string[] =>
  (before.includes("historical") ? [...flags, "historical"] : [...flags]).sort();

function moved(message: Message, event: UpdateEvent, state: State): Message {
  const { subject, new_stream_id, topic_links } = event;
  if (subject === undefined && new_stream_id === undefined) return message;
  const isResolving =
    new_stream_id === undefined && subject !== undefined && resolves(event.orig_subject ?? message.subject, subject);
  const name = new_stream_id === undefined ? undefined : state.channels.channels.get(new_stream_id)?.name;
  return {
    ...message,
    ...(subject === undefined ? {} : { subject, topic_links: topic_links ?? [] }),
    ...(new_stream_id === undefined ? {} : { stream_id: new_stream_id }),
    ...(name === undefined ? {} : { display_recipient: name }),
    ...(isResolving ? {} : { last_moved_timestamp: event.edit_timestamp, ...movedBy(message, event, state) }),
  };
}

/** Organizations without edit history do not show where a message was. */
function movedBy(message: Message, { stream_id, new_stream_id, orig_subject, subject }: UpdateEvent, { realm }: State) {
  if (realm.realm_message_edit_history_visibility_policy === "none") return {};
  const before = new_stream_id === undefined ? undefined : stream_id;
  // If the origin is hidden, the event has no topic name.
  if (before === messages.HIDDEN_CHANNEL) return { moved_from: placeBefore(before, undefined) };
  if (subject === undefined) return { moved_from: placeBefore(before, undefined) };
  // The event has one spelling of the topic for all messages; each message keeps its own.
  const isOwnSpelling = orig_subject?.toLowerCase() === message.subject.toLowerCase();
  return { moved_from: placeBefore(before, isOwnSpelling ? message.subject : orig_subject) };
}

/** Whether a topic change only resolves or unresolves the topic, which is not a move. */
function resolves(before: string, after: string): boolean {
  if (!before.startsWith("✔ ")) return after === `✔ ${before}`;
  return !after.startsWith("✔ ") && after === before.replace(/^[✔ ]+/, "");
}

function flagged(message: Message, flag: string, isAdded: boolean): Message {
  if (message.flags.includes(flag) === isAdded) return message;
  const flags = isAdded ? [...message.flags, flag].sort() : message.flags.filter((each) => each !== flag);
  return { ...message, flags };
}

/** The target of a move, if the event is one. */
export function moveIn({ message_ids, stream_id, new_stream_id, orig_subject, subject }: UpdateEvent) {
  const [at, topic] = [new_stream_id ?? stream_id, subject ?? orig_subject];
  const isMove = new_stream_id !== undefined || subject !== undefined;
  return isMove && at !== undefined && topic !== undefined ? { message_ids, stream_id: at, topic } : undefined;
}

export const isSameTopic = (a: string, b: string): boolean => fold(a) === fold(b);

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, n) => each === b[n]);

/** Compares two copies of a message, ignoring the order of fields. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, n) => isSame(each, b[n]));
  const [left, right] = [definedIn(a), definedIn(b)];
  return (
    left.length === right.length && left.every(([name, value]) => isSame(value, (b as Record<string, unknown>)[name]))
  );
}

const definedIn = (object: object) => Object.entries(object).filter(([, value]) => value !== undefined);

/** How a batch of events changes the known messages. */
export interface CacheChanges {
  /** Changed messages; undefined for deleted ones. */
  readonly messages: ReadonlyMap<number, Message | undefined>;
  readonly added: ReadonlySet<number>;
  /**
   * Changed in a way that can affect narrows. Becoming read does not count: read messages stay where they are shown.
   */
  readonly changed: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
  /** Moved to another channel. */
  readonly crossed: ReadonlySet<number>;
  readonly changesPreferences: boolean;
  readonly changesPrivacy: boolean;
  readonly changesSubscriptions: boolean;
}

export function changesBy(
  events: readonly ServerEvent[],
  known: ReadonlyMap<number, Message>,
  state: State,
): CacheChanges {
  const next = new Map<number, Message | undefined>();
  const [added, rematched, removed, crossed] = [
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
  ];
  const current = (id: number) => (next.has(id) ? next.get(id) : known.get(id));
  for (const event of events) {
    const sent = messageIn(event);
    if (sent && !current(sent.id)) {
      next.set(sent.id, sent);
      added.add(sent.id);
    }
    const ids = idsIn(event);
    for (const id of ids === "any" ? new Set([...known.keys(), ...next.keys()]) : ids) {
      const before = current(id);
      const after = before && changed(before, event, state);
      if (event.type === "delete_message" || (before && !after)) removed.add(id);
      if (!before || before === after) continue;
      next.set(id, after);
      if (after && !isReading(event)) rematched.add(id);
      if (after && before.stream_id !== after.stream_id) crossed.add(id);
    }
  }
  return {
    messages: next,
    added: new Set([...added].filter((id) => !removed.has(id))),
    changed: rematched,
    removed,
    crossed: new Set([...crossed].filter((id) => !removed.has(id))),
    changesPreferences: events.some(isPreferenceEvent),
    changesPrivacy: events.some(isPrivacy),
    changesSubscriptions: events.some(isSubscription),
  };
}

const isReading = (event: ServerEvent) => isEvent(event, readStateEvents.flagsAddEvent) && event.flag === "read";

const isSubscription = (event: ServerEvent) =>
  isEvent(event, channelEvents.subscriptionAddEvent) || isEvent(event, channelEvents.subscriptionRemoveEvent);

const isPreferenceEvent = (event: ServerEvent) =>
  isEvent(event, userTopicEvents.userTopicEvent) ||
  isSubscription(event) ||
  (isEvent(event, channelEvents.subscriptionUpdateEvent) &&
    (event.property === "is_muted" || event.property === "in_home_view"));

const isPrivacy = (event: ServerEvent) =>
  isEvent(event, channelEvents.channelUpdateEvent) &&
  (event.property === "invite_only" || event.property === "is_web_public");

/** Applies the events received since a fetch to its messages; drops deleted ones. */
export function replayed(
  fetched: ReadonlyMap<number, Message>,
  events: readonly ServerEvent[],
  state: State,
): ReadonlyMap<number, Message> {
  const current = new Map(fetched);
  for (const event of events) {
    const ids = idsIn(event);
    for (const id of ids === "any" ? [...current.keys()] : ids) {
      const before = current.get(id);
      const after = before && changed(before, event, state);
      if (after) current.set(id, after);
      else current.delete(id);
    }
  }
  return current;
}
