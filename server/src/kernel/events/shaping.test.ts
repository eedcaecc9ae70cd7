/** An event is formatted once per kind of client, however many queues receive it. These tests count. */
import assert from "node:assert/strict";
import { listen, org, test } from "../../../test/index.ts";

const KINDS = [
  {},
  { apply_markdown: true },
  { client_capabilities: { notification_settings_null: true } },
  { client_capabilities: { notification_settings_null: true, empty_topic_name: true } },
] as const;
const QUEUES_PER_KIND = 5;

async function counted(something: () => Promise<unknown>, tally: { shaped: number; delivered: number }) {
  const before = { ...tally };
  await something();
  return { shaped: tally.shaped - before.shaped, delivered: tally.delivered - before.delivered };
}

test("a message is formatted once per kind of client", async (t) => {
  const acme = await org(t);
  const people = [acme.owner, await acme.member("Ada"), await acme.guest("Gil")];
  await acme.channel("design", people);
  for (const person of people)
    for (const kind of KINDS)
      for (let n = 0; n < QUEUES_PER_KIND; n++) await listen(person, { event_types: ["message"], ...kind });
  const { tally } = acme.server.app.hub;
  const queues = people.length * KINDS.length * QUEUES_PER_KIND;
  const send = () => acme.owner.sends("#design > logo", "hello");
  assert.deepEqual(await counted(send, tally), { shaped: KINDS.length, delivered: queues });

  // Personal fields are added to the shared result.
  const mention = () => acme.owner.sends("#design > logo", "hello @**Ada**");
  assert.deepEqual(await counted(mention, tally), { shaped: KINDS.length, delivered: queues });
});

test("queues loaded from the database after a restart share the result with others", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [acme.owner, ada]);
  const old = await listen(ada, { event_types: ["message"], apply_markdown: true });
  await acme.server.restart();
  await old.hears();
  await listen(ada, { event_types: ["message"], apply_markdown: true });
  const { tally } = acme.server.app.hub;
  const send = () => acme.owner.sends("#design > logo", "hello");
  assert.deepEqual(await counted(send, tally), { shaped: 1, delivered: 2 });
});
