/** Somebody of one role who listens during the whole walk: with a client that keeps a state, and with lesser ones beside it. */
import { type CAPABILITIES, type Snapshot, type State, Store } from "@parley/client";
import { registration } from "../../src/contract.ts";
import { features } from "../../src/features.ts";
import { type Capability, capabilityFields } from "../../src/kernel/api/client-profile.ts";
import { assertUpToDate } from "../comparable.ts";
import type { HeardEvent } from "../heard.ts";
import { Listener } from "../listener.ts";
import type { Person } from "../person.ts";

const ALL = Object.fromEntries(Object.keys(capabilityFields).map((name) => [name, true])) as typeof CAPABILITIES;
const NONE = Object.fromEntries(Object.keys(ALL).map((name) => [name, false])) as typeof CAPABILITIES;

/** Everything that a registration can tell. */
const WHOLE_STATE = [
  ...features.flatMap((feature) => feature.snapshot ?? []).map((part) => part.name),
  // Together with messages: what is unread.
  "update_message_flags",
];

export type Lack = Capability | "everything";

export class Watcher {
  readonly person: Person;
  /** Of a client that knows all capabilities: everything that was heard, in order. */
  readonly heard: HeardEvent[] = [];
  /** Ids of the messages that came to them, or that they made theirs by reacting. */
  readonly received = new Set<number>();
  /** A fresh state from before the operation at hand, and one from after it. */
  before: State;
  after: State;
  readonly #client: Listener;
  readonly #lesser: ReadonlyMap<Lack, { readonly listener: Listener; readonly heard: HeardEvent[] }>;
  #store: Store;

  private constructor(person: Person, client: Listener, snapshot: Snapshot, lesser: ReadonlyMap<Lack, Listener>) {
    this.person = person;
    this.#client = client;
    this.#lesser = new Map([...lesser].map(([lack, listener]) => [lack, { listener, heard: [] }]));
    this.#store = new Store(snapshot);
    this.before = this.after = this.#store.state;
  }

  static async of(person: Person): Promise<Watcher> {
    const registers = async (client_capabilities: typeof CAPABILITIES) => {
      const answer = await person.call(registration.register, { ...AS_THE_CLIENT, client_capabilities });
      return { answer, listener: new Listener(person, answer.queue_id as string, answer.last_event_id as number) };
    };
    const lesser = new Map<Lack, Listener>();
    for (const name of Object.keys(ALL) as Capability[])
      lesser.set(name, (await registers({ ...ALL, [name]: false })).listener);
    lesser.set("everything", (await registers(NONE)).listener);
    const { answer, listener } = await registers(ALL);
    return new Watcher(person, listener, answer, lesser);
  }

  get id(): number {
    return this.person.id;
  }
  get name(): string {
    return this.person.name;
  }
  get role(): number {
    return this.after.users.users.get(this.id)?.role as number;
  }
  get isBot(): boolean {
    return this.after.users.users.get(this.id)?.is_bot === true;
  }

  /** Hears what has happened, and answers with it; the client's state may then be held against a fresh one. */
  async catchesUp({ isCompared }: { isCompared: boolean }): Promise<{ heard: HeardEvent[]; outOfDate?: string }> {
    const heard = await everythingIn(this.#client);
    for (const event of heard) {
      this.#store.apply(event);
      if (event.type === "message") this.received.add((event.message as { id: number }).id);
      if (event.type === "reaction" && event.user_id === this.id) this.received.add(event.message_id as number);
    }
    this.heard.push(...heard);
    if (!isCompared) {
      [this.before, this.after] = [this.after, this.#store.state];
      return { heard };
    }
    const snapshot = await this.person.call(registration.register, {
      ...AS_THE_CLIENT,
      client_capabilities: ALL,
      // A queue that nothing enters: only its snapshot is of use.
      event_types: [],
      fetch_event_types: WHOLE_STATE,
    });
    const fresh = new Store(snapshot);
    this.before = this.after;
    this.after = fresh.state;
    try {
      assertUpToDate(this.#store.state, fresh.state, this.name);
      return { heard };
    } catch (error) {
      // One forgotten event is told of once.
      this.#store = fresh;
      return { heard, outOfDate: (error as Error).message };
    }
  }

  /** What comes next, whenever it does. */
  waits(): Promise<HeardEvent[]> {
    return this.#client.polls();
  }

  /** Asks all the lesser clients. What passes is not kept for long, so they are asked when something did. */
  async hearsWithout(): Promise<void> {
    const asked = [...this.#lesser.values()];
    await Promise.all(asked.map(async ({ listener, heard }) => heard.push(...(await everythingIn(listener)))));
  }

  /** What clients have heard that lack a capability. */
  async heardWithout(): Promise<ReadonlyMap<Lack, readonly HeardEvent[]>> {
    await this.hearsWithout();
    return new Map([...this.#lesser].map(([lack, { heard }]) => [lack, heard]));
  }
}

const AS_THE_CLIENT = {
  apply_markdown: true,
  client_gravatar: false,
  include_subscribers: "true",
  slim_presence: true,
  queue_lifespan_secs: 604_800,
} as const;

async function everythingIn(listener: Listener): Promise<HeardEvent[]> {
  const heard: HeardEvent[] = [];
  for (let more = await listener.polls({ dont_block: true }); more.length > 0; ) {
    heard.push(...more);
    listener.last_event_id = heard.at(-1)?.id as number;
    more = await listener.polls({ dont_block: true });
  }
  return heard;
}
