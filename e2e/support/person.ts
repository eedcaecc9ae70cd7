/** A user who calls the server with an API key, through the typed client. */
import { Connection } from "@parley/client";
import {
  type ArgumentsOf,
  channels,
  messages,
  type Operation,
  registration,
  type Shape,
  type ShapeOf,
  users,
} from "@parley/server/contract";
import { Queue } from "./queue.ts";

const PAGE = 5000;

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
}

export interface ReceivedMessage {
  readonly id: number;
  readonly content: string;
  readonly sender_id: number;
}

export class Person implements Account {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
  readonly address: string;
  readonly connection: Connection;

  constructor(address: string, { id, email, apiKey }: Account) {
    this.address = address;
    this.id = id;
    this.email = email;
    this.apiKey = apiKey;
    this.connection = new Connection({ url: address, email, apiKey });
  }

  static async signsIn(
    address: string,
    { id, email, password }: { id: number; email: string; password: string },
  ): Promise<Person> {
    const stranger = new Connection({ url: address, email, apiKey: "" });
    const { api_key } = await stranger.call(users.fetchApiKey, { username: email, password });
    return new Person(address, { id, email, apiKey: api_key });
  }

  /** Throws RequestError when the server refuses, and ConnectionError when it does not respond. */
  call<P extends Shape, R extends Shape>(operation: Operation<P, R>, args: ArgumentsOf<P>): Promise<ShapeOf<R>> {
    return this.connection.call(operation, args);
  }

  async joins(channel: string): Promise<void> {
    // Tests count messages, so the server's notices are off.
    await this.call(channels.subscribe, {
      subscriptions: [{ name: channel }],
      send_new_subscription_messages: false,
    });
  }

  async sends(channel: string, topic: string, content: string): Promise<number> {
    const { id } = await this.call(messages.sendMessage, { type: "channel", to: channel, topic, content });
    return id;
  }

  async sendsTo(people: readonly Account[], content: string): Promise<number> {
    const to = people.map((person) => person.id);
    const { id } = await this.call(messages.sendMessage, { type: "direct", to, content });
    return id;
  }

  /** The state of these kinds, without a queue to listen to. */
  async registers(fetch_event_types: string[]): Promise<Record<string, unknown>> {
    return this.call(registration.register, { fetch_event_types, event_types: [] });
  }

  /** Registers a queue for messages and changes to the organization. */
  async listens(): Promise<Queue> {
    const { queue_id, last_event_id } = await this.call(registration.register, { event_types: ["message", "realm"] });
    return new Queue(this, queue_id as string, last_event_id as number);
  }

  /** The contents of all messages in a channel, as Markdown, oldest first. */
  async reads(channel: string): Promise<ReceivedMessage[]> {
    const narrow = [{ operator: "channel", operand: channel }];
    const read: ReceivedMessage[] = [];
    for (;;) {
      const last = read.at(-1);
      const page = await this.call(messages.getMessages, {
        anchor: last ? String(last.id) : "oldest",
        include_anchor: last === undefined,
        num_after: PAGE - 1,
        narrow,
        apply_markdown: false,
      });
      read.push(...page.messages);
      if (page.found_newest) return read;
    }
  }
}
