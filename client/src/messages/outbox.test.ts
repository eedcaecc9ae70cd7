import assert from "node:assert/strict";
import { messages } from "@parley/server/contract";
import { type Organization, org, type Person, test, until } from "../../../server/test/index.ts";
import { Outbox } from "./outbox.ts";
import type { OutboxEntry, Outgoing } from "./outbox-entry.ts";
import type { Persistence } from "./persistence.ts";
import { clientOf, type TestClient } from "./testing.ts";
import { viewOf } from "./views.ts";

const SEND = "POST /messages";

interface OutboxScene {
  acme: Organization;
  ada: Person;
  ben: Person;
  client: TestClient;
  launch: number;
  outbox: Outbox;
  toTides(content: string): Outgoing;
  /** The messages that everyone sees in #launch. */
  arrived(): Promise<string[]>;
}

async function scene(acme: Organization, persistence?: Persistence<OutboxEntry>): Promise<OutboxScene> {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const launch = await acme.channel("launch", [ada, ben]);
  const client = await clientOf(acme, ada);
  const outbox = outboxOf(client, persistence);
  const arrived = async () => {
    const narrow = [{ operator: "channel", operand: launch }];
    const args = { anchor: "newest", num_before: 100, narrow, apply_markdown: false };
    return (await ben.call(messages.getMessages, args)).messages.map(({ content }) => content);
  };
  const toTides = (content: string): Outgoing => ({ type: "channel", to: launch, topic: "tides", content });
  return { acme, ada, ben, client, launch, outbox, toTides, arrived };
}

const outboxOf = (client: TestClient, persistence?: Persistence<OutboxEntry>) =>
  new Outbox({
    connection: client.connection,
    cache: client.cache,
    queueId: () => client.queueId,
    ...(persistence ? { persistence } : {}),
  });

const names = (outbox: Outbox) => outbox.entries.map(({ state }) => state.name);
const lost = () => Promise.reject(new TypeError("no network"));
/** The request succeeds, but the response is lost. */
const broken = (pass: () => Promise<Response>) => pass().then(lost);

/** Stores JSON, like a browser. */
function storage(): Persistence<OutboxEntry> & { stored: string } {
  return {
    stored: "[]",
    async load() {
      return JSON.parse(this.stored) as OutboxEntry[];
    },
    async save(entries) {
      this.stored = JSON.stringify(entries);
    },
  };
}

test("messages show at once, are sent in order, and their echo ends with the event", async (t) => {
  const { client, launch, outbox, toTides, arrived } = await scene(await org(t));
  const view = viewOf(client.cache, [{ operator: "channel", operand: launch }]);
  await view.open("newest");
  outbox.send(toTides("one"));
  outbox.send({ type: "channel", to: launch, topic: "weather", content: "two" });
  outbox.send(toTides("three"));
  assert.deepEqual(names(outbox), ["pending", "pending", "pending"]);
  const inTides = [
    { operator: "channel", operand: launch },
    { operator: "topic", operand: "Tides" },
  ];
  const echoes = outbox.inNarrow(inTides);
  assert.deepEqual(
    echoes.map(({ message }) => message.content),
    ["one", "three"],
  );
  assert.equal(outbox.inNarrow(inTides), echoes, "the same list while nothing changes");
  assert.deepEqual(outbox.inNarrow([["is", "dm"]]), []);
  await until(() => names(outbox).every((name) => name === "sent"));
  assert.equal(outbox.entries.length, 3, "echoes stay until the messages are known");
  await client.receivesEvents();
  assert.deepEqual(outbox.entries, []);
  assert.deepEqual(await arrived(), ["one", "two", "three"]);
  assert.equal(view.state.ids.length, 3);
});

test("an event that arrives before the response ends the echo, and a lost response causes no second send", async (t) => {
  const { client, outbox, toTides, arrived } = await scene(await org(t));
  client.on(SEND, async (pass) => {
    await pass();
    await client.receivesEvents();
    return lost();
  });
  outbox.send(toTides("one"));
  await until(() => outbox.entries.length === 0);
  client.off(SEND);
  outbox.resume();
  outbox.send(toTides("two"));
  await until(() => names(outbox)[0] === "sent");
  assert.deepEqual(await arrived(), ["one", "two"]);
});

test("a message that was sent is stored as soon as `saved` resolves", async (t) => {
  const persistence = storage();
  const { client, outbox, toTides } = await scene(await org(t), persistence);
  client.on(SEND, lost);
  outbox.send(toTides("one"));
  assert.equal(persistence.stored, "[]");
  await outbox.saved;
  assert.match(persistence.stored, /one/);
  outbox.close();
});

