/**
 * Keeps a store up to date: registers, reads the queue, resumes where it was after a lost connection or a restart of the
 * server, and registers anew only when the queue is really gone.
 */
import { type ArgumentsOf, registration } from "@parley/server/contract";
import { Backoff, pause } from "./backoff.ts";
import { type Connection, RequestError } from "./connection.ts";
import { Store } from "./store/store.ts";
import { byPolling } from "./transports/polling.ts";
import { bySocket } from "./transports/socket.ts";
import { byStream } from "./transports/stream.ts";
import type { QueuePosition, Transport } from "./transports/transport.ts";
import type { ServerEvent } from "./types.ts";

export type RegisterOptions = ArgumentsOf<(typeof registration.register)["params"]>;

/** What this client understands. */
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
};

const TRANSPORTS = { poll: byPolling, stream: byStream, socket: bySocket } satisfies Record<string, Transport>;

/** Where the server does not say how long it may be silent. */
const SILENCE_SECONDS = 90;

export interface SyncOptions {
  register?: RegisterOptions;
  /** What was kept of an earlier time: it is there at once, and what the server says replaces it when it can be asked. */
  store?: Store;
  /** Where another reader of the same queue was: it is read on from there. */
  place?: QueuePosition;
  /** Before each registration: makes sure that the connection is still whose store it is. */
  beforeRegistering?(signal: AbortSignal): Promise<void>;
  /** How long to wait after the first failure; then twice as long each time. */
  firstPauseMs?: number;
  /** How events come here: long polling, Server-Sent Events or a WebSocket. Everything else is the same. */
  transport?: keyof typeof TRANSPORTS;
  /** Stops like `stop`. */
  signal?: AbortSignal;
  onEvent?(event: ServerEvent): void;
  /** What has come together was applied: it came after the event of that id. */
  onTaken?(events: readonly ServerEvent[], after: number): void;
  /** The store has a new snapshot: at the start, and when the old queue was gone. */
  onStore?(store: Store): void;
  /** The server is there, and will tell what happens: each time that reading begins, and with each answer to a poll. */
  onReached?(): void;
  /** Something failed, and is tried again. */
  onTrouble?(error: unknown): void;
  /** The server does not know us any more: nothing is tried again. */
  onSignedOut?(error: RequestError): void;
}

export class Sync {
  readonly #connection: Connection;
  readonly #options: SyncOptions;
  readonly #stop = new AbortController();
  readonly #backoff: Backoff;
  #place: QueuePosition | undefined;
  /** A visitor without an account gets a snapshot and no queue: nothing follows. */
  #hasNoQueue = false;
  #store: Store | undefined;
  /** Ends the pause before the next try. */
  #wake = new AbortController();
  /** Ends the reading, to begin another. */
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

  /** Resolves when the first snapshot is there, or at once with what was kept; events follow until `stop`. */
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
  /** How far the queue was read. */
  get place(): QueuePosition | undefined {
    return this.#place;
  }

  /** The server may be there again: tries at once. */
  resume(): void {
    this.#backoff.reset();
    this.#wake.abort();
  }

  /** The connection may be dead without having said so, as after a sleep: another takes its place. */
  reconnect(): void {
    this.#reading.abort();
    this.resume();
  }

  /** Ends the reading and gives the queue back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const place = this.#place;
    this.#place = undefined;
    if (place) await this.#connection.call(registration.deleteQueue, { queue_id: place.queueId }).catch(() => {});
  }

  /** Ends the reading; the queue stays, for whoever reads on. */
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
        this.#take(place, events);
      }
    } catch (error) {
      if (isOver.aborted && !signal.aborted) return;
      if (!isQueueLost(error)) throw error;
      // Gone, with whatever it held: the next snapshot has it.
      if (this.#place === place) this.#place = undefined;
    }
  }

  /** What has come together is told of together. */
  #take(place: QueuePosition, events: readonly ServerEvent[]): void {
    // An answer that was lost on the way is repeated: what was applied is not applied again.
    const after = place.lastEventId;
    const unheard = events.filter((event) => event.id > after);
    place.lastEventId = unheard.at(-1)?.id ?? after;
    const news = unheard.filter(({ type }) => type !== "heartbeat");
    this.#store?.applyAll(news);
    this.#options.onTaken?.(news, after);
    for (const event of news) this.#options.onEvent?.(event);
  }
}

/** It is gone, or what it held from our place on is: asking again would not help. */
const isQueueLost = (error: unknown): boolean => error instanceof RequestError && error.status === 400;

/** A server that is starting or overloaded never says so. */
const isSignedOut = (error: unknown): error is RequestError => error instanceof RequestError && error.status === 401;
