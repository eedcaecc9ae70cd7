/** The queues of events of those whose keys were given: registered, waited for, and heard together. */
import { setTimeout as sleep } from "node:timers/promises";
import { numberOrNothing } from "../imports/json.ts";
import { Role } from "../kernel/access/roles.ts";
import { RemoteRefusal } from "./errors.ts";
import type { Follower } from "./follower.ts";
import { POLL_MS, QUEUE_LIFESPAN_SECONDS } from "./limits.ts";
import type { RemoteServer } from "./remote.ts";
import { changedBy, EVENT_TYPES, type HeardChanges } from "./remote-events.ts";
import { CAPABILITIES } from "./state.ts";

/** What somebody's queue has said, or that it is gone. */
export interface Heard {
  readonly follower: Follower;
  readonly changed: HeardChanges | "lost";
}

/** Everyone hears of the same change at nearly the same time; it is asked for once. */
const TOGETHER_MS = 100;

export class Listening {
  readonly #followers: readonly Follower[];
  readonly #signal: AbortSignal;
  readonly #tell: (line: string) => void;
  /** Polls that wait for the other server, and those that it has answered. */
  readonly #waiting = new Map<Follower, Promise<void>>();
  #heard: Heard[] = [];

  constructor(followers: readonly Follower[], signal: AbortSignal, tell: (line: string) => void) {
    this.#followers = followers;
    this.#signal = signal;
    this.#tell = tell;
  }

  /** Registers the queues that are missing. What is read afterwards and changes is heard of. */
  async begin(): Promise<void> {
    for (const { remote, record, role } of this.#followers) {
      if (record.queue_id !== undefined) continue;
      const answer = await remote.post("/register", {
        event_types: EVENT_TYPES,
        fetch_event_types: [],
        client_capabilities: CAPABILITIES,
        client_gravatar: false,
        apply_markdown: false,
        queue_lifespan_secs: QUEUE_LIFESPAN_SECONDS,
        ...(role === Role.guest ? {} : { all_public_streams: true }),
      });
      record.queue_id = String(answer.queue_id);
      record.last_event_id = numberOrNothing(answer.last_event_id) ?? -1;
      record.reached = {};
    }
  }

  /** Waits until something is heard, and shortly for what others hear of it. What is not applied is heard again. */
  async next(): Promise<Heard[]> {
    for (const follower of this.#followers) {
      const isUnderWay = this.#waiting.has(follower) || this.#heard.some((each) => each.follower === follower);
      if (!isUnderWay) this.#wait(follower);
    }
    if (this.#heard.length === 0) await Promise.race(this.#waiting.values());
    if (this.#waiting.size > 0) await sleep(TOGETHER_MS, undefined, { signal: this.#signal });
    const heard = this.#heard;
    this.#heard = [];
    return heard;
  }

  #wait(follower: Follower): void {
    const poll = this.#poll(follower, true).then((heard) => {
      this.#heard.push(heard);
      this.#waiting.delete(follower);
    });
    // A poll that fails stays, and whoever waits next gets the fault.
    poll.catch(() => {});
    this.#waiting.set(follower, poll);
  }

  /** What has happened until now. */
  now(): Promise<Heard[]> {
    return Promise.all(this.#followers.map((follower) => this.#poll(follower, false)));
  }

  async #poll(follower: Follower, waits: boolean): Promise<Heard> {
    const { remote, record } = follower;
    const last = record.last_event_id ?? -1;
    const { queue_id } = record;
    if (queue_id === undefined) return { follower, changed: "lost" };
    try {
      const parameters = { queue_id, last_event_id: last, dont_block: !waits };
      return { follower, changed: changedBy(await remote.get("/events", parameters, POLL_MS), last) };
    } catch (error) {
      if (!(error instanceof RemoteRefusal) || error.code !== "BAD_EVENT_QUEUE_ID") throw error;
      this.#tell("The queue of events is gone: everything is compared again.");
      // Not that of a queue which has been registered meanwhile.
      if (record.queue_id === queue_id) delete record.queue_id;
      return { follower, changed: "lost" };
    }
  }

  async end(): Promise<void> {
    for (const { remote, record } of this.#followers) await endQueue(remote, record.queue_id);
  }
}

async function endQueue(remote: RemoteServer, queue_id: string | undefined): Promise<void> {
  if (queue_id === undefined) return;
  await remote.delete("/events", { queue_id }).catch((error: unknown) => {
    if (!(error instanceof RemoteRefusal)) throw error;
  });
}
