/** An event queue in memory: who listens, what they want to hear, and a small cache of what they have not acknowledged. */
import type { ClientProfile } from "../api/client-profile.ts";
import type { ChannelId, RealmId, UserId } from "../api/ids.ts";
import { type Frame, type Listener, withId } from "./frames.ts";
import { EPHEMERAL_IDS, idAt } from "./log.ts";

/** What is stored of a queue. */
export interface QueueOptions {
  readonly event_types: readonly string[] | null;
  readonly narrow: readonly (readonly [string, string])[];
  readonly all_public_streams: boolean;
  readonly profile: ClientProfile;
}

/** A client further behind than this is served from the log. */
const CACHED_FRAMES = 100;

/** A user with at least one queue on this node. */
export interface OnlineUser {
  readonly id: UserId;
  role: number;
  readonly channels: Set<ChannelId>;
  readonly queues: Set<Queue>;
}

export class Queue implements Listener {
  readonly queueId: string;
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly options: QueueOptions;
  readonly lifespanMs: number;
  lastSeenMs: number;
  /** Somebody has asked for it since it was registered, or since this process knows it. */
  wasRead = false;
  /** The queue holds nothing at or before this id. */
  readonly firstId: number;
  /** The newest id that was handed out or acknowledged; the next one is larger. */
  lastId: number;
  /** The newest id the client has said it received. */
  acknowledged: number;
  /** Set when something that is to be stored has changed. */
  isDirty = false;
  #isEnded = false;
  /** Undefined while events are missing from the cache: the next poll reads the log. */
  #frames: Frame[] | undefined;
  /** What is cached is everything after this id. A stream hands out events that are not acknowledged yet. */
  #cachedAfter: number;
  #answer: ((frames: readonly Frame[]) => void) | undefined;
  /** Of the stream that reads the queue, if one does. */
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
  /** Somebody is at the other end: the queue does not grow old. */
  get isAttended(): boolean {
    return this.isPolled || this.isStreamed;
  }
  /** Whether the cache holds everything that was not handed out. */
  get isWarm(): boolean {
    return this.#frames !== undefined;
  }
  /** It was deleted or has expired: whoever still holds it must let go. */
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
    // The older form of an event is for clients that do not know the newer one.
    return event_types.includes(type) && !(type === "muted_topics" && event_types.includes("user_topic"));
  }

  /** Forgets what the client has received. */
  acknowledge(id: number): void {
    if (id > this.acknowledged) {
      this.acknowledged = id;
      this.isDirty = true;
    }
    this.lastId = Math.max(this.lastId, id);
    this.handOut(id);
  }

  /** Lets the cache go of what a stream has sent. Until it is acknowledged it can be read again from the log. */
  handOut(id: number): void {
    this.#cachedAfter = Math.max(this.#cachedAfter, id);
    const [oldest] = this.frames;
    if (oldest && oldest.id <= id) this.#frames = this.#frames?.filter((frame) => frame.id > id);
  }

  /** Makes the cache hold exactly what was read from the log, from this position on. */
  fill(frames: readonly Frame[], after: number): void {
    if (this.#isEnded) return;
    this.#cachedAfter = idAt(after);
    this.lastId = Math.max(this.lastId, frames.at(-1)?.id ?? 0);
    this.#frames = frames.length > CACHED_FRAMES ? undefined : [...frames];
  }

  push(frames: readonly Frame[]): void {
    const last = frames.at(-1);
    // What another node has delivered already is not heard again here.
    if (!last || !this.#frames || last.id <= this.acknowledged) return;
    this.lastId = Math.max(this.lastId, last.id);
    this.#frames.push(...frames);
    if (this.#frames.length > CACHED_FRAMES) this.cool();
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

  /** Events that are not stored take the next ids after everything this queue has heard. */
  pushEphemeral(texts: readonly string[], position: number): void {
    const first = Math.max(this.lastId, idAt(position)) + 1;
    // The ids between two positions are used up: the poll is answered, with nothing rather than out of order.
    if (first + texts.length > idAt(position) + EPHEMERAL_IDS) this.answer();
    else this.push(texts.map((text, index) => ({ id: first + index, text: withId(text, first + index) })));
  }

  /** Holds a poll until something is there. A poll that was held before is answered now. */
  hold(answer: (frames: readonly Frame[]) => void): void {
    this.answer();
    this.#answer = answer;
  }

  release(answer: (frames: readonly Frame[]) => void): void {
    if (this.#answer === answer) this.#answer = undefined;
  }

  /** A queue has one reader: a stream that read it before gives way, to another one or to a poll. */
  takeOver(giveWay?: () => void): void {
    const former = this.#giveWay;
    this.#giveWay = giveWay;
    former?.();
  }

  /** The stream has ended. */
  leave(giveWay: () => void): void {
    if (this.#giveWay === giveWay) this.#giveWay = undefined;
  }

  /** Answers the held poll with what is there. */
  answer(): void {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(this.frames);
  }
}
