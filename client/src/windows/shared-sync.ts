/**
 * One event queue for all windows of an account. The window that holds the lock reads the queue and hands what it hears to
 * the others, which apply it to stores of their own. When it goes, the next one holds the lock and reads on from where it is
 * itself, so nothing is missed. One that is frozen, and so neither reads nor goes, loses the lock to one that is awake.
 */
import { type Connection, ConnectionError, RequestError } from "../connection.ts";
import { Store } from "../store/store.ts";
import { Sync, type SyncOptions } from "../sync.ts";
import type { QueuePosition } from "../transports/transport.ts";
import type { ConnectionStatus, WindowMessage } from "./said.ts";

export interface SharedSyncOptions extends Omit<SyncOptions, "signal" | "place" | "onTaken"> {
  /** Equal for windows that can share a queue: of one account and one version of the program. */
  readonly name: string;
  /** How long a window that reads may be silent before it is asked whether it is there; and how long to answer. */
  readonly silenceMs?: number;
  readonly answerMs?: number;
}

const SILENCE_MS = 30_000;
const ANSWER_MS = 4000;
/** A window that has just woken up may find the time to answer over before it could. */
const ASKED_AT_MOST = 2;
/** All windows wake up together, and say so. */
const WOKEN_ONCE_MS = 2000;

export class SharedSync {
  readonly #connection: Connection;
  readonly #options: SharedSyncOptions;
  readonly #id = Math.random().toString(36).slice(2);
  readonly #channel: BroadcastChannel;
  readonly #stop = new AbortController();
  readonly #first = Promise.withResolvers<Store>();
  #store: Store | undefined;
  /** How far this window has come in the queue that is shared. */
  #place: QueuePosition | undefined;
  /** Only in the window that reads. */
  #reader: Sync | undefined;
  #status: ConnectionStatus = "up";
  /** Ends the wait for the lock. */
  #waiting = new AbortController();
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** Asks again for what could not be taken. Whatever is heard meanwhile does not put it off. */
  #retry: ReturnType<typeof setTimeout> | undefined;
  #needsState = true;
  #wokenAt = 0;
  /** One after the other, in the order in which it was said. */
  #turn: Promise<void> = Promise.resolve();

  constructor(connection: Connection, options: SharedSyncOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#store = options.store;
    this.#channel = new BroadcastChannel(options.name);
  }

