/** A client of somebody's in a test: hears when it is told to, and its connection breaks when it should. */
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
  /** Stands between the client and the server. */
  readonly #line: TestLine;

  constructor(line: TestLine, connection: Connection, answer: TestRegistration) {
    this.#line = line;
    this.requests = line.requests;
    this.connection = connection;
    this.store = new Store(answer);
    this.cache = new MessageCache(connection, this.store);
    this.#queueId = answer.queue_id as string;
    this.#lastEventId = answer.last_event_id as number;
  }

  get queueId(): string {
    return this.#queueId;
  }

  /** What has happened, in one batch. */
  async hears(): Promise<readonly ServerEvent[]> {
    const args = { queue_id: this.#queueId, last_event_id: this.#lastEventId, dont_block: true };
    const { events } = await this.#line.past(() => this.connection.call(registration.getEvents, args));
    this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId;
    this.store.applyAll(events);
    return events;
  }

  /** Its queue was gone, with all that had happened. */
  async registersAnew(): Promise<void> {
    const answer = await this.#line.past(() => register(this.connection));
    this.#queueId = answer.queue_id as string;
    this.#lastEventId = answer.last_event_id as number;
    this.store.reset(answer);
  }

  /** What becomes of each request to a path, before it is made or after it was answered. */
  on(path: string, meddle: Meddling): void {
    this.#line.meddlings.set(path, meddle);
  }

  off(path: string): void {
    this.#line.meddlings.delete(path);
  }
}

type Meddling = (pass: () => Promise<Response>) => Promise<Response>;
type TestRegistration = Awaited<ReturnType<typeof register>>;

class TestLine {
  readonly requests: string[] = [];
  readonly meddlings = new Map<string, Meddling>();
  #isPassed = false;
  readonly #server: Fetch;

  constructor(server: Fetch) {
    this.#server = server;
  }

  fetch: Fetch = (input, init) => {
    const path = `${init?.method ?? "GET"} ${new URL(String(input)).pathname.replace("/api/v1", "")}`;
    if (this.#isPassed) return this.#server(input, init);
    this.requests.push(path);
    const pass = () => this.#server(input, init);
    return this.meddlings.get(path)?.(pass) ?? pass();
  };

  /** Neither counted nor meddled with. */
  past<T>(call: () => Promise<T>): Promise<T> {
    this.#isPassed = true;
    try {
      return call();
    } finally {
      this.#isPassed = false;
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
  const line = new TestLine((input, init) => server.fetch(input, init));
  const connection = new Connection({
    url: realm.url,
    email,
    apiKey,
    fetch: line.fetch,
    headers: { "user-agent": "ParleyTest/1.0" },
  });
  return new TestClient(line, connection, await line.past(() => register(connection)));
}

/** A request that waits until it is let go. */
export function gate(): { meddling: Meddling; isReached: Promise<void>; open(): void } {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    async meddling(pass) {
      const answer = await pass();
      reached.resolve();
      await opened.promise;
      return answer;
    },
    isReached: reached.promise,
    open: opened.resolve,
  };
}
