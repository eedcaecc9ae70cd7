/** Helpers for webhook tests: bots, their webhooks, and messages. */
import { after } from "node:test";
import { type Organization, Person, useServer } from "../../../test/index.ts";
import { Receiver } from "../../../test/receiver.ts";
import { startServer } from "../../../test/server.ts";
import type { Config } from "../../kernel/config.ts";
import type { Resolve } from "../../kernel/outgoing/resolve.ts";
import { getMessages } from "../../messages/contract.ts";
import { createBot } from "../../people/bots/contract.ts";
import { register } from "../../registration/contract.ts";

/** Starts a server that can call its own machine, where the tests' webhooks listen. */
export async function useReceiver(config: Partial<Config> = {}, resolve?: Resolve): Promise<Receiver> {
  const receiver = await Receiver.open();
  after(() => receiver.close());
  const extras = resolve ? { resolve } : {};
  useServer((engine) => startServer(engine, { outgoingAllow: ["127.0.0.1"], ...config }, extras));
  return receiver;
}

export async function webhookBot(
  acme: Organization,
  owner: Person,
  payload_url: string,
  { name = "Oracle", interface_type = 1 } = {},
): Promise<Person> {
  const short_name = name.toLowerCase();
  const { user_id, api_key } = await owner.call(createBot, {
    full_name: name,
    short_name,
    bot_type: 3,
    payload_url,
    interface_type,
  });
  const email = `${short_name}-bot@${acme.realm.host}`;
  return new Person(acme.server, acme.realm.url, { id: user_id, name, email, apiKey: api_key });
}

export async function tokenOf(owner: Person, bot: Person): Promise<string | undefined> {
  const { realm_bots = [] } = await owner.call(register, { fetch_event_types: ["realm_bot"] });
  const [service] = realm_bots.find(({ user_id }) => user_id === bot.id)?.services ?? [];
  return service && "token" in service ? service.token : undefined;
}

export const settled = ({ server }: Organization): Promise<void> => server.app.jobs.settled();

/** Advances the clock and starts the jobs that became due. */
export async function pass({ server, clock }: Organization, seconds: number): Promise<void> {
  await clock.leap({ seconds });
  server.app.jobs.wake();
}

interface PostedMessage {
  readonly sender: string;
  readonly content: string;
  readonly client: string;
}

/** The newest messages a user sees in a narrow, oldest first, as Markdown. */
export async function said(
  reader: Person,
  narrow: { operator: string; operand: unknown }[],
  count = 10,
): Promise<PostedMessage[]> {
  const { messages } = await reader.call(getMessages, {
    anchor: "newest",
    num_before: count,
    num_after: 0,
    narrow,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return messages.map(({ sender_full_name: sender, content, client }) => ({ sender, content, client }));
}

export const inTopic = (channel: string, topic: string) => [
  { operator: "channel", operand: channel },
  { operator: "topic", operand: topic },
];

export const among = (...people: readonly Person[]) => [{ operator: "dm", operand: people.map(({ id }) => id) }];

/** The notification bot's messages to a user. */
export async function noticesTo(person: Person): Promise<string[]> {
  const messages = await said(person, [{ operator: "is", operand: "dm" }], 100);
  return messages.filter(({ sender }) => sender === "Notification Bot").map(({ content }) => content);
}
