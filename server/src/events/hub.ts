/**
 * The hub of one process: it follows the log of each organization that has somebody online and hands every entry to the
 * queues it is for. It keeps who is online and what they are subscribed to, as of the position it has reached; the
 * entries themselves move that index on, so every node comes to the same answer.
 */
import { Role } from "../access/roles.ts";
import type { ChannelId, RealmId, UserId } from "../api/ids.ts";
import type { Clock } from "../clock.ts";
import type { Database, Db } from "../db/handles.ts";
import type { Audience, Effects } from "./audience.ts";
import { Announcement, type EventCatalogue, type Frame } from "./frames.ts";
import { currentPosition, entriesBetween, type LogEntry } from "./log.ts";
import type { OnlineUser, Queue } from "./queue.ts";

/** How many entries are read from the log at a time. */
const PAGE = 500;

export interface HubOptions {
  database: Database;
  clock: Clock;
  catalogue: EventCatalogue;
  /** The channels a user is subscribed to, and the user's role. */
  presenceOf(db: Db, userId: UserId): Promise<{ role: number; channels: ChannelId[] }>;
  onError(error: unknown): void;
}

export class Hub {
  readonly #options: HubOptions;
  readonly #realms = new Map<RealmId, RealmHub>();

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Entries that were just committed by this process. */
  committed(realmId: RealmId, entries: readonly LogEntry[]): void {
    if (entries.length > 0) this.#realms.get(realmId)?.committed(entries);
  }

  /** Something may have been committed elsewhere. */
  look(realmId: RealmId): void {
    void this.#realms.get(realmId)?.catchUp();
  }

