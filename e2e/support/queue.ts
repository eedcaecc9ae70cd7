/** An event queue as a client holds it: its id and the last event it has seen. */
import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "@parley/client";
import { registration } from "@parley/server/contract";
import type { Person, ReceivedMessage } from "./person.ts";

/** How often a client asks for a server that is away: each attempt takes processor time of which the server starts sooner. */
export const WHILE_AWAY_MS = 100;

export interface QueueEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: ReceivedMessage;
}

export class Queue {
  readonly id: string;
  readonly heard: QueueEvent[] = [];
  readonly messages: ReceivedMessage[] = [];
  /** How often a poll got no answer. */
  failures = 0;
  #owner: Person;
  #last: number;

  constructor(owner: Person, id: string, last: number) {
    this.#owner = owner;
    this.id = id;
    this.#last = last;
  }

  /** From now on the queue is polled at another node. */
  moveTo(owner: Person): void {
    this.#owner = owner;
  }

  /** One poll. What it brings is kept in the order in which it came. */
  async poll({ wait = true } = {}): Promise<readonly QueueEvent[]> {
    const { events } = await this.#owner.call(registration.getEvents, {
      queue_id: this.id,
      last_event_id: this.#last,
      dont_block: !wait,
    });
    const heard = events as unknown as QueueEvent[];
    this.heard.push(...heard);
    this.messages.push(...heard.flatMap(({ message }) => message ?? []));
    this.#last = heard.at(-1)?.id ?? this.#last;
    return heard;
  }

  /** Polls until the condition holds. */
  async pollUntil(holds: () => boolean): Promise<void> {
    while (!holds()) await this.poll();
  }

  /** Polls on whatever happens to the server, and never registers again; only a refusal ends it. */
  async keepPolling(enough: () => boolean): Promise<void> {
    while (!enough()) {
      try {
        await this.poll();
      } catch (error) {
        if (error instanceof RequestError) throw error;
        this.failures++;
        await sleep(WHILE_AWAY_MS);
      }
    }
  }

  async ends(): Promise<void> {
    await this.#owner.call(registration.deleteQueue, { queue_id: this.id });
  }
}
