/** The queues of this process: registering, polling, resuming after a restart, and expiring. */
import { randomUUID } from "node:crypto";
import type { ClientProfile } from "../api/client-profile.ts";
import { ApiError } from "../api/errors.ts";
import type { RealmId, UserId } from "../api/ids.ts";
import { said } from "../api/sentences.ts";
import { type Clock, seconds } from "../clock.ts";
import type { Database } from "../db/handles.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import type { CollectionLimits } from "../limits/collections.ts";
import { BadEventQueueId } from "./errors.ts";
import type { Frame } from "./frames.ts";
import type { Hub } from "./hub.ts";
import { currentPosition, idAt, positionOf, reachesBackTo } from "./log.ts";
import { pruneLogOf } from "./pruning.ts";
import { Queue, type QueueOptions } from "./queue.ts";
import {
  deleteExpiredQueues,
  deleteOvertakenQueues,
  deleteQueue,
  endIdlestQueues,
  existingQueues,
  insertQueue,
  realmsWithLog,
  recordProgress,
  type StoredQueue,
  storedQueue,
} from "./queue-store.ts";

export const DEFAULT_LIFESPAN_SECONDS = 600;
export const LONGEST_LIFESPAN_SECONDS = 7 * 24 * 3600;
/** The maximum number of events per response; the next poll gets the rest. */
const EVENTS_PER_POLL = 1000;
/** Another process may know that a queue is alive and not have recorded it yet. */
const EXPIRY_GRACE_SECONDS = 120;
/** Longer than a registration takes between reading the log's position and storing its queue. */
const PRUNE_AFTER_SECONDS = 120;
/**
 * A queue that is further behind ends, whatever its lifespan: one absent client must not make the log grow forever. A
 * connected client advances with each heartbeat, even without events.
 */
export const MOST_BEHIND = 1_000_000;
const PROGRESS_BATCH = 1000;
const HEARTBEAT = '{"type":"heartbeat"}';

export interface Owner {
  readonly realmId: RealmId;
  readonly userId: UserId;
}

/** The connection of a request that may be held. */
export interface Connection {
  readonly isClosed: boolean;
  /** Calls once when either side closes the connection. */
  onClose(call: () => void): void;
  /** From now on the request only waits. */
  waits?(): void;
}

/** A queue, and where its reader continues. */
export interface Attended {
  readonly queue: Queue;
  readonly after: number;
}

export interface Poll {
  lastEventId: number | undefined;
  dontBlock: boolean;
  /** Waiting ends when the client disconnects. */
  connection: Connection;
}

export class Queues {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #hub: Hub;
  readonly #limits: QueuesOptions["limits"];
  readonly #onEnded: (queueId: string) => void;
  /** The maximum silence. */
  readonly heartbeatMs: () => number;
  readonly #queues = new Map<string, Queue>();
  readonly #profiles = new Map<string, ClientProfile>();
  #maintenance: Promise<void> = Promise.resolve();
  readonly #pruning = new AbortController();
  #closing = false;

  constructor({ database, clock, hub, heartbeatSeconds, limits, onEnded }: QueuesOptions) {
    this.#limits = limits;
    this.#onEnded = onEnded;
    this.#database = database;
    this.#clock = clock;
    this.#hub = hub;
    // Whole seconds, slightly randomized, so that polls that began together do not all end together.
    this.heartbeatMs = () => (heartbeatSeconds + Math.floor(Math.random() * 11)) * 1000;
  }

