/** A user in a test: calls the API and keeps a mirror of their client's state. */
import assert from "node:assert/strict";
import { CAPABILITIES, Connection, type State, Store } from "@parley/client";
import { type ArgumentsOf, type Operation, registration, type Shape, type ShapeOf } from "../src/contract.ts";
import type { MessageId, UserId } from "../src/kernel/api/ids.ts";
import * as messages from "../src/messages/contract.ts";
import { assertUpToDate } from "./comparable.ts";
import type { Heard, HeardEvent } from "./heard.ts";
import type { TestServer } from "./server.ts";

export interface Account {
  id: UserId;
  name: string;
  email: string;
  apiKey: string;
}

/** An event as tests compare it: without the id, which depends on the queue. */

/** A response as received, with its envelope. */
export type ApiResponse = { result: "success" | "error"; msg: string; code?: string } & Record<string, unknown>;

interface Mirror {
  store: Store;
  queueId: string;
  lastEventId: number;
}

export class Person implements Account {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly apiKey: string;
  readonly connection: Connection;
  readonly #server: TestServer;
  readonly #url: string;
  readonly #client: string;
  #mirror: Mirror | undefined;

  /** The User-Agent determines the client's name. */
  constructor(server: TestServer, url: string, account: Account, client = "ParleyTest/1.0") {
    this.#server = server;
    this.#url = url;
    this.#client = client;
    this.id = account.id;
    this.name = account.name;
    this.email = account.email;
    this.apiKey = account.apiKey;
    this.connection = new Connection({
      ...account,
      url,
      fetch: server.fetch,
      headers: { "user-agent": client },
    });
  }

  call<P extends Shape, R extends Shape>(operation: Operation<P, R>, args: ArgumentsOf<P>): Promise<ShapeOf<R>> {
    return this.connection.call(operation, args);
  }

  /** Sends a raw request without the typed client: parameters as text, and the response as received. */
  async asks(method: string, path: string, params: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    const form = new URLSearchParams(params);
    const isGet = method === "GET";
    const credentials = Buffer.from(`${this.email}:${this.apiKey}`).toString("base64");
    const response = await this.#server.fetch(`${this.#url}/api/v1${path}${isGet ? `?${form}` : ""}`, {
      method,
      headers: { authorization: `Basic ${credentials}`, "user-agent": this.#client },
      ...(isGet ? {} : { body: form }),
    });
    return (await response.json()) as ApiResponse;
  }

  /** `sends("#design > logo", "hi")` to a topic of a channel. */
  async sends(where: string, content: string): Promise<MessageId> {
    const [, to, topic] = /^#(.+?) > (.*)$/.exec(where) ?? [];
    assert(to !== undefined && topic !== undefined, `"${where}" is not like "#channel > topic"`);
    const { id } = await this.call(messages.sendMessage, { type: "channel", to, topic, content });
    return id;
  }

  /** A direct message to one or several people. */
  async writes(to: Person | readonly Person[], content: string): Promise<MessageId> {
    const people = [to].flat() as Person[];
    const { id } = await this.call(messages.sendMessage, {
      type: "direct",
      to: people.map((person) => person.id),
      content,
    });
    return id;
  }

  /** The events that this person's client receives during `something`; its state must then equal a fresh snapshot. */
  async eventsDuring(something: () => Promise<unknown>): Promise<Heard[]> {
    await this.catchesUp();
    await something();
    const heard = await this.catchesUp();
    await this.verify();
    return heard;
  }

  /** Applies new events to the mirror. */
  async catchesUp(): Promise<Heard[]> {
    const mirror = await this.watches();
    const { queueId: queue_id, lastEventId: last_event_id } = mirror;
    const { events } = await this.call(registration.getEvents, { queue_id, last_event_id, dont_block: true });
    return events.map((event: HeardEvent) => {
      assert(event.id > mirror.lastEventId, "events come in the order of their ids");
      mirror.lastEventId = event.id;
      mirror.store.apply(event);
      if (event.type === "message") assert(isNewest(mirror.store.state, event), "a client knows the newest message");
      const { id: _, ...heard } = event;
      return heard as Heard;
    });
  }

  /** From now on, mirrors the person's client; the test checks its state at the end. */
  async watches(): Promise<Mirror> {
    if (!this.#mirror) {
      const answer = await this.#registers();
      const mirror = { queueId: answer.queue_id as string, lastEventId: answer.last_event_id as number };
      this.#mirror = { ...mirror, store: new Store(answer) };
    }
    return this.#mirror;
  }

  /** The old snapshot with the events applied must equal a fresh snapshot. */
  async verify(): Promise<void> {
    if (!this.#mirror) return;
    await this.catchesUp();
    const fresh = new Store(await this.#registers());
    assertUpToDate(this.#mirror.store.state, fresh.state, this.name);
  }

  #registers() {
    return this.call(registration.register, {
      apply_markdown: true,
      client_gravatar: false,
      include_subscribers: "true",
      slim_presence: true,
      client_capabilities: CAPABILITIES,
    });
  }
}

const isNewest = ({ conversations }: State, { message }: HeardEvent) =>
  conversations.maxMessageId >= (message as { id: number }).id;
