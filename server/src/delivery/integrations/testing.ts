/** Helpers for tests of integrations: bots, their URLs, and requests as services send them. */
import { ask, type TestResponse } from "../../../test/ask.ts";
import { type Organization, Person } from "../../../test/index.ts";
import { getMessages } from "../../messages/contract.ts";
import { createBot } from "../../people/bots/contract.ts";
import type { Fixture } from "./fixtures/fixture.ts";

export async function incomingBot(
  acme: Organization,
  owner: Person,
  { name = "Hook", config_data = {} }: { name?: string; config_data?: Record<string, string> } = {},
): Promise<Person> {
  const short_name = name.toLowerCase();
  const { user_id, api_key } = await owner.call(createBot, { full_name: name, short_name, bot_type: 2, config_data });
  const email = `${short_name}-bot@${acme.realm.host}`;
  return new Person(acme.server, acme.realm.url, { id: user_id, name, email, apiKey: api_key });
}

export const bytesOf = ({ body }: Pick<Fixture, "body">): string =>
  typeof body === "string" ? body : JSON.stringify(body);

/** Calls a bot's URL, as the service does. */
export function deliver(
  acme: Organization,
  bot: Pick<Person, "apiKey">,
  integration: string,
  { body, headers = {}, query = {} }: Omit<Fixture, "name">,
): Promise<TestResponse> {
  const parameters = new URLSearchParams({ api_key: bot.apiKey, ...query });
  return ask(acme.server, `POST /external/${integration}?${parameters}`, {
    host: acme.realm.host,
    headers: { "content-type": "application/json", ...headers },
    payload: bytesOf({ body }),
  });
}

interface SeenMessage {
  readonly subject: string;
  readonly content: string;
  readonly client: string;
  readonly type: string;
  readonly sender_id: number;
  readonly flags: readonly string[];
}

/** The newest messages that a person can read, oldest first: all of them, or those of a narrow. */
export async function seenBy(
  person: Person,
  { html = false, count = 100, narrow = [] as { operator: string; operand: unknown }[] } = {},
): Promise<readonly SeenMessage[]> {
  const { messages } = await person.call(getMessages, {
    anchor: "newest",
    num_before: count,
    apply_markdown: html,
    allow_empty_topic_name: true,
    narrow,
  });
  return messages as unknown as readonly SeenMessage[];
}
