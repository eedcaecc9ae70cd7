/** A user's client in a test: the test decides when it receives events and when its connection fails. */
import { registration } from "@parley/server/contract";
import type { Organization, Person } from "../../../server/test/index.ts";
import { Connection } from "../connection.ts";
import { Store } from "../store/store.ts";
import { CAPABILITIES } from "../sync.ts";
import type { ServerEvent } from "../types.ts";
import { MessageCache } from "./cache.ts";

type Fetch = typeof globalThis.fetch;

export class TestClient {
  readonly connection: Connection;
  readonly store: Store;
  readonly cache: MessageCache;
  /** Method and path of each request. */
  readonly requests: string[];
  #queueId: string;
  #lastEventId: number;
  /** Intercepts the requests between client and server. */
  readonly #network: TestNetwork;

  constructor(network: TestNetwork, connection: Connection, answer: TestRegistration) {
    this.#network = network;
    this.requests = network.requests;
    this.connection = connection;
    this.store = new Store(answer);
    this.cache = new MessageCache(connection, this.store);
    this.#queueId = answer.queue_id as string;
    this.#lastEventId = answer.last_event_id as number;
  }

  get queueId(): string {
    return this.#queueId;
  }

  /** Receives all events so far, in one batch. */
  async receivesEvents(): Promise<readonly ServerEvent[]> {
    const args = { queue_id: this.#queueId, last_event_id: this.#lastEventId, dont_block: true };
    const { events } = await this.#network.bypass(() => this.connection.call(registration.getEvents, args));
    this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId;
    this.store.applyAll(events);
    return events;
  }

  /** Registers again, as if its queue and the events in it were lost. */
  async registersAgain(): Promise<void> {
    const answer = await this.#network.bypass(() => register(this.connection));
    this.#queueId = answer.queue_id as string;
    this.#lastEventId = answer.last_event_id as number;
    this.store.reset(answer);
  }

  /** Intercepts requests to a path, before they are sent or after the response. */
  on(path: string, intercept: Interceptor): void {
    this.#network.interceptors.set(path, intercept);
  }

  off(path: string): void {
    this.#network.interceptors.delete(path);
  }
}

type Interceptor = (pass: () => Promise<Response>) => Promise<Response>;
type TestRegistration = Awaited<ReturnType<typeof register>>;

class TestNetwork {
  readonly requests: string[] = [];
  readonly interceptors = new Map<string, Interceptor>();
  #isBypassed = false;
  readonly #server: Fetch;

  constructor(server: Fetch) {
    this.#server = server;
  }

  fetch: Fetch = (input, init) => {
    const path = `${init?.method ?? "GET"} ${new URL(String(input)).pathname.replace("/api/v1", "")}`;
    if (this.#isBypassed) return this.#server(input, init);
    this.requests.push(path);
    const pass = () => this.#server(input, init);
    return this.interceptors.get(path)?.(pass) ?? pass();
  };

  /** Makes a call that is neither counted nor intercepted. */
  bypass<T>(call: () => Promise<T>): Promise<T> {
    this.#isBypassed = true;
    try {
      return call();
    } finally {
      this.#isBypassed = false;
    }
  }
}

const register = (connection: Connection) =>
  connection.call(registration.register, {
    apply_markdown: true,
    client_gravatar: false,
    include_subscribers: "true",
    slim_presence: true,
    client_capabilities: CAPABILITIES,
  });

export async function clientOf({ server, realm }: Organization, { email, apiKey }: Person): Promise<TestClient> {
  const network = new TestNetwork((input, init) => server.fetch(input, init));
  const connection = new Connection({
    url: realm.url,
    email,
    apiKey,
    fetch: network.fetch,
    headers: { "user-agent": "ParleyTest/1.0" },
  });
  return new TestClient(network, connection, await network.bypass(() => register(connection)));
}

/** Holds back a response until `open` is called. */
export function gate(): { interceptor: Interceptor; isReached: Promise<void>; open(): void } {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    async interceptor(pass) {
      const answer = await pass();
      reached.resolve();
      await opened.promise;
      return answer;
    },
    isReached: reached.promise,
    open: opened.resolve,
  };
}
