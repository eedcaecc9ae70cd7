/** An event queue in memory: who listens, what they want to hear, and a small cache of what they have not acknowledged. */
import type { ClientProfile } from "../api/client-profile.ts";
import type { ChannelId, RealmId, UserId } from "../api/ids.ts";
import type { Frame, Listener } from "./frames.ts";
import { IDS_PER_POSITION, positionOf } from "./log.ts";

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
  /** The queue holds nothing at or before this id. */
  readonly firstId: number;
  /** The newest id that was handed out or acknowledged; the next one is larger. */
  lastId: number;
  /** The newest id the client has said it received. */
  acknowledged: number;
  /** False while events are missing from the cache: the next poll reads the log. */
  isWarm = false;
  /** Set when something that is to be stored has changed. */
  isDirty = false;
  #frames: Frame[] | undefined;
  #answer: ((frames: readonly Frame[]) => void) | undefined;

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
  get frames(): readonly Frame[] {
    return this.#frames ?? [];
  }

  wants(type: string): boolean {
    return this.options.event_types === null || this.options.event_types.includes(type);
  }

  /** Forgets what the client has received. */
  acknowledge(id: number): void {
    if (id > this.acknowledged) {
      this.acknowledged = id;
      this.isDirty = true;
    }
    if (id > this.lastId) this.lastId = id;
    const kept = this.#frames?.filter((frame) => frame.id > id);
    this.#frames = kept?.length ? kept : undefined;
  }

  push(frames: readonly Frame[]): void {
    const last = frames.at(-1);
    if (!last || !this.isWarm) return;
    this.lastId = last.id;
    if (this.#frames) this.#frames.push(...frames);
    else this.#frames = [...frames];
    if (this.#frames.length > CACHED_FRAMES) this.cool();
    this.answer();
  }

  /** Drops the cache; the log still has every event. */
  cool(): void {
    this.answer();
    this.#frames = undefined;
    this.isWarm = false;
  }

  /** An event that is not stored takes the next id after everything this queue has heard. */
  pushEphemeral(body: string, position: number): void {
    const floor = position * IDS_PER_POSITION;
    const id = Math.max(this.lastId, floor) + 1;
    // The ids between two positions are used up: the poll is answered, with nothing rather than out of order.
    if (positionOf(id) > position) this.answer();
    else this.push([{ id, text: `${body.slice(0, -1)},"id":${id}}` }]);
  }

  /** Holds a poll until something is there. A poll that was held before is answered now. */
  hold(answer: (frames: readonly Frame[]) => void): void {
    this.answer();
    this.#answer = answer;
  }

  release(answer: (frames: readonly Frame[]) => void): void {
    if (this.#answer === answer) this.#answer = undefined;
  }

  /** Answers the held poll with what is there. */
  answer(): void {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(this.frames);
  }
}
