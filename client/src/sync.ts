/**
 * Keeps a store up to date: registers, polls, resumes where it was after a lost connection or a restart of the server,
 * and registers anew only when the queue is really gone.
 */
import { type ArgumentsOf, registration } from "@parley/server/contract";
import { type Connection, RequestError } from "./connection.ts";
import { Store } from "./store/store.ts";
import type { ServerEvent, Snapshot } from "./types.ts";

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

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 30_000;

export interface SyncOptions {
  register?: RegisterOptions;
  onEvent?(event: ServerEvent): void;
  /** A new store was made: at the start, and when the old queue was gone. */
  onStore?(store: Store): void;
  onTrouble?(error: unknown): void;
}

export class Sync {
  readonly #connection: Connection;
  readonly #options: SyncOptions;
  readonly #stop = new AbortController();
  #queue: { id: string; lastEventId: number } | undefined;
  #store: Store | undefined;
  #failures = 0;

  constructor(connection: Connection, options: SyncOptions = {}) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Resolves when the first snapshot is there; events follow until `stop`. */
  async start(): Promise<Store> {
    const store = await this.#register();
    void this.#follow();
    return store;
  }

  get store(): Store | undefined {
    return this.#store;
  }
  get queueId(): string | undefined {
    return this.#queue?.id;
  }

  /** Ends the poll and gives the queue back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const queue = this.#queue;
    this.#queue = undefined;
    if (queue) await this.#connection.call(registration.deleteQueue, { queue_id: queue.id }).catch(() => {});
  }

  async #register(): Promise<Store> {
    const answer = await this.#connection.call(registration.register, {
      apply_markdown: true,
      client_gravatar: false,
      include_subscribers: "true",
      slim_presence: true,
      client_capabilities: CAPABILITIES,
      ...this.#options.register,
    });
    this.#queue = { id: answer.queue_id as string, lastEventId: answer.last_event_id as number };
    this.#store = new Store(answer as Snapshot);
    this.#options.onStore?.(this.#store);
    return this.#store;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#poll(signal);
        this.#failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onTrouble?.(error);
        await this.#pause(signal);
      }
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    if (!this.#queue) {
      await this.#register();
      return;
    }
    const { id: queue_id, lastEventId: last_event_id } = this.#queue;
    try {
      const { events } = await this.#connection.call(registration.getEvents, { queue_id, last_event_id }, { signal });
      for (const event of events as unknown as ServerEvent[]) this.#take(event);
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "BAD_EVENT_QUEUE_ID") throw error;
      this.#queue = undefined;
    }
  }

  #take(event: ServerEvent): void {
    // An answer that was lost on the way is repeated: what was applied is not applied again.
    if (!this.#queue || event.id <= this.#queue.lastEventId) return;
    this.#queue.lastEventId = event.id;
    if (event.type === "heartbeat") return;
    this.#store?.apply(event);
    this.#options.onEvent?.(event);
  }

  /** Waits a little longer after each failure, and not for the same time as everybody else. */
  #pause(signal: AbortSignal): Promise<void> {
    const longest = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LONGEST_RETRY_MS);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longest / 2 + (Math.random() * longest) / 2);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
