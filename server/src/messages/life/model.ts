/**
 * The rules for who sees which message and what is unread for whom, in their simplest form: without marks, rows, events
 * or exceptions. The server's responses are compared with it.
 */
import type { Person } from "../../../test/index.ts";

export const CHANNELS = ["town", "team", "vault"] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** Public; private with shared history; private with protected history. */
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

/** From the first message id to the last; infinite while it lasts. */
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

  /** Administrators know every channel; to them, one that they may not read is empty. */
  mayKnow(person: Person, channel: ChannelName): boolean {
    return this.mayRead(person, channel) || this.role(person).isAdministrator === true;
  }

  /** In protected history, a person sees only what was sent while they were subscribed, and only while they are. */
  sees(person: Person, { id, place }: ModelMessage): boolean {
    if ("people" in place) return place.people.includes(person);
    if (!this.mayRead(person, place.channel)) return false;
    return KINDS[place.channel] !== "protected" || this.#wasSubscribed(person, place.channel, id);
  }

  seenBy(person: Person): ModelMessage[] {
    return this.messages.filter((message) => this.sees(person, message));
  }

  seenIn(person: Person, channel: ChannelName, topic?: string): ModelMessage[] {
    const isOfTopic = (message: ModelMessage) => topic === undefined || isOfSameTopic(message, topic);
    return this.seenBy(person).filter((message) => isIn(message, channel) && isOfTopic(message));
  }

  /** The messages a person received, and those they added to their history since. */
  historyOf(person: Person): ModelMessage[] {
    return this.seenBy(person).filter(
      ({ id, place }) =>
        "people" in place ||
        this.#wasSubscribed(person, place.channel, id) ||
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

  /** Channel messages can be unread only in subscribed channels. */
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

  /** Marks all messages from the muted user as read; later ones arrive as read. */
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

  /** Nothing stays unread in a channel that the person left. */
  leaves(person: Person, channel: ChannelName): void {
    const current = this.#periodsOf(person, channel).find((period) => period.to === Number.POSITIVE_INFINITY);
    if (current) current.to = this.#newest;
    this.#dropImpossibleUnread();
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

  /** The messages that a move takes along. Only those that the mover sees go to another channel. */
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

  /**
   * Messages stay unread for people who are subscribed to both channels and see them in both; people who can no longer
   * see them lose their stars.
   */
  moves(messages: readonly ModelMessage[], place: { channel: ChannelName; topic?: string }): void {
    for (const message of messages) {
      const saw = this.people.filter((person) => this.sees(person, message));
      message.place = { topic: "topic" in message.place ? message.place.topic : "", ...place };
      for (const person of saw) if (!this.sees(person, message)) this.starredBy(person).delete(message.id);
    }
    this.#dropImpossibleUnread();
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

  #dropImpossibleUnread(): void {
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

  #wasSubscribed(person: Person, channel: ChannelName, id: number): boolean {
    return this.#periodsOf(person, channel).some((period) => id >= period.from && id <= period.to);
  }
}

export type Mode = "change_one" | "change_later" | "change_all";

/** Topic names are case-insensitive. */
const isOfSameTopic = ({ place }: ModelMessage, topic: string) =>
  "topic" in place && place.topic.toLowerCase() === topic.toLowerCase();
