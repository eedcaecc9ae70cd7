/**
 * The audiences of the table in `causes.ts`, as rules about a watcher before and after an operation. The rules rely on
 * what watchers can see in their registrations, not on how the server addresses events.
 */
import { isDeepStrictEqual } from "node:util";
import type { State } from "@parley/client";
import { Role } from "../../src/kernel/access/roles.ts";
import { HIDDEN_CHANNEL } from "../../src/messages/contract.ts";
import type { HeardEvent } from "../heard.ts";
import type { Person } from "../person.ts";
import type { Watcher } from "./watcher.ts";

export type MessageTarget = { readonly stream_id: number } | { readonly people: readonly number[] };

export interface AudienceScene {
  readonly actor: Person;
  /** The location of every message that a watcher has received. */
  readonly messages: Map<number, MessageTarget>;
}

type Audience = (watcher: Watcher, event: HeardEvent, scene: AudienceScene) => boolean;

const isGuest = ({ role }: Watcher) => role === Role.guest;
const isOwner = ({ role }: Watcher) => role === Role.owner;
const isAdministrator = ({ role }: Watcher) => role <= Role.administrator;

const channelIn = (state: State, id: number) => state.channels.channels.get(id);
const isSubscribed = (state: State, id: number) => channelIn(state, id)?.is_subscribed ?? false;
const knowsUser = (state: State, id: number) => state.users.users.has(id);
const personIn = (event: HeardEvent) => {
  const [user_id] = Object.keys((event.presences ?? {}) as object).map(Number);
  return (event.person ?? event.bot ?? { user_id, ...event }) as { user_id: number };
};

/** The channels that an event is about. */
const channelsOf = (event: HeardEvent): number[] => {
  const { stream_id, stream_ids, streams, subscriptions } = event as HeardEvent & {
    stream_id?: number;
    stream_ids?: number[];
    streams?: { stream_id: number }[];
    subscriptions?: { stream_id: number }[];
  };
  if (stream_id !== undefined) return [stream_id];
  return stream_ids ?? [...(streams ?? []), ...(subscriptions ?? [])].map((each) => each.stream_id);
};

const changes =
  (part: keyof State): Audience =>
  (watcher) =>
    !isDeepStrictEqual(watcher.before[part], watcher.after[part]);

const messagesOf = ({ message_id, message_ids }: HeardEvent) =>
  (message_ids as number[] | undefined) ?? [message_id as number];

/** Whether the watcher can read a message at this location, subscribed or not. */
function isOpenTo(watcher: Watcher, place: MessageTarget): boolean {
  if ("people" in place) return place.people.includes(watcher.id);
  const channel = channelIn(watcher.after, place.stream_id);
  if (!channel) return false;
  return channel.is_subscribed || channel.is_web_public || (!channel.invite_only && !isGuest(watcher));
}

const hadMessage = ({ received, before, after }: Watcher, id: number, channels: readonly number[]) =>
  received.has(id) || after.starred.has(id) || channels.some((each) => isSubscribed(before, each));

/**
 * Participants in the conversation. In public channels also users who received the message while subscribed or starred
 * it, except guests.
 */
const readsMessage: Audience = (watcher, event, { messages }) =>
  messagesOf(event).some((id) => {
    const place = messages.get(id);
    if (!place) return false;
    const isMoved = event.new_stream_id !== undefined;
    const isOriginNamed = isMoved && event.stream_id !== HIDDEN_CHANNEL;
    if (isOriginNamed && !channelIn(watcher.before, event.stream_id as number)) return false;
    // A guest who gains access to a moved message can read it, but gets no event.
    if (isMoved && isGuest(watcher) && !isSubscribed(watcher.before, event.stream_id as number)) return false;
    if ("stream_id" in place && isSubscribed(watcher.before, place.stream_id)) return true;
    if ("stream_id" in place && isSubscribed(watcher.after, place.stream_id)) return true;
    return isOpenTo(watcher, place) && ("people" in place || hadMessage(watcher, id, channelsOf(event)));
  });

const endsUnread = ({ before, after }: Watcher, event: HeardEvent) =>
  (event.messages as number[]).some((id) => before.unread.messages.has(id) && !after.unread.messages.has(id));

