/**
 * The queue as a stream and as a WebSocket, through the typed client: each event arrives once, even when servers are
 * killed or the client changes nodes.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isEvent, type ServerEvent, Sync, type SyncOptions } from "@parley/client";
import { messageEvents } from "@parley/server/contract";
import type { Person } from "./support/person.ts";
import { engines, newNode, newServer } from "./support/server.ts";
import { until } from "./support/until.ts";

const KILLS = 3;
const TRANSPORTS = ["stream", "socket"] as const;

/** A follower and the events they received. */
async function follows(t: TestContext, person: Person, transport: NonNullable<SyncOptions["transport"]>) {
  const heard: ServerEvent[] = [];
  let stores = 0;
  const sync = new Sync(person.connection, {
    transport,
    register: { event_types: ["message"], fetch_event_types: ["realm"], apply_markdown: false },
    onEvent: (event) => heard.push(event),
    onStore: () => stores++,
  });
  t.after(() => sync.stop());
  await sync.start();
  const messages = () =>
    heard.filter((event) => isEvent(event, messageEvents.messageEvent)).map(({ message }) => message.id);
  return { heard, messages, stores: () => stores };
}

/** Sends until told to stop, and ignores that the server goes away. */
async function keepsSending(sender: Person, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++) await sender.sends("launch", "tides", `wave ${n}`).catch(() => sleep(20));
}

function assertOnceInOrder(heard: readonly ServerEvent[]): void {
  const ids = heard.map(({ id }) => id);
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((a, b) => a - b),
  );
}

for (const engine of engines)
  test(`every event arrives once over every transport when the server is killed under load, on ${engine}`, async (t) => {
    const server = await newServer(t, engine);
    const [ada, ben] = [await server.member("Ada"), await server.member("Ben")];
    for (const person of [ada, ben]) await person.joins("launch");
    const followers = await Promise.all(TRANSPORTS.map((transport) => follows(t, ben, transport)));
    let over = false;
    const sending = keepsSending(ada, () => over || t.signal.aborted);
    for (let kill = 0; kill < KILLS; kill++) {
      const before = followers.map(({ heard }) => heard.length);
      await until("messages come", () => followers.every(({ heard }, n) => heard.length >= (before[n] as number) + 20));
      await server.kill();
      await server.start();
    }
    over = true;
    await sending;
    const last = await ada.sends("launch", "tides", "the last one");
    const stored = (await ben.reads("launch")).map(({ id }) => id);
    for (const { heard, messages, stores } of followers) {
      await until("the last message", () => messages().at(-1) === last);
      assertOnceInOrder(heard);
      assert.deepEqual(messages(), stored, "every message exactly once and in order");
      assert.equal(stores(), 1, "the queue was never given up");
    }
    t.diagnostic(`${stored.length} messages over ${KILLS} kills`);
  });

for (const transport of TRANSPORTS)
  test(`a message sent to one node arrives at the other, which takes over the queue, by ${transport}`, async (t) => {
    const one = await newServer(t, "postgres");
    const two = await newNode(one.installation);
    await two.start();
    const [ada, ben] = [await one.member("Ada"), await one.member("Ben")];
    for (const person of [ada, ben]) await person.joins("launch");
    const { heard, messages, stores } = await follows(t, two.as(ben), transport);
    const sent: number[] = [];
    for (let n = 0; n < 20; n++) sent.push(await ada.sends("launch", "tides", `wave ${n}`));
    await until("all waves", () => messages().length === sent.length);
    // Another process listens at this address: the client's queue continues there.
    await two.kill();
    for (let n = 0; n < 20; n++) sent.push(await ada.sends("launch", "tides", `later wave ${n}`));
    await two.start();
    await until("all later waves", () => messages().length === sent.length);
    assert.deepEqual(messages(), sent);
    assertOnceInOrder(heard);
    assert.equal(stores(), 1);
  });

for (const transport of TRANSPORTS)
  test(`a server that is asked to stop closes its streams at once, by ${transport}`, async (t) => {
    const server = await newServer(t, "sqlite");
    const ben = await server.member("Ben");
    await ben.joins("launch");
    const { messages } = await follows(t, ben, transport);
    const began = performance.now();
    assert.equal(await server.stop(), 0);
    const tookMs = performance.now() - began;
    assert.ok(tookMs < 3000, `it took ${tookMs} ms`);
    await server.start();
    const id = await ben.sends("launch", "tides", "back again");
    await until("the message after", () => messages().at(-1) === id);
  });