  lookEverywhere(): void {
    for (const realm of this.#realms.values()) void realm.catchUp();
  }

  /** Puts the queue on line; what it missed since its position is in the answer. */
  async attach(queue: Queue, after: number, limit: number): Promise<readonly Frame[]> {
    const realm = this.#realms.get(queue.realmId) ?? new RealmHub(queue.realmId, this.#options);
    this.#realms.set(queue.realmId, realm);
    return realm.attach(queue, after, limit);
  }

  detach(queue: Queue): void {
    const realm = this.#realms.get(queue.realmId);
    realm?.detach(queue);
    if (realm?.isEmpty) this.#realms.delete(queue.realmId);
  }

  /** Sends an event that is not stored. */
  announceEphemeral(
    realmId: RealmId,
    event: { type: string; body: Record<string, unknown> },
    audience: Audience,
  ): void {
    this.#realms.get(realmId)?.announceEphemeral(event, audience);
  }

  positionOf(realmId: RealmId): number {
    return this.#realms.get(realmId)?.position ?? 0;
  }

  isOnline(realmId: RealmId, userId: UserId): boolean {
    return this.#realms.get(realmId)?.has(userId) ?? false;
  }

  get realmIds(): RealmId[] {
    return [...this.#realms.keys()];
  }
}

class RealmHub {
  position = -1;
  readonly #realmId: RealmId;
  readonly #options: HubOptions;
  readonly #users = new Map<UserId, OnlineUser>();
  readonly #subscribers = new Map<ChannelId, Set<OnlineUser>>();
  readonly #publicListeners = new Set<Queue>();
  /** Steps that read the database follow one another, so the index never mixes two moments. */
  #steps: Promise<unknown> = Promise.resolve();
  #stepsRunning = 0;
  #lookAgain = false;

  constructor(realmId: RealmId, options: HubOptions) {
    this.#realmId = realmId;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#users.size === 0 && this.#stepsRunning === 0;
  }

  has(userId: UserId): boolean {
    return this.#users.has(userId);
  }

  committed(entries: readonly LogEntry[]): void {
    // The ordinary case: nothing else is going on and these are the next entries. No need to read them back.
    if (this.#stepsRunning === 0 && entries[0]?.position === this.position + 1)
      for (const entry of entries) this.#deliver(entry);
    else void this.catchUp();
  }

  catchUp(): Promise<void> {
    if (this.#lookAgain) return Promise.resolve();
    this.#lookAgain = true;
    return this.#step(() => {
      this.#lookAgain = false;
      return this.#options.database.snapshot((db) => this.#followLog(db));
    });
  }

  attach(queue: Queue, after: number, limit: number): Promise<readonly Frame[]> {
    return this.#step(() =>
      this.#options.database.snapshot(async (db) => {
        await this.#followLog(db);
        const user = this.#users.get(queue.userId) ?? (await this.#bringOnline(db, queue.userId));
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
    if (user?.queues.size !== 0) return;
    this.#users.delete(user.id);
    for (const channel of user.channels) this.#leave(user, channel);
  }

  announceEphemeral({ type, body }: { type: string; body: Record<string, unknown> }, audience: Audience): void {
    const text = JSON.stringify({ type, ...body });
    for (const user of this.#resolve(audience))
      for (const queue of user.queues) if (queue.wants(type)) queue.pushEphemeral(text, this.position);
  }

  #step<T>(work: () => Promise<T>): Promise<T> {
    this.#stepsRunning++;
    const step = this.#steps.then(work).finally(() => this.#stepsRunning--);
    this.#steps = step.catch((error: unknown) => this.#options.onError(error));
    return step;
  }

  /** Delivers everything up to the moment of the snapshot. */
  async #followLog(db: Db): Promise<void> {
    const now = await currentPosition(db, this.#realmId);
    if (this.position < 0) this.position = now;
    while (this.position < now) {
      const range = { after: this.position, upto: now, limit: PAGE };
      const entries = await entriesBetween(db, this.#realmId, range);
      if (entries.length === 0) this.position = now;
      for (const entry of entries) this.#deliver(entry);
    }
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
    const announcement = new Announcement(this.#options.catalogue, entry);
    const heardBy = this.#resolve(entry.audience);
    for (const user of heardBy) for (const queue of user.queues) this.#hand(announcement, queue);
    if (entry.audience.publicListeners)
      for (const queue of this.#publicListeners) {
        const user = this.#users.get(queue.userId);
        if (user && !heardBy.has(user) && user.role !== Role.guest) this.#hand(announcement, queue);
      }
    if (entry.audience.effects) this.#apply(entry.audience.effects);
  }

  #hand(announcement: Announcement, queue: Queue): void {
    if (!queue.isWarm || !queue.wants(announcement.entry.type)) return;
    try {
      queue.push(announcement.framesFor(queue));
    } catch (error) {
      // One event that cannot be shaped must not keep the others from everybody.
      this.#options.onError(error);
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

  #apply({ joins, leaves, role, silences }: Effects): void {
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
    if (changed) changed.role = role.role;
    for (const id of silences ?? []) for (const queue of this.#users.get(id)?.queues ?? []) queue.cool();
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
   * What a queue missed between its position and now. The user's subscriptions are known as of now; undoing the changes
   * on the way back gives those of then, and from there each entry is judged as it was when it happened.
   */
  async #missed(db: Db, queue: Queue, user: OnlineUser, after: number, limit: number): Promise<readonly Frame[]> {
    const frames: Frame[] = [];
    const entries: LogEntry[] = [];
    let complete = true;
    for (let from = after; from < this.position; ) {
      const page = await entriesBetween(db, this.#realmId, { after: from, upto: this.position, limit: PAGE });
      entries.push(...page);
      from = page.at(-1)?.position ?? this.position;
    }
    const channels = new Set(user.channels);
    for (const { audience } of entries.toReversed()) undo(channels, audience.effects, user.id);
    for (const entry of entries) {
      const { audience } = entry;
      if (queue.wants(entry.type) && hears(user, channels, queue, audience))
        frames.push(...new Announcement(this.#options.catalogue, entry).framesFor(queue));
      redo(channels, audience.effects, user.id);
      if (frames.length >= limit && entry !== entries.at(-1)) {
        complete = false;
        break;
      }
    }
    queue.isWarm = complete;
    if (complete) queue.push(frames);
    return frames;
  }
}

const inRange = (role: number, [from, to]: readonly [number, number]) => role >= from && role <= to;

function hears(user: OnlineUser, channels: ReadonlySet<ChannelId>, queue: Queue, audience: Audience): boolean {
  if (audience.except?.includes(user.id)) return false;
  if (audience.users?.includes(user.id)) return true;
  if (audience.roles && inRange(user.role, audience.roles)) return true;
  if (audience.subscribersOf !== undefined && channels.has(audience.subscribersOf)) return true;
  return audience.publicListeners === true && queue.options.all_public_streams && user.role !== Role.guest;
}

function redo(channels: Set<ChannelId>, effects: Effects | undefined, userId: UserId): void {
  if (effects?.joins?.users.includes(userId)) for (const channel of effects.joins.channels) channels.add(channel);
  if (effects?.leaves?.users.includes(userId)) for (const channel of effects.leaves.channels) channels.delete(channel);
}

function undo(channels: Set<ChannelId>, effects: Effects | undefined, userId: UserId): void {
  if (effects?.joins?.users.includes(userId)) for (const channel of effects.joins.channels) channels.delete(channel);
  if (effects?.leaves?.users.includes(userId)) for (const channel of effects.leaves.channels) channels.add(channel);
}