  get count(): number {
    return this.#queues.size;
  }
  get waiting(): number {
    let count = 0;
    for (const queue of this.#queues.values()) if (queue.isPolled && !queue.isStreamed) count++;
    return count;
  }

  /** Stores a queue that starts after the position at which its owner's state was read. */
  async register(owner: Owner, position: number, options: QueueOptions, lifespanSeconds: number): Promise<string> {
    const stored: StoredQueue = {
      id: randomUUID(),
      realm_id: owner.realmId,
      user_id: owner.userId,
      options,
      position,
      lifespan_seconds: lifespanSeconds,
    };
    const ended = await this.#database.delivery.transaction(async (tx) => {
      const ids = await endIdlestQueues(tx, owner.userId, this.#limits.event_queues, this.#seenAt);
      await insertQueue(tx, stored, seconds(this.#clock));
      return ids;
    });
    for (const id of ended) {
      this.forget(id);
      this.#onEnded(id);
    }
    await this.#open(stored);
    return stored.id;
  }

  async poll(owner: Owner, queueId: string, poll: Poll): Promise<readonly Frame[]> {
    // Nearly every poll finds its queue in memory and continues there: nothing is awaited until it is held.
    const queue = this.#known(owner, queueId) ?? (await this.#find(owner, queueId));
    const after = this.#goesOnAt(queue, poll.lastEventId) ?? (await this.#resumePoint(queue, poll.lastEventId));
    this.#noteReader(queue);
    queue.isDirty = true;

    for (;;) {
      const frames = queue.holdsAfter(after) ? queue.frames : await this.missedSince(queue, after);
      if (queue.isEnded) throw new BadEventQueueId({ queue_id: queueId });
      queue.acknowledge(after);
      if (queue.isStreamed) queue.takeOver();
      queue.answer();
      const fresh = frames.filter((frame) => frame.id > after);
      // A client may disconnect before there is anything to wait for.
      if (fresh.length > 0 || poll.dontBlock || this.#closing || poll.connection.isClosed) return fresh;
      // The cache was dropped while the log was read: waiting now would miss events.
      if (queue.isWarm) return this.#wait(queue, poll.connection);
    }
  }

  /** The queue for a stream, and the id after which it continues: everything before is acknowledged. */
  async attend(owner: Owner, queueId: string, lastEventId: number | undefined): Promise<Attended> {
    const queue = this.#known(owner, queueId) ?? (await this.#find(owner, queueId));
    const after = this.#goesOnAt(queue, lastEventId) ?? (await this.#resumePoint(queue, lastEventId));
    this.#noteReader(queue);
    queue.acknowledge(after);
    queue.isDirty = true;
    return { queue, after };
  }

  /** Sends something when nothing happens. */
  heartbeat(queue: Queue): void {
    queue.pushEphemeral([HEARTBEAT], this.#hub.positionOf(queue.realmId));
  }

  /** From the log. */
  async missedSince(queue: Queue, after: number): Promise<readonly Frame[]> {
    const missed = await this.#hub.attach(queue, positionOf(after), EVENTS_PER_POLL);
    // More may have arrived since.
    return queue.isWarm ? queue.frames : missed;
  }

  async delete(owner: Owner, queueId: string): Promise<void> {
    const queue = await this.#find(owner, queueId);
    await this.#database.delivery.transaction((tx) => deleteQueue(tx, queueId));
    this.forget(queue.queueId);
  }

  /** Drops a queue from memory; a waiting poll returns. */
  forget(queueId: string): void {
    const queue = this.#queues.get(queueId);
    if (!queue) return;
    this.#queues.delete(queueId);
    queue.end();
    this.#hub.detach(queue);
  }

  /** Records progress, deletes expired queues, and prunes the log. */
  maintain(): Promise<void> {
    // One run after another: unrecorded progress would look old to the next.
    const run = this.#maintenance.then(() => this.#tidyUp());
    this.#maintenance = run.catch(() => {});
    return run;
  }

  /** What is left can be deleted after the next start. */
  endPruning(): void {
    this.#pruning.abort();
  }

  async #tidyUp(): Promise<void> {
    const now = this.#clock.now();
    const nowSeconds = seconds(this.#clock);
    for (const queue of this.#queues.values()) if (queue.isAttended) queue.lastSeenMs = now;
    await this.#writeProgress();
    const idle = [...this.#queues.values()].filter(
      (queue) => !queue.isAttended && queue.lastSeenMs + queue.lifespanMs <= now,
    );
    const ids = idle.map((queue) => queue.queueId);
    await this.#database.transaction(async (tx) => {
      await deleteExpiredQueues(tx, nowSeconds, { ids });
      await deleteExpiredQueues(tx, nowSeconds - EXPIRY_GRACE_SECONDS);
      await deleteOvertakenQueues(tx, MOST_BEHIND);
    });
    for (const id of ids) this.forget(id);
    await this.#forgetDeleted();
    this.#forgetUnusedProfiles();
    for (const realmId of await realmsWithLog(this.#database.reader))
      await pruneLogOf(this.#database, realmId, {
        olderThanSeconds: nowSeconds - PRUNE_AFTER_SECONDS,
        signal: this.#pruning.signal,
      });
  }

  /** Another node deleted them, and its notification was lost. */
  async #forgetDeleted(): Promise<void> {
    const ids = [...this.#queues.keys()];
    const stored = await existingQueues(this.#database.reader, ids);
    for (const id of ids) if (!stored.has(id)) this.forget(id);
  }

  /** When a queue was last used, in seconds: here, or according to the database. */
  #seenAt = (queueId: string, stored: number): number => {
    const queue = this.#queues.get(queueId);
    if (!queue) return stored;
    if (queue.isAttended) return Number.POSITIVE_INFINITY;
    // In the same second, a queue that was never read goes first.
    return Math.max(stored, Math.floor(queue.lastSeenMs / 1000)) + (queue.wasRead ? 0.5 : 0);
  };

  #noteReader(queue: Queue): void {
    queue.lastSeenMs = this.#clock.now();
    queue.wasRead = true;
  }

  /** A client may send very many different profiles. */
  #forgetUnusedProfiles(): void {
    const used = new Set(Array.from(this.#queues.values(), ({ profile }) => profile));
    for (const [key, profile] of this.#profiles) if (!used.has(profile)) this.#profiles.delete(key);
  }

  /** Answers every poll, so that the process can end; the queues stay. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const queue of this.#queues.values()) queue.answer();
    try {
      await this.#writeProgress();
    } catch (error) {
      // Unrecorded events are read again from the log: not a reason to fail.
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  }

  /** The owner's queue, if it is in memory. */
  #known(owner: Owner, queueId: string): Queue | undefined {
    const queue = this.#queues.get(queueId);
    const isOwn = queue?.userId === owner.userId && queue.realmId === owner.realmId;
    return isOwn && !queue.isEnded ? queue : undefined;
  }

  /** Someone else's queue looks like a missing one. */
  async #find(owner: Owner, queueId: string): Promise<Queue> {
    const known = this.#queues.get(queueId);
    if (known?.isEnded) this.forget(queueId);
    if (!known || known.isEnded) {
      const stored = await storedQueue(this.#database.reader, queueId);
      const isOwn = stored?.user_id === owner.userId && stored.realm_id === owner.realmId;
      // Two polls may have looked for it at once.
      if (isOwn && !this.#queues.has(queueId)) this.#remember(stored);
    }
    const queue = this.#known(owner, queueId);
    if (!queue) throw new BadEventQueueId({ queue_id: queueId });
    return queue;
  }

  async #open(stored: StoredQueue): Promise<void> {
    const queue = this.#remember(stored);
    await this.#hub.attach(queue, stored.position, EVENTS_PER_POLL);
  }

  #remember(stored: StoredQueue): Queue {
    const options = { ...stored.options, profile: this.#intern(stored.options.profile) };
    const queue = new Queue({ ...stored, options, acknowledged: idAt(stored.position), lastSeenMs: this.#clock.now() });
    this.#queues.set(queue.queueId, queue);
    return queue;
  }

  #intern(profile: ClientProfile): ClientProfile {
    const key = JSON.stringify(profile);
    const known = this.#profiles.get(key);
    if (known) return known;
    this.#profiles.set(key, profile);
    return profile;
  }

  /** The id after which the client continues, if nothing has to be looked up. */
  #goesOnAt(queue: Queue, lastEventId: number | undefined): number | undefined {
    if (lastEventId === undefined) return queue.acknowledged;
    const isKnown = lastEventId >= queue.acknowledged && positionOf(lastEventId) <= this.#hub.positionOf(queue.realmId);
    return isKnown ? lastEventId : undefined;
  }

  /** Like `#goesOnAt`, but may read the log. A refusal leaves the queue and a waiting poll unchanged. */
  async #resumePoint(queue: Queue, last = queue.acknowledged): Promise<number> {
    const { reader } = this.#database;
    const after = last < 0 ? queue.firstId : last;
    const position = positionOf(after);
    if (after < queue.acknowledged) {
      if (after < queue.firstId || !(await reachesBackTo(reader, queue.realmId, position)))
        throw new ApiError(said`An event newer than ${last} has already been pruned!`);
    } else if (position > this.#hub.positionOf(queue.realmId)) {
      // Another node may have been faster; the log decides.
      if (position > (await currentPosition(reader, queue.realmId)))
        throw new ApiError(said`Event ${last} was not in this queue`);
    }
    return after;
  }

  #wait(queue: Queue, connection: Connection): Promise<readonly Frame[]> {
    return new Promise((resolve) => {
      const end = (frames: readonly Frame[]) => {
        stopHeartbeat();
        queue.release(end);
        resolve(frames);
      };
      const gone = () => end([]);
      const stopHeartbeat = this.#clock.after(this.heartbeatMs(), () => this.heartbeat(queue));
      connection.onClose(gone);
      connection.waits?.();
      queue.hold(end);
      if (connection.isClosed) gone();
    });
  }

  async #writeProgress(): Promise<void> {
    const changed = [...this.#queues.values()].filter((queue) => queue.isDirty || queue.isAttended);
    for (let start = 0; start < changed.length; start += PROGRESS_BATCH) {
      const batch = changed.slice(start, start + PROGRESS_BATCH);
      const rows = batch.map((queue) => ({
        id: queue.queueId,
        position: positionOf(queue.acknowledged),
        seen_at: Math.floor(queue.lastSeenMs / 1000),
      }));
      for (const queue of batch) queue.isDirty = false;
      try {
        await this.#database.delivery.transaction((tx) => recordProgress(tx, rows));
      } catch (error) {
        for (const queue of batch) queue.isDirty = true;
        throw error;
      }
    }
  }
}

export interface QueuesOptions {
  database: Database;
  clock: Clock;
  hub: Hub;
  /** The shortest time a poll is held. */
  heartbeatSeconds: number;
  /** How many queues an account may have; one more ends its longest idle one. */
  limits: Pick<CollectionLimits, "event_queues">;
  /** A queue was ended to make room: other processes may hold it, too. */
  onEnded(queueId: string): void;
}
