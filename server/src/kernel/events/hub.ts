/**
 * The event hub of a process: follows the log of each organization with online users and delivers every entry to its
 * queues. It keeps an index of who is online and their subscriptions, at its current log position; the entries
 * themselves update the index, so every node comes to the same result.
 */
import { Role } from "../access/roles.ts";
import type { Hearing } from "../api/event.ts";
import type { ChannelId, RealmId, UserId } from "../api/ids.ts";
import type { Clock } from "../clock.ts";
import type { Database, Db } from "../db/handles.ts";
import type { Audience, Effects } from "./audience.ts";
import type { Ephemeral } from "./ephemeral.ts";
import { Announcement, type EventCatalogue, type Frame, LISTENS, RECEIVES } from "./frames.ts";
import { currentPosition, effectsBetween, type LogEntry, pagesBetween } from "./log.ts";
import type { OnlineUser, Queue } from "./queue.ts";
import { hears, inRange, redo, type UserStanding, undo } from "./standing.ts";

/** How much of the log is handed to one queue at a time; at least one entry. */
const MISSED_CHARACTERS = 1_000_000;
/** How long a change's response may wait for the log to be read. */
const ANSWER_WITHIN_MS = 2000;

export interface HubOptions {
  database: Database;
  clock: Clock;
  catalogue: EventCatalogue;
  /** A user's subscribed channels and role. */
  presenceOf(db: Db, userId: UserId): Promise<{ role: number; channels: ChannelId[] }>;
  onError(error: unknown): void;
}

export class Hub {
  readonly #options: HubOptions;
  readonly #realms = new Map<RealmId, RealmHub>();

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /**
   * Entries just committed by this process. Resolves when every queue here has them, or after a short time if reading
   * the log takes long: the change is committed, and the queues get it later.
   */
  async committed(realmId: RealmId, entries: readonly LogEntry[]): Promise<void> {
    if (entries.length > 0) await this.#realms.get(realmId)?.committed(entries);
  }

  /** Checks for commits by other processes. */
  look(realmId: RealmId): void {
    this.#realms.get(realmId)?.look();
  }

