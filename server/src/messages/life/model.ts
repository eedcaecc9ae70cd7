/**
 * The rules of who sees which message and what is unread to whom, as short as they can be said: without marks, rows,
 * events or exceptions. What the server answers is held against it.
 */
import type { Person } from "../../../test/index.ts";

export const CHANNELS = ["town", "team", "vault"] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** Open to all but guests; private with shared history; private with protected history. */
const KINDS = { town: "public", team: "shared", vault: "protected" } as const;

export interface ModelMessage {
  readonly id: number;
  readonly sender: Person;
  content: string;
  place: ModelPlace;
}

export type ModelPlace =
  | { readonly channel: ChannelName; readonly topic: string }
  | { readonly people: readonly Person[] };

/** From its first message to its last one; to the end of time while it lasts. */
type Period = { readonly from: number; to: number };

export interface Role {
  readonly isGuest?: boolean;
  readonly isAdministrator?: boolean;
}

const isIn = (message: ModelMessage, channel: ChannelName) =>
  "channel" in message.place && message.place.channel === channel;

export class Model {
  readonly #roles: ReadonlyMap<Person, Role>;
  readonly #messages = new Map<number, ModelMessage>();
  readonly #periods = new Map<string, Period[]>();
  readonly #unread: ReadonlyMap<Person, Set<number>>;
  readonly #starred: ReadonlyMap<Person, Set<number>>;
  readonly #muted: ReadonlyMap<Person, Set<Person>>;
  #newest = 0;

  constructor(roles: ReadonlyMap<Person, Role>) {
    this.#roles = roles;
    this.#unread = new Map([...roles.keys()].map((person) => [person, new Set()]));
    this.#starred = new Map([...roles.keys()].map((person) => [person, new Set()]));
    this.#muted = new Map([...roles.keys()].map((person) => [person, new Set()]));
  }

