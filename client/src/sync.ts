/**
 * Keeps a store up to date. Registers a queue and reads it, resumes after a lost connection or a server restart, and
 * registers again only when the queue is gone.
 */
import { type ArgumentsOf, registration } from "@parley/server/contract";
import { Backoff, pause } from "./backoff.ts";
import { type Connection, RequestError } from "./connection.ts";
import { Store } from "./store/store.ts";
import { byPolling } from "./transports/polling.ts";
import { bySocket } from "./transports/socket.ts";
import type { QueuePosition, Transport } from "./transports/transport.ts";
import type { ServerEvent } from "./types.ts";

export type RegisterOptions = ArgumentsOf<(typeof registration.register)["params"]>;

export const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  bot_commands: true,
};

/** Browsers use WebSockets: they do not load what reads streams. */
const byStream: Transport = async function* (reading) {
  const loaded = await import("./transports/stream.ts");
  yield* loaded.byStream(reading);
};

const TRANSPORTS = { poll: byPolling, stream: byStream, socket: bySocket } satisfies Record<string, Transport>;

/** Used when the server does not say how long it may stay silent. */
const SILENCE_SECONDS = 90;

export interface SyncOptions {
  register?: RegisterOptions;
  /** A saved store from an earlier session: usable at once, and replaced when the server responds. */
  store?: Store;
  /** Where another reader of the same queue stopped; reading continues from there. */
  place?: QueuePosition;
  /** Called before each registration, to check that the session still belongs to the store's user. */
  beforeRegistering?(signal: AbortSignal): Promise<void>;
  /** The delay after the first failure; it doubles each time. */
  firstPauseMs?: number;
  /** How events arrive: long polling, Server-Sent Events or a WebSocket. */
  transport?: keyof typeof TRANSPORTS;
  /** Aborting it is like calling `stop`. */
  signal?: AbortSignal;
  onEvent?(event: ServerEvent): void;
  /** Called when a batch has been applied, with the id of the last event before it. */
  onTaken?(events: readonly ServerEvent[], after: number): void;
  /** The store has a new snapshot: at the start, and whenever the queue had to be replaced. */
  onStore?(store: Store): void;
  /** The server responds: called each time reading starts, and with every poll. */
  onReached?(): void;
  /** Something failed and will be retried. */
  onTrouble?(error: unknown): void;
  /** The session is no longer valid; nothing will be retried. */
  onSignedOut?(error: RequestError): void;
}

export class Sync {
  readonly #connection: Connection;
  readonly #options: SyncOptions;
  readonly #stop = new AbortController();
  readonly #backoff: Backoff;
  #place: QueuePosition | undefined;
  /** Visitors get a snapshot but no queue. */
  #hasNoQueue = false;
  #store: Store | undefined;
  /** Ends the pause before the next attempt. */
  #wake = new AbortController();
  /** Ends the current read, to start a new one. */
  #reading = new AbortController();
  #silenceMs = SILENCE_SECONDS * 1000;

  constructor(connection: Connection, options: SyncOptions = {}) {
    this.#connection = connection;
    this.#options = options;
    this.#store = options.store;
    if (options.place) this.#place = { ...options.place };
    const { firstPauseMs } = options;
    this.#backoff = new Backoff(firstPauseMs === undefined ? {} : { firstMs: firstPauseMs });
  }

  /** Resolves with the first snapshot, or at once if there is a saved store. Events follow until `stop`. */
  async start(): Promise<Store> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    signal?.addEventListener("abort", () => void this.stop(), { once: true });
    const store = this.#store ?? (await this.#register());
    void this.#follow();
    return store;
  }

  get store(): Store | undefined {
    return this.#store;
  }
  get queueId(): string | undefined {
    return this.#place?.queueId;
  }
  /** How far the queue has been read. */
  get place(): QueuePosition | undefined {
    return this.#place;
  }

  /** Retries at once. Call when the server may be reachable again. */
  resume(): void {
    this.#backoff.reset();
    this.#wake.abort();
  }

  /** Replaces a connection that may be dead without reporting it, as after the computer slept. */
  reconnect(): void {
    this.#reading.abort();
    this.resume();
  }

  /** Stops reading and deletes the queue. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const place = this.#place;
    this.#place = undefined;
    if (place) await this.#connection.call(registration.deleteQueue, { queue_id: place.queueId }).catch(() => {});
  }

  /** Stops reading; the queue stays for another reader. */
  leave(): void {
    this.#stop.abort();
  }

  async #register(): Promise<Store> {
    const options = {
      apply_markdown: true,
      client_gravatar: false,
      include_subscribers: "true" as const,
      slim_presence: true,
      client_capabilities: CAPABILITIES,
      ...this.#options.register,
    };
    const { signal } = this.#stop;
    await this.#options.beforeRegistering?.(signal);
    const answer = await this.#connection.call(registration.register, options, { signal });
    const { queue_id, last_event_id = -1 } = answer;
    this.#hasNoQueue = queue_id === null;
    if (queue_id) this.#place = { queueId: queue_id, lastEventId: last_event_id };
    this.#silenceMs = (answer.event_queue_longpoll_timeout_seconds ?? SILENCE_SECONDS) * 1000;
    if (this.#store) this.#store.reset(answer);
    else this.#store = new Store(answer);
    this.#options.onStore?.(this.#store);
    return this.#store;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && !this.#hasNoQueue) {
      try {
        await this.#read(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (isSignedOut(error)) return this.#options.onSignedOut?.(error);
        this.#options.onTrouble?.(error);
        this.#wake = new AbortController();
        await pause(this.#backoff.after(error), AbortSignal.any([signal, this.#wake.signal]));
      }
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    if (!this.#place) await this.#register();
    const place = this.#place;
    if (!place) return;
    const transport = TRANSPORTS[this.#options.transport ?? "poll"];
    this.#reading = new AbortController();
    const isOver = AbortSignal.any([signal, this.#reading.signal]);
    const reading = {
      connection: this.#connection,
      place,
      signal: isOver,
      silenceMs: this.#silenceMs,
      onReached: () => this.#options.onReached?.(),
    };
    try {
      for await (const events of transport(reading)) {
        if (isOver.aborted) return;
        this.#backoff.reset();
        this.#apply(place, events);
      }
    } catch (error) {
      if (isOver.aborted && !signal.aborted) return;
      if (!isQueueLost(error)) throw error;
      // The events it held are lost; the next snapshot includes them.
      if (this.#place === place) this.#place = undefined;
    }
  }

  /** Applies a batch and reports it as one. */
  #apply(place: QueuePosition, events: readonly ServerEvent[]): void {
    // After a lost response the server repeats events: skip those already applied.
    const after = place.lastEventId;
    const fresh = events.filter((event) => event.id > after);
    place.lastEventId = fresh.at(-1)?.id ?? after;
    const news = fresh.filter(({ type }) => type !== "heartbeat");
    this.#store?.applyAll(news);
    this.#options.onTaken?.(news, after);
    for (const event of news) this.#options.onEvent?.(event);
  }
}

/** The queue is gone, or the events after our position are: retrying would not help. */
const isQueueLost = (error: unknown): boolean => error instanceof RequestError && error.status === 400;

/** A server that is starting or overloaded never responds with this status. */
const isSignedOut = (error: unknown): error is RequestError => error instanceof RequestError && error.status === 401;