  lookEverywhere(): void {
    for (const realm of this.#realms.values()) realm.look();
  }

  /** Attaches a queue; returns the events it missed since its position. */
  async attach(queue: Queue, after: number, limit: number): Promise<readonly Frame[]> {
    const realm = this.#realms.get(queue.realmId) ?? new RealmHub(queue.realmId, this.#options);
    this.#realms.set(queue.realmId, realm);
    try {
      return await realm.attach(queue, after, limit);
    } finally {
      this.#letGo(queue.realmId);
    }
  }

  detach(queue: Queue): void {
    this.#realms.get(queue.realmId)?.detach(queue);
    this.#letGo(queue.realmId);
  }

  /** Delivers an event that is not stored to users online here. */
  announceEphemeral(ephemeral: Ephemeral): void {
    this.#realms.get(ephemeral.realm_id)?.announceEphemeral(ephemeral);
  }

  /** Resolves when nothing is being read any more. */
  async settled(): Promise<void> {
    for (const realm of this.#realms.values()) await realm.settled();
  }

  #letGo(realmId: RealmId): void {
    if (this.#realms.get(realmId)?.isEmpty) this.#realms.delete(realmId);
  }

  get tally(): EventCatalogue["tally"] {
    return this.#options.catalogue.tally;
  }

  positionOf(realmId: RealmId): number {
    return this.#realms.get(realmId)?.position ?? 0;
  }
}

class RealmHub {
  position = -1;
  readonly #realmId: RealmId;
  readonly #options: HubOptions;
  readonly #users = new Map<UserId, OnlineUser>();
  readonly #subscribers = new Map<ChannelId, Set<OnlineUser>>();
  readonly #publicListeners = new Set<Queue>();
  /** Steps that read the database run one after another, so that the index never mixes two states. */
  #steps: Promise<unknown> = Promise.resolve();
  #stepsRunning = 0;
  /** Those who wait for everything committed so far: the next step delivers it, whatever else it does. */
  #awaited: PromiseWithResolvers<void> | undefined;

  constructor(realmId: RealmId, options: HubOptions) {
    this.#realmId = realmId;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#users.size === 0 && this.#stepsRunning === 0;
  }

  committed(entries: readonly LogEntry[]): Promise<void> | undefined {
    // Others were committed in between, or are just being read.
    if (this.#stepsRunning > 0 || entries[0]?.position !== this.position + 1)
      // The change is committed, whatever happens here; the error has been reported.
      return this.#atMost(
        ANSWER_WITHIN_MS,
        this.#catchUp().catch(() => {}),
      );
    // The usual case: these are the next entries, and need not be read back.
    for (const entry of entries) this.#deliver(entry);
    return undefined;
  }

  look(): void {
    // The error has been reported; the next look continues from the same position.
    this.#catchUp().catch(() => {});
  }

  #atMost(ms: number, work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#options.clock.after(ms, resolve);
      void work.then(() => {
        stop();
        resolve();
      });
    });
  }

  #catchUp(): Promise<void> {
    if (!this.#awaited) {
      this.#awaited = Promise.withResolvers();
      // Needless if other steps were waiting already.
      void this.#step(async () => this.#awaited && this.#caughtUp(async () => {})).catch(() => {});
    }
    return this.#awaited.promise;
  }

  /** Reads the database after delivering everything up to the same snapshot. */
  async #caughtUp<T>(read: (db: Db) => Promise<T>): Promise<T> {
    const awaited = this.#awaited;
    this.#awaited = undefined;
    try {
      return await this.#options.database.delivery.snapshot(async (db) => {
        await this.#followLog(db);
        awaited?.resolve();
        return read(db);
      });
    } catch (error) {
      awaited?.reject(error);
      throw error;
    }
  }

  attach(queue: Queue, after: number, limit: number): Promise<readonly Frame[]> {
    return this.#step(() =>
      this.#caughtUp(async (db) => {
        const user = this.#users.get(queue.userId) ?? (await this.#bringOnline(db, queue.userId));
        // Deleted while this waited: nothing would ever detach it again.
        if (queue.isEnded) {
          this.#dropIfAway(user);
          return [];
        }
        user.queues.add(queue);
        if (queue.options.all_public_streams) this.#publicListeners.add(queue);
        return this.#missed(db, queue, user, after, limit);
      }),
    );
  }

  detach(queue: Queue): void {
    queue.cool();
    this.#publicListeners.delete(queue);
    const user = this.#users.get(queue.userId);
    user?.queues.delete(queue);
    if (user) this.#dropIfAway(user);
  }

  #dropIfAway(user: OnlineUser): void {
    if (user.queues.size > 0) return;
    this.#users.delete(user.id);
    for (const channel of user.channels) this.#leave(user, channel);
  }

  announceEphemeral(ephemeral: Ephemeral): void {
    // After the entries that are being read, which were committed before it.
    if (this.#stepsRunning > 0) void this.#step(async () => this.#handEphemeral(ephemeral));
    else this.#handEphemeral(ephemeral);
  }

  settled(): Promise<unknown> {
    return this.#steps;
  }

  #step<T>(work: () => Promise<T>): Promise<T> {
    this.#stepsRunning++;
    const step = this.#steps.then(work).finally(() => this.#stepsRunning--);
    this.#steps = step.catch((error: unknown) => this.#options.onError(error));
    return step;
  }

  /** Delivers everything up to the snapshot. */
  async #followLog(db: Db): Promise<void> {
    const now = await currentPosition(db, this.#realmId);
    if (this.position < 0) this.position = now;
    for await (const entries of pagesBetween(db, this.#realmId, { after: this.position, upto: now }))
      for (const entry of entries) this.#deliver(entry);
    this.position = Math.max(this.position, now);
  }

  async #bringOnline(db: Db, userId: UserId): Promise<OnlineUser> {
    const { role, channels } = await this.#options.presenceOf(db, userId);
    const user: OnlineUser = { id: userId, role, channels: new Set(), queues: new Set() };
    this.#users.set(userId, user);
    for (const channel of channels) this.#join(user, channel);
    return user;
  }

  #deliver(entry: LogEntry): void {
    this.position = entry.position;
    this.#hand(entry, (queue, announcement, hearing) => {
      const frames = announcement.framesFor(queue, hearing);
      queue.push(frames);
      return frames.length;
    });
    if (entry.audience.effects) this.#apply(entry.audience.effects);
  }

  #handEphemeral({ type, body, audience }: Ephemeral): void {
    const entry = { position: this.position, type, body, audience, personal: null };
    this.#hand(entry, (queue, announcement, hearing) => {
      const texts = announcement.textsFor(queue, hearing);
      if (texts.length > 0) queue.pushEphemeral(texts, this.position);
      return texts.length;
    });
  }

  /** An event that cannot be shaped for one queue must not affect the others. */
  #hand(entry: LogEntry, push: (queue: Queue, announcement: Announcement, hearing: Hearing) => number): void {
    const { catalogue } = this.#options;
    try {
      const announcement = new Announcement(catalogue, entry);
      for (const [queue, hearing] of this.#queuesFor(entry.audience)) {
        if (!queue.isWarm || !queue.wants(entry.type)) continue;
        try {
          catalogue.tally.delivered += push(queue, announcement, hearing);
        } catch (error) {
          this.#options.onError(error);
        }
      }
    } catch (error) {
      this.#options.onError(error);
    }
  }

  *#queuesFor(audience: Audience): Iterable<[Queue, Hearing]> {
    const users = this.#resolve(audience);
    for (const user of users) for (const queue of user.queues) yield [queue, RECEIVES];
    if (!audience.publicListeners) return;
    for (const queue of this.#publicListeners) {
      const user = this.#users.get(queue.userId);
      if (!user || users.has(user) || user.role === Role.guest || audience.except?.includes(user.id)) continue;
      yield [queue, LISTENS];
    }
  }

  #resolve(audience: Audience): Set<OnlineUser> {
    const users = new Set<OnlineUser>();
    const { roles, subscribersOf, except } = audience;
    if (roles) for (const user of this.#users.values()) if (inRange(user.role, roles)) users.add(user);
    if (subscribersOf !== undefined) for (const user of this.#subscribers.get(subscribersOf) ?? []) users.add(user);
    for (const id of audience.users ?? []) {
      const user = this.#users.get(id);
      if (user) users.add(user);
    }
    for (const id of except ?? []) {
      const user = this.#users.get(id);
      if (user) users.delete(user);
    }
    return users;
  }

  #apply({ joins, leaves, role, silences, silencesAll }: Effects): void {
    for (const id of joins?.users ?? []) {
      const user = this.#users.get(id);
      if (user) for (const channel of joins?.channels ?? []) this.#join(user, channel);
    }
    for (const id of leaves?.users ?? []) {
      const user = this.#users.get(id);
      if (!user) continue;
      for (const channel of leaves?.channels ?? []) {
        user.channels.delete(channel);
        this.#leave(user, channel);
      }
    }
    const changed = role && this.#users.get(role.user);
    if (changed) changed.role = role.to;
    for (const id of silencesAll ? this.#users.keys() : (silences ?? []))
      for (const queue of this.#users.get(id)?.queues ?? []) queue.end();
    if (silencesAll) this.#forgetEveryone();
  }

  /** Everyone's clients begin anew, and so does the index: subscriptions may have changed without events. */
  #forgetEveryone(): void {
    this.#users.clear();
    this.#subscribers.clear();
    this.#publicListeners.clear();
  }

  #join(user: OnlineUser, channel: ChannelId): void {
    user.channels.add(channel);
    const subscribers = this.#subscribers.get(channel);
    if (subscribers) subscribers.add(user);
    else this.#subscribers.set(channel, new Set([user]));
  }

  #leave(user: OnlineUser, channel: ChannelId): void {
    const subscribers = this.#subscribers.get(channel);
    subscribers?.delete(user);
    if (subscribers?.size === 0) this.#subscribers.delete(channel);
  }

  /**
   * The events a queue missed between its position and now. The user's current role and subscriptions are known;
   * undoing the changes on the way back gives the earlier ones, and from there each entry is judged as it was when it
   * happened.
   */
  async #missed(db: Db, queue: Queue, user: OnlineUser, after: number, limit: number): Promise<readonly Frame[]> {
    const upto = this.position;
    const then: UserStanding = { role: user.role, channels: new Set(user.channels) };
    const effects = await effectsBetween(db, this.#realmId, { after, upto });
    for (const each of effects.toReversed()) undo(then, each, user.id);
    const frames: Frame[] = [];
    let characters = 0;
    for await (const entries of pagesBetween(db, this.#realmId, { after, upto }))
      for (const entry of entries) {
        // There is more than this: the queue is asked again.
        if (frames.length >= limit || characters >= MISSED_CHARACTERS) {
          queue.cool();
          return frames;
        }
        const hearing = queue.wants(entry.type) ? hears(then, queue, entry.audience) : undefined;
        for (const frame of hearing ? this.#framesOf(entry, queue, hearing) : []) {
          frames.push(frame);
          characters += frame.text.length;
        }
        if (!entry.audience.effects) continue;
        redo(then, entry.audience.effects, user.id);
        // Its state was read before everyone had to begin anew.
        if (entry.audience.effects.silencesAll) {
          queue.end();
          return [];
        }
      }
    queue.fill(frames, after);
    return frames;
  }

  #framesOf(entry: LogEntry, queue: Queue, hearing: Hearing): readonly Frame[] {
    try {
      return new Announcement(this.#options.catalogue, entry).framesFor(queue, hearing);
    } catch (error) {
      // Skipped, as for online users: an event that can never be delivered must not end a queue.
      this.#options.onError(error);
      return [];
    }
  }
}