  get people(): Person[] {
    return [...this.#roles.keys()];
  }

  /** Oldest first. */
  get messages(): ModelMessage[] {
    return [...this.#messages.values()].sort((a, b) => a.id - b.id);
  }

  role(person: Person): Role {
    return this.#roles.get(person) ?? {};
  }

  // Who sees what

  isSubscribed(person: Person, channel: ChannelName): boolean {
    return this.#periodsOf(person, channel).some((period) => period.to === Number.POSITIVE_INFINITY);
  }

  mayRead(person: Person, channel: ChannelName): boolean {
    return this.isSubscribed(person, channel) || (KINDS[channel] === "public" && !this.role(person).isGuest);
  }

  /** In protected history only what was sent while the person was there, and only while they are there. */
  sees(person: Person, { id, place }: ModelMessage): boolean {
    if ("people" in place) return place.people.includes(person);
    if (!this.mayRead(person, place.channel)) return false;
    return KINDS[place.channel] !== "protected" || this.#wasThere(person, place.channel, id);
  }

  seenBy(person: Person): ModelMessage[] {
    return this.messages.filter((message) => this.sees(person, message));
  }

  seenIn(person: Person, channel: ChannelName, topic?: string): ModelMessage[] {
    const isOfTopic = (message: ModelMessage) => topic === undefined || isOfSameTopic(message, topic);
    return this.seenBy(person).filter((message) => isIn(message, channel) && isOfTopic(message));
  }

  /** What came to somebody, and what they have taken into their history since. */
  historyOf(person: Person): ModelMessage[] {
    return this.seenBy(person).filter(
      ({ id, place }) =>
        "people" in place ||
        this.#wasThere(person, place.channel, id) ||
        this.unreadOf(person).has(id) ||
        this.starredBy(person).has(id),
    );
  }

  unreadOf(person: Person): Set<number> {
    return this.#unread.get(person) as Set<number>;
  }

  starredBy(person: Person): Set<number> {
    return this.#starred.get(person) as Set<number>;
  }

  /** Of channel messages only where the person is subscribed. */
  canBeUnread(person: Person, message: ModelMessage): boolean {
    const { place } = message;
    return this.sees(person, message) && ("people" in place || this.isSubscribed(person, place.channel));
  }

  // What happens

  arrives(message: ModelMessage, { isRead }: { isRead: boolean }): void {
    this.#newest = message.id;
    this.#messages.set(message.id, message);
    for (const person of this.people)
      if (
        this.canBeUnread(person, message) &&
        !(isRead && person === message.sender) &&
        !this.hasMuted(person, message.sender)
      )
        this.unreadOf(person).add(message.id);
  }

  hasMuted(person: Person, other: Person): boolean {
    return this.#muted.get(person)?.has(other) ?? false;
  }

  /** All that they have written is read; what they write from now on arrives so. */
  mutes(person: Person, other: Person): void {
    this.#muted.get(person)?.add(other);
    this.reads(
      person,
      this.messages.filter((message) => message.sender === other),
    );
  }

  unmutes(person: Person, other: Person): void {
    this.#muted.get(person)?.delete(other);
  }

  joins(person: Person, channel: ChannelName): void {
    if (this.isSubscribed(person, channel)) return;
    this.#periodsOf(person, channel).push({ from: this.#newest + 1, to: Number.POSITIVE_INFINITY });
  }

  /** Nothing stays unread where one is not. */
  leaves(person: Person, channel: ChannelName): void {
    const current = this.#periodsOf(person, channel).find((period) => period.to === Number.POSITIVE_INFINITY);
    if (current) current.to = this.#newest;
    this.#readWhatCannotBeUnread();
  }

  reads(person: Person, messages: readonly ModelMessage[]): void {
    for (const { id } of messages) this.unreadOf(person).delete(id);
  }

  unreads(person: Person, messages: readonly ModelMessage[]): void {
    for (const message of messages) if (this.canBeUnread(person, message)) this.unreadOf(person).add(message.id);
  }

  stars(person: Person, messages: readonly ModelMessage[], isAdded: boolean): void {
    for (const { id } of messages) isAdded ? this.starredBy(person).add(id) : this.starredBy(person).delete(id);
  }

  /** Which messages a move takes along. To another channel go only those that the mover sees. */
  moved(mover: Person, target: ModelMessage, to: { channel: ChannelName; topic: string }, mode: Mode): ModelMessage[] {
    if (mode === "change_one" || !("topic" in target.place)) return [target];
    const { channel, topic } = target.place;
    const isChosen = (message: ModelMessage) => {
      if (!isIn(message, channel) || !isOfSameTopic(message, topic)) return false;
      if (mode === "change_later" && message.id < target.id) return false;
      return channel === to.channel || this.sees(mover, message);
    };
    return this.messages.filter(isChosen);
  }

  /** What was unread stays so to those who are in both channels and see it in both; whoever cannot see it loses its star. */
  moves(messages: readonly ModelMessage[], place: { channel: ChannelName; topic?: string }): void {
    for (const message of messages) {
      const saw = this.people.filter((person) => this.sees(person, message));
      message.place = { topic: "topic" in message.place ? message.place.topic : "", ...place };
      for (const person of saw) if (!this.sees(person, message)) this.starredBy(person).delete(message.id);
    }
    this.#readWhatCannotBeUnread();
  }

  deletes(messages: readonly ModelMessage[]): void {
    for (const { id } of messages) {
      this.#messages.delete(id);
      for (const person of this.people) {
        this.unreadOf(person).delete(id);
        this.starredBy(person).delete(id);
      }
    }
  }

  #readWhatCannotBeUnread(): void {
    for (const person of this.people)
      for (const id of this.unreadOf(person))
        if (!this.canBeUnread(person, this.#messages.get(id) as ModelMessage)) this.unreadOf(person).delete(id);
  }

  #periodsOf(person: Person, channel: ChannelName): Period[] {
    const key = `${person.id} ${channel}`;
    const periods = this.#periods.get(key) ?? [];
    this.#periods.set(key, periods);
    return periods;
  }

  #wasThere(person: Person, channel: ChannelName, id: number): boolean {
    return this.#periodsOf(person, channel).some((period) => id >= period.from && id <= period.to);
  }
}

export type Mode = "change_one" | "change_later" | "change_all";

/** Case does not make another topic. */
const isOfSameTopic = ({ place }: ModelMessage, topic: string) =>
  "topic" in place && place.topic.toLowerCase() === topic.toLowerCase();
