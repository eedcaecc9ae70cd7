import assert from "node:assert/strict";
import { org, type Person, test, useServer } from "../../../test/index.ts";
import { type Engine, startServer } from "../../../test/server.ts";
import { register } from "../../registration/contract.ts";
import { DEFAULT_COLLECTION_LIMITS } from "../limits/collections.ts";

const collectionLimits = { ...DEFAULT_COLLECTION_LIMITS, event_queues: 3 };
useServer((engine: Engine) => startServer(engine, { collectionLimits }));

const registers = async (person: Person) =>
  (await person.call(register, { fetch_event_types: [], event_types: ["message"] })).queue_id as string;

const polls = (person: Person, queue_id: string, more: Record<string, string> = {}) =>
  person.asks("GET", "/events", { queue_id, last_event_id: "-1", ...more });

const answers = async (person: Person, queue_id: string) =>
  (await polls(person, queue_id, { dont_block: "true" })).code ?? "alive";

test("a queue over the limit ends the account's longest idle queue", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const other = await registers(ben);
  const first = await registers(ada);
  await acme.clock.advance({ minutes: 1 });
  const [second, third] = [await registers(ada), await registers(ada)];
  await acme.clock.advance({ minutes: 1 });
  assert.equal(await answers(ada, first), "alive");
  await acme.clock.advance({ minutes: 1 });
  assert.equal(await answers(ada, third), "alive");
  const fourth = await registers(ada);
  assert.equal(await answers(ada, second), "BAD_EVENT_QUEUE_ID");
  for (const queue of [first, third, fourth]) assert.equal(await answers(ada, queue), "alive");
  assert.equal(await answers(ben, other), "alive");
});

test("a queue with a held poll is kept, and the poll of a queue that is ended gets a response", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const listening = await registers(ada);
  const held = polls(ada, listening);
  await acme.clock.advance({ seconds: 1 });
  const idle = [await registers(ada), await registers(ada)];
  for (let n = 0; n < 5; n++) idle.push(await registers(ada));
  assert.equal(await answers(ada, idle.at(-3) as string), "BAD_EVENT_QUEUE_ID");
  await ada.writes(ada, "hello");
  const { events } = (await held) as unknown as { events: { type: string }[] };
  assert.deepEqual(
    events.map(({ type }) => type),
    ["message"],
  );
});

test("clients that keep registering do not end a queue that is read now and then", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const reading = await registers(ada);
  for (let n = 0; n < 10; n++) {
    assert.equal(await answers(ada, reading), "alive");
    await registers(ada);
  }
});

test("concurrent registrations never leave an account with more queues than allowed", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const queues = await Promise.all(Array.from({ length: 12 }, () => registers(ada)));
  const found = await Promise.all(queues.map((queue) => answers(ada, queue)));
  assert.equal(found.filter((each) => each === "alive").length, 3);
});
