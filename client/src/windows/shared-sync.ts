/**
 * One event queue for all windows of an account. The window that holds the lock reads the queue and passes the events
 * to the others, which apply them to their own stores. When it closes, the next window gets the lock and continues from
 * its own position, so nothing is missed. A frozen window, which neither reads nor closes, loses the lock to one that
 * is awake.
 */

import { type Connection, ConnectionError, RequestError } from "../connection.ts";
import { deferred } from "../deferred.ts";
import { Store } from "../store/store.ts";
import { Sync, type SyncOptions } from "../sync.ts";
import type { QueuePosition } from "../transports/transport.ts";
import type { ConnectionStatus, WindowMessage } from "./window-messages.ts";

export interface SharedSyncOptions extends Omit<SyncOptions, "signal" | "place" | "onTaken"> {
  /** Equal for windows that can share a queue: same account, same version of the program. */
  readonly name: string;
  /** How long the reading window may be silent before it is asked for a sign of life; and how long it has to answer. */
  readonly silenceMs?: number;
  readonly answerMs?: number;
}

const SILENCE_MS = 30_000;
const ANSWER_MS = 4000;
/** A window that has just woken up may have had no chance to answer the first time. */
const MAX_ATTEMPTS = 2;
/** All windows wake up together, and each of them says so. */
const WOKEN_ONCE_MS = 2000;

export class SharedSync {
  readonly #connection: Connection;
  readonly #options: SharedSyncOptions;
  readonly #id = Math.random().toString(36).slice(2);
  readonly #channel: BroadcastChannel;
  readonly #stop = new AbortController();
  readonly #first = deferred<Store>();
  #store: Store | undefined;
  /** This window's position in the shared queue. */
  #place: QueuePosition | undefined;
  /** Set only in the reading window. */
  #reader: Sync | undefined;
  #status: ConnectionStatus = "up";
  /** Cancels the wait for the lock. */
  #waiting = new AbortController();
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  /** Asks again for a state that could not be applied. Other messages do not delay it. */
  #retry: ReturnType<typeof setTimeout> | undefined;
  #needsState = true;
  #wokenAt = 0;
  /** Messages are applied one at a time, in order. */
  #applying: Promise<void> = Promise.resolve();

  constructor(connection: Connection, options: SharedSyncOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#store = options.store;
    this.#channel = new BroadcastChannel(options.name);
  }

