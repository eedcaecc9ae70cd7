/** An event queue in memory: its owner, its filters, and a small cache of unacknowledged events. */
import type { ClientProfile } from "../api/client-profile.ts";
import type { ChannelId, RealmId, UserId } from "../api/ids.ts";
import { type Frame, type QueueListener, withId } from "./frames.ts";
import { EPHEMERAL_IDS, idAt } from "./log.ts";

/** The stored part of a queue. */
export interface QueueOptions {
  readonly event_types: readonly string[] | null;
  readonly narrow: readonly (readonly [string, string])[];
  readonly all_public_streams: boolean;
  readonly profile: ClientProfile;
}

/** A client further behind than this is served from the log. */
const CACHED_FRAMES = 100;
const CACHED_CHARACTERS = 1_000_000;

function charactersOf(frames: readonly Frame[]): number {
  let characters = 0;
  for (const { text } of frames) characters += text.length;
  return characters;
}

/** A user with at least one queue on this node. */
export interface OnlineUser {
  readonly id: UserId;
  role: number;
  readonly channels: Set<ChannelId>;
  readonly queues: Set<Queue>;
}

export class Queue implements QueueListener {
  readonly queueId: string;
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly options: QueueOptions;
  readonly lifespanMs: number;
  lastSeenMs: number;
  /** Whether it was used since its registration, or since this process knows it. */
  wasRead = false;
  /** The queue contains nothing at or before this id. */
  readonly firstId: number;
  /** The newest id that was sent or acknowledged; the next one is larger. */
  lastId: number;
  /** The newest id the client has acknowledged. */
  acknowledged: number;
  /** Whether something stored has changed. */
  isDirty = false;
  #isEnded = false;
  /** Undefined while events are missing from the cache: the next poll reads the log. */
  #frames: Frame[] | undefined;
  #characters = 0;
  /** The cache contains everything after this id. A stream sends events that are not acknowledged yet. */
  #cachedAfter: number;
  #answer: ((frames: readonly Frame[]) => void) | undefined;
  /** Ends the stream that reads the queue, if there is one. */
  #giveWay: (() => void) | undefined;

  constructor(stored: {
    id: string;
    realm_id: RealmId;
    user_id: UserId;
    options: QueueOptions;
    lifespan_seconds: number;
    acknowledged: number;
    lastSeenMs: number;
  }) {
    this.queueId = stored.id;
    this.realmId = stored.realm_id;
    this.userId = stored.user_id;
    this.options = stored.options;
    this.lifespanMs = stored.lifespan_seconds * 1000;
    this.lastSeenMs = stored.lastSeenMs;
    this.acknowledged = stored.acknowledged;
    this.lastId = stored.acknowledged;
    this.firstId = stored.acknowledged;
    this.#cachedAfter = stored.acknowledged;
  }

  get profile(): ClientProfile {
    return this.options.profile;
  }
  get narrow(): QueueOptions["narrow"] {
    return this.options.narrow;
  }
  get isPolled(): boolean {
    return this.#answer !== undefined;
  }
  get isStreamed(): boolean {
    return this.#giveWay !== undefined;
  }
  /** Whether a client is connected: then the queue does not expire. */
  get isAttended(): boolean {
    return this.isPolled || this.isStreamed;
  }
  /** Whether the cache contains everything that was not sent. */
  get isWarm(): boolean {
    return this.#frames !== undefined;
  }
  /** Deleted or expired: holders must let go. */
  get isEnded(): boolean {
    return this.#isEnded;
  }
  get frames(): readonly Frame[] {
    return this.#frames ?? [];
  }

  /** Whether everything after this id is in the cache. */
  holdsAfter(id: number): boolean {
    return this.#frames !== undefined && id >= this.#cachedAfter;
  }

  wants(type: string): boolean {
    const { event_types } = this.options;
    if (event_types === null) return true;
    // The older form of an event is only for clients that do not support the newer one.
    return event_types.includes(type) && !(type === "muted_topics" && event_types.includes("user_topic"));
  }

  /** Drops what the client has received. */
  acknowledge(id: number): void {
    if (id > this.acknowledged) {
      this.acknowledged = id;
      this.isDirty = true;
    }
    this.lastId = Math.max(this.lastId, id);
    this.handOut(id);
  }

  /** Drops what a stream has sent from the cache. Until it is acknowledged, it can be read again from the log. */
  handOut(id: number): void {
    this.#cachedAfter = Math.max(this.#cachedAfter, id);
    const [oldest] = this.frames;
    if (oldest && oldest.id <= id) this.#cache(this.frames.filter((frame) => frame.id > id));
  }

  #cache(frames: Frame[]): void {
    this.#frames = frames;
    this.#characters = charactersOf(frames);
  }

  get #isFull(): boolean {
    return this.frames.length > CACHED_FRAMES || this.#characters > CACHED_CHARACTERS;
  }

  /** Fills the cache with what was read from the log after this position. */
  fill(frames: readonly Frame[], after: number): void {
    if (this.#isEnded) return;
    this.#cachedAfter = idAt(after);
    this.lastId = Math.max(this.lastId, frames.at(-1)?.id ?? 0);
    this.#cache([...frames]);
    if (this.#isFull) this.#frames = undefined;
  }

  push(frames: readonly Frame[]): void {
    const last = frames.at(-1);
    // Events that another node has delivered are not repeated.
    if (!last || !this.#frames || last.id <= this.acknowledged) return;
    this.lastId = Math.max(this.lastId, last.id);
    this.#frames.push(...frames);
    this.#characters += charactersOf(frames);
    if (this.#isFull) this.cool();
    else this.answer();
  }

  /** Drops the cache; the log still has every event. */
  cool(): void {
    this.answer();
    this.#frames = undefined;
  }

  end(): void {
    this.#isEnded = true;
    this.cool();
  }

  /** Events that are not stored take the next ids after everything in this queue. */
  pushEphemeral(texts: readonly string[], position: number): void {
    const first = Math.max(this.lastId, idAt(position)) + 1;
    // The ids between two positions are used up: the poll returns early, rather than out of order.
    if (first + texts.length > idAt(position) + EPHEMERAL_IDS) this.answer();
    else this.push(texts.map((text, index) => ({ id: first + index, text: withId(text, first + index) })));
  }

  /** Holds a poll until there is an event. A previous poll returns now. */
  hold(answer: (frames: readonly Frame[]) => void): void {
    this.answer();
    this.#answer = answer;
  }

  release(answer: (frames: readonly Frame[]) => void): void {
    if (this.#answer === answer) this.#answer = undefined;
  }

  /** A queue has one reader: an earlier stream ends when another stream or poll starts. */
  takeOver(giveWay?: () => void): void {
    const former = this.#giveWay;
    this.#giveWay = giveWay;
    former?.();
  }

  /** The stream has ended. */
  leave(giveWay: () => void): void {
    if (this.#giveWay === giveWay) this.#giveWay = undefined;
  }

  /** Answers the held poll with what there is. */
  answer(): void {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(this.frames);
  }
}