const AUDIENCES = {
  /** The user who performs the operation. */
  actor: (watcher, _, { actor }) => watcher.id === actor.id,
  everyone: () => true,
  nonGuests: (watcher) => !isGuest(watcher),
  owners: isOwner,
  administrators: isAdministrator,
  humanAdministrators: (watcher) => isAdministrator(watcher) && !watcher.isBot,
  administratorsAndActor: (watcher, _, { actor }) => isAdministrator(watcher) || watcher.id === actor.id,
  /** Users who knew the channel before and still do. */
  knowersOfChannel: (watcher, event) =>
    channelsOf(event).some((id) => channelIn(watcher.before, id) && channelIn(watcher.after, id)),
  newKnowersOfChannel: (watcher, event) =>
    channelsOf(event).some((id) => !channelIn(watcher.before, id) && channelIn(watcher.after, id)),
  formerKnowersOfChannel: (watcher, event) =>
    channelsOf(event).some((id) => channelIn(watcher.before, id) && !channelIn(watcher.after, id)),
  /** Users who see a channel again that they had left: they get their personal settings for it. */
  returningKnowersOfChannel: (watcher, event) =>
    channelsOf(event).some(
      (id) => !channelIn(watcher.before, id) && channelIn(watcher.after, id)?.personal !== undefined,
    ),
  newSubscribers: (watcher, event) =>
    channelsOf(event).some((id) => !isSubscribed(watcher.before, id) && isSubscribed(watcher.after, id)),
  formerSubscribers: (watcher, event) =>
    channelsOf(event).some((id) => isSubscribed(watcher.before, id) && !isSubscribed(watcher.after, id)),
  /** Users who can see the subscribers, except those whose subscription changes. */
  peers: (watcher, event) =>
    channelsOf(event).some((id) => channelIn(watcher.after, id)) && !(event.user_ids as number[]).includes(watcher.id),
  /** Recipients of a message: the participants or subscribers, and bots that it mentions by name. */
  receivers(watcher, event) {
    const { stream_id, display_recipient, content } = event.message as {
      stream_id?: number;
      display_recipient: { id: number }[];
      content: string;
    };
    if (stream_id === undefined) return display_recipient.some(({ id }) => id === watcher.id);
    return (
      isSubscribed(watcher.after, stream_id) || (watcher.isBot && content.includes(`data-user-id="${watcher.id}"`))
    );
  },
  callersOfCommand: (watcher, event) =>
    watcher.after.commands.answers.has((event.answer as { message_id: number }).message_id),
  readers: readsMessage,
  readersAndActor: (watcher, event, scene) => watcher.id === scene.actor.id || readsMessage(watcher, event, scene),
  /** Users who had the message and cannot read it in its new location. */
  lostReaders: (watcher, event, { messages }) =>
    messagesOf(event).some((id) => {
      const place = messages.get(id);
      return place !== undefined && hadMessage(watcher, id, channelsOf(event)) && !isOpenTo(watcher, place);
    }),
  /** Participants in the conversation in which someone is typing. */
  company(watcher, event, { messages }) {
    const { recipients, stream_id } = event as HeardEvent & { recipients?: { user_id: number }[]; stream_id?: number };
    if (recipients) return recipients.some(({ user_id }) => user_id === watcher.id);
    if (stream_id !== undefined) return isSubscribed(watcher.after, stream_id);
    const place = messages.get(event.message_id as number);
    if (!place) return false;
    return "people" in place ? place.people.includes(watcher.id) : isSubscribed(watcher.after, place.stream_id);
  },
  /** Users who can access the person. */
  accessors: (watcher, event) => knowsUser(watcher.after, personIn(event).user_id),
  /** Users who can access the person, or could until now. */
  accessorsUntilNow: (watcher, event) =>
    knowsUser(watcher.before, personIn(event).user_id) || knowsUser(watcher.after, personIn(event).user_id),
  /** Users who could not access these people before, and so are not notified that they are gone. */
  strangers: (watcher, event) => (event.user_ids as number[]).some((id) => !knowsUser(watcher.before, id)),
  newAccessors: (watcher, event) =>
    !knowsUser(watcher.before, personIn(event).user_id) && knowsUser(watcher.after, personIn(event).user_id),
  formerAccessors: (watcher, event) =>
    knowsUser(watcher.before, personIn(event).user_id) && !knowsUser(watcher.after, personIn(event).user_id),
  /**
   * The email address goes to users whose view of it changes; other fields go to everyone who can access the person.
   */
  accessorsWithinSight(watcher, event) {
    const { user_id, ...told } = event.person as { user_id: number };
    const [was, is] = [watcher.before, watcher.after].map((state) => state.users.users.get(user_id));
    return "delivery_email" in told ? was?.delivery_email !== is?.delivery_email : is !== undefined;
  },
  managersOfBot: (watcher, event) =>
    watcher.before.bots.has(personIn(event).user_id) && watcher.after.bots.has(personIn(event).user_id),
  newManagersOfBot: (watcher, event) =>
    !watcher.before.bots.has(personIn(event).user_id) && watcher.after.bots.has(personIn(event).user_id),
  formerManagersOfBot: (watcher, event) =>
    watcher.before.bots.has(personIn(event).user_id) && !watcher.after.bots.has(personIn(event).user_id),
  /** Users who had messages unread that are now read. */
  whoseUnreadEnds: (watcher, event) => endsUnread(watcher, event),
  /**
   * Users whose unread messages become read and who can still read them. The others are notified that the messages are
   * gone.
   */
  whoseUnreadEndsInSight: (watcher, event, { messages }) =>
    endsUnread(watcher, event) &&
    (event.messages as number[]).some((id) => isOpenTo(watcher, messages.get(id) ?? { people: [] })),
  whoeverBecomesOrWasGuest: ({ id, before, after }) => {
    const [was, is] = [before, after].map((state) => state.users.users.get(id)?.role === Role.guest);
    return was !== is;
  },
  whoseTopicsChange: changes("topics"),
} satisfies Record<string, Audience>;

export type AudienceName = keyof typeof AUDIENCES;
export const audiences: Readonly<Record<AudienceName, Audience>> = AUDIENCES;