  /** Resolves when there is something to show: at once if there is a saved store. */
  start(): Promise<Store> {
    this.#channel.onmessage = ({ data }) => this.#receive(data as WindowMessage);
    void this.#acquireLock();
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
  /** Whether this is the reading window. */
  get isInCharge(): boolean {
    return this.#reader !== undefined;
  }

  /** Retries at once. Call when the server may be reachable again. */
  resume(): void {
    this.#wake({ hasSlept: false });
  }

  /** Replaces a connection that may be dead without reporting it, as after the computer slept. */
  reconnect(): void {
    this.#wake({ hasSlept: true });
  }

  /** Stops reading. The queue stays, for the other windows. */
  stop(): void {
    this.#stop.abort();
    this.#waiting.abort();
    clearTimeout(this.#answerTimer);
    clearTimeout(this.#retry);
    if (this.#reader) this.#place = this.#reader.place;
    this.#reader?.leave();
    this.#reader = undefined;
    this.#channel.close();
  }

  #wake({ hasSlept }: { readonly hasSlept: boolean }): void {
    if (this.#stop.signal.aborted) return;
    if (!this.#reader) {
      this.#post({ kind: "wake", hasSlept });
      this.#ask();
    } else if (!hasSlept) this.#reader.resume();
    else if (Date.now() - this.#wokenAt > WOKEN_ONCE_MS) {
      this.#wokenAt = Date.now();
      this.#reader.reconnect();
    }
  }

  /** Waits until no other window reads, or takes the lock from it. */
  async #acquireLock({ steal = false } = {}): Promise<void> {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    try {
      await navigator.locks.request(this.#options.name, steal ? { steal } : { signal }, () => this.#readQueue());
    } catch (error) {
      if (signal.aborted || this.#stop.signal.aborted) return;
      if (!this.#reader) return this.#first.reject(error);
      // The lock was stolen: another window got no answer from this one.
      this.#place = this.#reader.place;
      this.#reader.leave();
      this.#reader = undefined;
      void this.#acquireLock();
      this.#ask();
    }
  }

  /** Reads the queue, as long as the window lives. */
  async #readQueue(): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    clearTimeout(this.#answerTimer);
    const options = this.#options;
    const reader: Sync = new Sync(this.#connection, {
      ...options,
      ...(this.#store ? { store: this.#store } : {}),
      ...(this.#place ? { place: this.#place } : {}),
      onStore: (store) => {
        this.#store = store;
        const { place } = reader;
        this.#post({ kind: "state", to: undefined, place, state: store.state });
        this.#setStatus("up");
        options.onStore?.(store);
      },
      onTaken: (events, after) => {
        if (reader.place) this.#post({ kind: "events", place: reader.place, after, events });
      },
      onReached: () => {
        this.#setStatus("up");
        options.onReached?.();
      },
      onTrouble: (error) => {
        this.#setStatus("down");
        options.onTrouble?.(error);
      },
      onSignedOut: (error) => {
        this.#setStatus("over");
        options.onSignedOut?.(error);
        // A new sign-in starts a new instance.
        this.stop();
      },
    });
    this.#reader = reader;
    try {
      this.#first.resolve(await reader.start());
    } catch (error) {
      // The lock was stolen: this window follows now.
      if (this.#reader !== reader && !signal.aborted) return;
      // There is nothing to show; the caller retries.
      this.#first.reject(error);
      this.stop();
      return;
    }
    const { promise, resolve } = deferred<void>();
    signal.addEventListener("abort", () => resolve());
    if (!signal.aborted) await promise;
  }

  #setStatus(status: ConnectionStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#post({ kind: "status", status });
  }

  #post(message: WindowMessage): void {
    if (!this.#stop.signal.aborted) this.#channel.postMessage(message);
  }

  /** Asks for a sign of life. A reader that does not answer is frozen: this window takes its lock. */
  #ask(attempt = 1): void {
    if (this.#reader || this.#stop.signal.aborted) return;
    const queueId = this.#place?.queueId;
    this.#post({ kind: "ask", from: this.#id, queueId, needsState: this.#needsState });
    clearTimeout(this.#answerTimer);
    this.#answerTimer = setTimeout(
      () => (attempt < MAX_ATTEMPTS ? this.#ask(attempt + 1) : void this.#acquireLock({ steal: true })),
      this.#options.answerMs ?? ANSWER_MS,
    );
  }

  #askLater(): void {
    clearTimeout(this.#answerTimer);
    this.#answerTimer = setTimeout(() => this.#ask(), this.#options.silenceMs ?? SILENCE_MS);
  }

  /** A message could not be applied: asks for the whole state again. */
  #recover(error: unknown): void {
    if (this.#reader || this.#stop.signal.aborted) return;
    this.#needsState = true;
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      if (this.#needsState) this.#ask();
    }, this.#options.answerMs ?? ANSWER_MS);
    this.#options.onTrouble?.(error);
  }

  #receive(message: WindowMessage): void {
    if (message.kind === "ask" || message.kind === "wake") {
      if (this.#reader) this.#answer(message);
      return;
    }
    if (this.#reader) return;
    this.#askLater();
    if ((message.kind === "here" || message.kind === "state") && message.to !== undefined && message.to !== this.#id)
      return;
    const apply = () => this.#apply(message).catch((error: unknown) => this.#recover(error));
    // A listener may throw: the next message is applied all the same.
    this.#applying = this.#applying.then(apply, apply);
  }

  #answer(message: WindowMessage & { readonly kind: "ask" | "wake" }): void {
    if (message.kind === "wake") {
      this.#wake(message);
      return;
    }
    const { from: to, queueId, needsState } = message;
    const place = this.#reader?.place;
    if (this.#store && (needsState || queueId !== place?.queueId))
      this.#post({ kind: "state", to, place, state: this.#store.state });
    this.#post({ kind: "here", to, place, status: this.#status });
  }

  async #apply(message: WindowMessage): Promise<void> {
    if (this.#reader || this.#stop.signal.aborted) return;
    if (message.kind === "state") await this.#adopt(message);
    else if (message.kind === "events") this.#applyEvents(message);
    else if (message.kind === "status") this.#reportStatus(message.status);
    else if (message.kind === "here") {
      this.#reportStatus(message.status);
      if (this.#place && message.place && isBehind(this.#place, message.place)) this.#askForState();
    }
  }

  /** Replaces this window's state with the reader's. */
  async #adopt({ place, state }: WindowMessage & { readonly kind: "state" }): Promise<void> {
    // Requested before another one arrived.
    if (!this.#needsState && place && place.queueId === this.#place?.queueId) return;
    try {
      if (place) await this.#options.beforeRegistering?.(this.#stop.signal);
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) this.#reportStatus("over");
      else this.#recover(error);
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

  #applyEvents({ place, after, events }: WindowMessage & { readonly kind: "events" }): void {
    const own = this.#place;
    if (!own || own.queueId !== place.queueId || after > own.lastEventId) {
      this.#askForState();
      return;
    }
    // A new reader may have started behind this window.
    const fresh = events.filter(({ id }) => id > own.lastEventId);
    own.lastEventId = Math.max(own.lastEventId, place.lastEventId);
    this.#store?.applyAll(fresh);
    for (const event of fresh) this.#options.onEvent?.(event);
  }

  /** Asks only once until it arrives. */
  #askForState(): void {
    if (this.#needsState) return;
    this.#needsState = true;
    this.#ask();
  }

  #reportStatus(status: ConnectionStatus): void {
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
