/** Somebody of one role who listens during the whole walk: with a client that keeps a state, and with lesser ones beside it. */
import { type CAPABILITIES, type Snapshot, type State, Store } from "@parley/client";
import { registration } from "../../src/contract.ts";
import { features } from "../../src/features.ts";
import {
  type Capability,
  type ClientProfile,
  capabilitiesFrom,
  capabilityFields,
} from "../../src/kernel/api/client-profile.ts";
import { versionFields } from "../../src/kernel/version.ts";
import { assertUpToDate } from "../comparable.ts";
import type { HeardEvent } from "../heard.ts";
import { Listener } from "../listener.ts";
import { NEWEST_CLIENT, stateFor } from "../mirror.ts";
import type { Organization } from "../organization.ts";
import type { Person } from "../person.ts";

const ALL = Object.fromEntries(Object.keys(capabilityFields).map((name) => [name, true])) as typeof CAPABILITIES;
const NONE = Object.fromEntries(Object.keys(ALL).map((name) => [name, false])) as typeof CAPABILITIES;

/** Everything that a registration can tell. */
const WHOLE_STATE = [
  ...features.flatMap((feature) => feature.snapshot ?? []).map((part) => part.name),
  // Together with messages: what is unread.
  "update_message_flags",
];

const PROFILE: ClientProfile = { ...NEWEST_CLIENT, capabilities: capabilitiesFrom(ALL) };

/** What a client's state is held against. */
export type FreshState = "not compared" | "as read" | "as answered";

interface CatchUp {
  readonly heard: HeardEvent[];
  /** What the client shows and is not so. */
  readonly outOfDate?: string;
}

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
  readonly #acme: Organization;
  readonly #client: Listener;
  readonly #lesser: ReadonlyMap<Lack, { readonly listener: Listener; readonly heard: HeardEvent[] }>;
  #store: Store;
  /** The state that was read last, as text. */
  #told = "";

  private constructor(
    acme: Organization,
    person: Person,
    client: Listener,
    snapshot: Snapshot,
    lesser: ReadonlyMap<Lack, Listener>,
  ) {
    this.#acme = acme;
    this.person = person;
    this.#client = client;
    this.#lesser = new Map([...lesser].map(([lack, listener]) => [lack, { listener, heard: [] }]));
    this.#store = new Store(snapshot);
    this.before = this.after = this.#store.state;
  }

  static async of(acme: Organization, person: Person): Promise<Watcher> {
    const registers = async (client_capabilities: typeof CAPABILITIES) => {
      const answer = await person.call(registration.register, { ...AS_THE_CLIENT, client_capabilities });
      return { answer, listener: new Listener(person, answer.queue_id as string, answer.last_event_id as number) };
    };
    const lesser = new Map<Lack, Listener>();
    for (const name of Object.keys(ALL) as Capability[])
      lesser.set(name, (await registers({ ...ALL, [name]: false })).listener);
    lesser.set("everything", (await registers(NONE)).listener);
    const { answer, listener } = await registers(ALL);
    return new Watcher(acme, person, listener, answer, lesser);
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
  async catchesUp(fresh: FreshState): Promise<CatchUp> {
    const heard = await everythingIn(this.#client);
    for (const event of heard) {
      this.#store.apply(event);
      if (event.type === "message") this.received.add((event.message as { id: number }).id);
      if (event.type === "reaction" && event.user_id === this.id) this.received.add(event.message_id as number);
    }
    this.heard.push(...heard);
    this.before = this.after;
    if (fresh === "not compared") {
      this.after = this.#store.state;
      return { heard };
    }
    if (fresh === "as answered") {
      this.#told = "";
      return { heard, ...this.#compare(new Store(await this.#registers())) };
    }
    const { state } = await stateFor(this.#acme.server, { id: this.id, realmId: this.#acme.realm.id }, PROFILE);
    const told = JSON.stringify({ ...versionFields, ...state });
    const isUnchanged = heard.length === 0 && told === this.#told;
    this.#told = told;
    return isUnchanged ? { heard } : { heard, ...this.#compare(new Store(JSON.parse(told) as Snapshot)) };
  }

  /** By an answer to a request, which is held against its declaration. */
  #registers(): Promise<Snapshot> {
    return this.person.call(registration.register, {
      ...AS_THE_CLIENT,
      client_capabilities: ALL,
      // A queue that nothing enters: only its snapshot is of use.
      event_types: [],
      fetch_event_types: WHOLE_STATE,
    });
  }

  #compare(fresh: Store): { outOfDate?: string } {
    this.after = fresh.state;
    try {
      assertUpToDate(this.#store.state, fresh.state, this.name);
      return {};
    } catch (error) {
      // One forgotten event is told of once.
      this.#store = fresh;
      return { outOfDate: (error as Error).message };
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
