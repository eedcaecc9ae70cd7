import assert from "node:assert/strict";
import { org, type Person, test } from "../../test/index.ts";
import * as channels from "./contract.ts";

interface Registered {
  queue_id: string;
  last_event_id: number;
  subscriptions: { name: string; email_address?: string }[];
}

async function registers(person: Person, client: string, capabilities: object = {}): Promise<Registered> {
  const answer = await person.asks("POST", "/register", {
    client,
    event_types: '["subscription"]',
    client_capabilities: JSON.stringify({ notification_settings_null: false, ...capabilities }),
  });
  return answer as unknown as Registered;
}

async function joined(person: Person, { queue_id, last_event_id }: Registered): Promise<Registered["subscriptions"]> {
  const asked = { queue_id, last_event_id: String(last_event_id), dont_block: "true" };
  const { events } = (await person.asks("GET", "/events", asked)) as unknown as {
    events: { op: string; subscriptions: Registered["subscriptions"] }[];
  };
  return events.flatMap(({ op, subscriptions }) => (op === "add" ? subscriptions : []));
}

test("released clients that need an email address for every channel get an empty one; others get none", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const terminal = await registers(ada, "ZulipTerminal");
  const telephone = await registers(ada, "ZulipFlutter", { user_settings_object: true });
  const neutral = await registers(ada, "ParleyTest");
  await ada.call(channels.subscribe, { subscriptions: [{ name: "launch" }] });

  assert.deepEqual(addresses(await joined(ada, terminal)), [""]);
  assert.deepEqual(addresses(await joined(ada, telephone)), [undefined]);
  assert.deepEqual(addresses(await joined(ada, neutral)), [undefined]);
  const again = (await registers(ada, "ZulipTerminal")).subscriptions;
  assert.ok(again.length > 0 && again.every(({ email_address }) => email_address === ""));
  const without = (await registers(ada, "ParleyTest")).subscriptions;
  assert.ok(without.every((each) => !("email_address" in each)));
});

const addresses = (subscriptions: Registered["subscriptions"]) =>
  subscriptions.map(({ email_address }) => email_address);