  /** Resolves when there is something to show: at once with what was kept. */
  start(): Promise<Store> {
    this.#channel.onmessage = ({ data }) => this.#hear(data as WindowMessage);
    void this.#contend();
    this.#ask();
    if (this.#store) this.#first.resolve(this.#store);
    return this.#first.promise;
  }

  get store(): Store | undefined {
    return this.#store;
  }
  get queueId(): string | undefined {
    return this.#reader ? this.#reader.queueId : this.#place?.queueId;
  }
  /** Whether this is the window that reads. */
  get isInCharge(): boolean {
    return this.#reader !== undefined;
  }

  /** The server may be there again: tries at once. */
  resume(): void {
    this.#wake({ hasSlept: false });
  }

  /** The connection may be dead without having said so, as after a sleep: another takes its place. */
  reconnect(): void {
    this.#wake({ hasSlept: true });
  }

  /** Ends the reading. The queue stays, for the other windows. */
  stop(): void {
    this.#stop.abort();
    this.#waiting.abort();
    clearTimeout(this.#patience);
    clearTimeout(this.#retry);
    if (this.#reader) this.#place = this.#reader.place;
    this.#reader?.leave();
    this.#reader = undefined;
    this.#channel.close();
  }

  #wake({ hasSlept }: { readonly hasSlept: boolean }): void {
    if (this.#stop.signal.aborted) return;
    if (!this.#reader) {
      this.#say({ kind: "wake", hasSlept });
      this.#ask();
    } else if (!hasSlept) this.#reader.resume();
    else if (Date.now() - this.#wokenAt > WOKEN_ONCE_MS) {
      this.#wokenAt = Date.now();
      this.#reader.reconnect();
    }
  }

  /** Waits until no other window reads, or does not wait. */
  async #contend({ steal = false } = {}): Promise<void> {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    try {
      await navigator.locks.request(this.#options.name, steal ? { steal } : { signal }, () => this.#lead());
    } catch (error) {
      if (signal.aborted || this.#stop.signal.aborted) return;
      if (!this.#reader) return this.#first.reject(error);
      // Taken away: another window has not heard of this one for too long.
      this.#place = this.#reader.place;
      this.#reader.leave();
      this.#reader = undefined;
      void this.#contend();
      this.#ask();
    }
  }

  /** Reads, as long as the window lives. */
  async #lead(): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    clearTimeout(this.#patience);
    const options = this.#options;
    const reader: Sync = new Sync(this.#connection, {
      ...options,
      ...(this.#store ? { store: this.#store } : {}),
      ...(this.#place ? { place: this.#place } : {}),
      onStore: (store) => {
        this.#store = store;
        const { place } = reader;
        this.#say({ kind: "state", to: undefined, place, state: store.state });
        this.#reaches("up");
        options.onStore?.(store);
      },
      onTaken: (events, after) => {
        if (reader.place) this.#say({ kind: "events", place: reader.place, after, events });
      },
      onReached: () => {
        this.#reaches("up");
        options.onReached?.();
      },
      onTrouble: (error) => {
        this.#reaches("down");
        options.onTrouble?.(error);
      },
      onSignedOut: (error) => {
        this.#reaches("over");
        options.onSignedOut?.(error);
        // Whoever signs in again begins anew, without us.
        this.stop();
      },
    });
    this.#reader = reader;
    try {
      this.#first.resolve(await reader.start());
    } catch (error) {
      // The lock was taken away: the window follows by now.
      if (this.#reader !== reader && !signal.aborted) return;
      // Where there is nothing to show, whoever asked for it tries again.
      this.#first.reject(error);
      this.stop();
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve());
    if (!signal.aborted) await promise;
  }

  #reaches(status: ConnectionStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#say({ kind: "status", status });
  }

  #say(said: WindowMessage): void {
    if (!this.#stop.signal.aborted) this.#channel.postMessage(said);
  }

  /** Whoever reads and does not answer cannot: this window takes its place. */
  #ask(asked = 1): void {
    if (this.#reader || this.#stop.signal.aborted) return;
    const queueId = this.#place?.queueId;
    this.#say({ kind: "ask", from: this.#id, queueId, needsState: this.#needsState });
    clearTimeout(this.#patience);
    this.#patience = setTimeout(
      () => (asked < ASKED_AT_MOST ? this.#ask(asked + 1) : void this.#contend({ steal: true })),
      this.#options.answerMs ?? ANSWER_MS,
    );
  }

  #askLater(): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#ask(), this.#options.silenceMs ?? SILENCE_MS);
  }

  /** What was said could not be taken: all that is known is asked for again. */
  #miss(error: unknown): void {
    if (this.#reader || this.#stop.signal.aborted) return;
    this.#needsState = true;
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      if (this.#needsState) this.#ask();
    }, this.#options.answerMs ?? ANSWER_MS);
    this.#options.onTrouble?.(error);
  }

  #hear(said: WindowMessage): void {
    if (said.kind === "ask" || said.kind === "wake") {
      if (this.#reader) this.#answer(said);
      return;
    }
    if (this.#reader) return;
    this.#askLater();
    if ((said.kind === "here" || said.kind === "state") && said.to !== undefined && said.to !== this.#id) return;
    const take = () => this.#take(said).catch((error: unknown) => this.#miss(error));
    // Whoever listens here may fail: what is said next is taken all the same.
    this.#turn = this.#turn.then(take, take);
  }

  #answer(said: WindowMessage & { readonly kind: "ask" | "wake" }): void {
    if (said.kind === "wake") {
      this.#wake(said);
      return;
    }
    const { from: to, queueId, needsState } = said;
    const place = this.#reader?.place;
    if (this.#store && (needsState || queueId !== place?.queueId))
      this.#say({ kind: "state", to, place, state: this.#store.state });
    this.#say({ kind: "here", to, place, status: this.#status });
  }

  async #take(said: WindowMessage): Promise<void> {
    if (this.#reader || this.#stop.signal.aborted) return;
    if (said.kind === "state") await this.#adopt(said);
    else if (said.kind === "events") this.#follow(said);
    else if (said.kind === "status") this.#learn(said.status);
    else if (said.kind === "here") {
      this.#learn(said.status);
      if (this.#place && said.place && isBehind(this.#place, said.place)) this.#askForState();
    }
  }

  /** All that the other window knows takes the place of what is known here. */
  async #adopt({ place, state }: WindowMessage & { readonly kind: "state" }): Promise<void> {
    // It was asked for before another came.
    if (!this.#needsState && place && place.queueId === this.#place?.queueId) return;
    try {
      if (place) await this.#options.beforeRegistering?.(this.#stop.signal);
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) this.#learn("over");
      else this.#miss(error);
      return;
    }
    if (this.#reader || this.#stop.signal.aborted) return;
    this.#needsState = false;
    this.#place = place && { ...place };
    if (this.#store) this.#store.reset({ kept: state });
    else this.#store = new Store({ kept: state });
    this.#first.resolve(this.#store);
    if (place) this.#options.onStore?.(this.#store);
  }

  #follow({ place, after, events }: WindowMessage & { readonly kind: "events" }): void {
    const own = this.#place;
    if (!own || own.queueId !== place.queueId || after > own.lastEventId) {
      this.#askForState();
      return;
    }
    // Whoever has begun to read may have begun behind us.
    const unheard = events.filter(({ id }) => id > own.lastEventId);
    own.lastEventId = Math.max(own.lastEventId, place.lastEventId);
    this.#store?.applyAll(unheard);
    for (const event of unheard) this.#options.onEvent?.(event);
  }

  /** Once, until it is there. */
  #askForState(): void {
    if (this.#needsState) return;
    this.#needsState = true;
    this.#ask();
  }

  #learn(status: ConnectionStatus): void {
    this.#status = status;
    if (status === "up") this.#options.onReached?.();
    else if (status === "down") this.#options.onTrouble?.(new ConnectionError("The server did not answer."));
    else {
      this.#options.onSignedOut?.(new RequestError(401, { code: "UNAUTHORIZED", msg: "Not logged in." }));
      this.stop();
    }
  }
}

const isBehind = (own: QueuePosition, other: QueuePosition): boolean =>
  own.queueId !== other.queueId || own.lastEventId < other.lastEventId;