test("offline messages wait, and are sent once and in order on reconnect", async (t) => {
  const { client, outbox, toTides, arrived } = await scene(await org(t));
  client.on(SEND, lost);
  outbox.send(toTides("one"));
  await until(() => names(outbox)[0] === "waiting");
  const thrownAway = outbox.send(toTides("two"));
  outbox.send(toTides("three"));
  assert.deepEqual(names(outbox), ["waiting", "waiting", "waiting"]);
  assert(outbox.discard(thrownAway.local_id));
  client.off(SEND);
  outbox.resume();
  await until(() => names(outbox).every((name) => name === "sent"));
  assert.deepEqual(await arrived(), ["one", "three"]);
});

test("a message that may have arrived is looked up before a retry; an equal new message is still sent", async (t) => {
  const { client, ada, outbox, toTides, arrived } = await scene(await org(t));
  await ada.sends("#launch > tides", "ok");
  await client.receivesEvents();
  client.on(SEND, broken);
  const first = outbox.send(toTides("  ok\n"));
  outbox.send(toTides("ok"));
  await until(() => names(outbox)[0] === "waiting");
  assert.equal(outbox.edit(first.local_id, toTides("no")), false, "it may have arrived unchanged");
  client.off(SEND);
  outbox.resume();
  await until(() => names(outbox).every((name) => name === "sent"));
  assert.deepEqual(await arrived(), ["ok", "  ok", "ok"]);
});

test("a direct message whose request broke is looked up among direct messages", async (t) => {
  const { client, ben, outbox } = await scene(await org(t));
  client.on(SEND, broken);
  outbox.send({ type: "direct", to: [ben.id], content: "hello" });
  outbox.send({ type: "direct", to: [], content: "a note" });
  await until(() => names(outbox)[0] === "waiting");
  client.on(SEND, (pass) => {
    client.on(SEND, (again) => again());
    return broken(pass);
  });
  outbox.resume();
  await until(() => names(outbox)[0] === "sent" && names(outbox)[1] === "waiting");
  outbox.resume();
  // On a busy machine, the first has been fetched and is gone by now.
  await until(() => names(outbox).every((name) => name === "sent"));
  const args = { anchor: "newest", num_before: 10, narrow: [{ operator: "is", operand: "dm" }] };
  const { messages: direct } = await client.connection.call(messages.getMessages, args);
  assert.equal(direct.length, 2);
});

test("a rejected message shows the server's error and does not block others", async (t) => {
  const { outbox, toTides, launch, arrived } = await scene(await org(t));
  const refused = outbox.send({ type: "channel", to: 999_999, topic: "tides", content: "one" });
  outbox.send(toTides("two"));
  await until(() => names(outbox).includes("sent"));
  const [entry] = outbox.entries;
  assert.deepEqual(entry?.state, {
    name: "failed",
    msg: "Channel with ID '999999' does not exist",
    code: "STREAM_DOES_NOT_EXIST",
  });
  assert(outbox.retry(refused.local_id));
  await until(() => names(outbox)[0] === "failed");
  assert(outbox.edit(refused.local_id, { type: "channel", to: launch, topic: "tides", content: "one, again" }));
  await until(() => names(outbox)[0] === "sent");
  assert.equal(outbox.retry(refused.local_id), false);
  assert.deepEqual(await arrived(), ["two", "one, again"]);
});

test("messages that waited at a reload are sent after it, once", async (t) => {
  const store = storage();
  const { acme, ada, client, outbox, toTides, arrived } = await scene(await org(t), store);
  client.on(SEND, broken);
  outbox.send(toTides("one"));
  await until(() => names(outbox)[0] === "waiting");
  client.on(SEND, lost);
  outbox.send(toTides("two"));
  await until(() => store.stored.includes("two"));
  outbox.close();
  const reloaded = outboxOf(await clientOf(acme, ada), store);
  await reloaded.load();
  await until(() => names(reloaded).every((name) => name === "sent"));
  assert.deepEqual(await arrived(), ["one", "two"]);
  const again = outboxOf(await clientOf(acme, ada), store);
  await again.load();
  assert.deepEqual(again.entries, []);
});

test("in a channel without a subscription, the sender's own message is fetched", async (t) => {
  const { acme, ben, client, outbox } = await scene(await org(t));
  const open = await acme.channel("open", [ben]);
  const view = viewOf(client.cache, [{ operator: "channel", operand: open }]);
  await client.receivesEvents();
  await view.open("newest");
  outbox.send({ type: "channel", to: open, topic: "hello", content: "anybody?" });
  await until(() => names(outbox)[0] === "sent");
  await client.receivesEvents();
  await until(() => outbox.entries.length === 0);
  assert.equal(view.state.ids.length, 1);
});
