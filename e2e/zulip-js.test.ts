/** The client library that people already use, unmodified from the npm registry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import type { Person } from "./support/person.ts";
import { newServer, PASSWORD } from "./support/server.ts";
import { until } from "./support/until.ts";
import { connect, type ZulipEvent, type ZulipMessage } from "./support/zulip-js.ts";

const configOf = ({ email, apiKey, address }: Person) => ({ username: email, apiKey, realm: address });

test("zulip-js joins a channel, registers, sends to it and to a person, and receives both", async (t) => {
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  const ben = await server.member("Ben");
  await ben.joins("launch");
  const client = await connect(configOf(ada));

  const joined = await client.users.me.subscriptions.add({ subscriptions: [{ name: "launch" }] });
  assert.deepEqual(Object.values(joined.subscribed), [["launch"]], joined.msg);

  const queue = await client.queues.register({ event_types: ["message"] });
  assert.equal(queue.result, "success", queue.msg);
  const toChannel = await client.messages.send({ type: "stream", to: "launch", topic: "hi", content: "**text**" });
  assert.equal(toChannel.result, "success", toChannel.msg);
  // Users are addressed by their API email, because their real email address may be hidden.
  const { members } = await client.users.retrieve();
  const benEmail = members.find(({ user_id }) => user_id === ben.id)?.email as string;
  const toPerson = await client.messages.send({ type: "private", to: [benEmail], content: "psst" });
  assert.equal(toPerson.result, "success", toPerson.msg);
  const toAddress = await client.messages.send({ type: "private", to: benEmail, content: "psst again" });
  assert.equal(toAddress.result, "success", toAddress.msg);

  const heard: ZulipEvent[] = [];
  while (heard.length < 3) {
    const last_event_id = heard.at(-1)?.id ?? queue.last_event_id;
    const { events, msg } = await client.events.retrieve({ queue_id: queue.queue_id, last_event_id });
    assert.ok(events, msg);
    heard.push(...events);
  }
  const messages = heard.map(({ message }) => message as ZulipMessage);
  assert.deepEqual(
    messages.map(({ id }) => id),
    [toChannel.id, toPerson.id, toAddress.id],
  );
  assert.deepEqual(
    messages.map(({ type, content, subject }) => [type, content, subject]),
    [
      ["stream", "**text**", "hi"],
      ["private", "psst", ""],
      ["private", "psst again", ""],
    ],
  );
  assert.equal(messages[0]?.display_recipient, "launch");

  const read = await client.messages.retrieve({
    anchor: "newest",
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: "stream", operand: "launch" }],
  });
  assert.equal(read.messages.at(-1)?.content, "<p><strong>text</strong></p>");

  assert.equal((await client.queues.deregister({ queue_id: queue.queue_id })).result, "success");
  const gone = await client.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 });
  assert.equal(gone.code, "BAD_EVENT_QUEUE_ID");
});

test("zulip-js signs in with a password and lists people, channels, subscriptions and the server", async (t) => {
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  await ada.joins("general");
  const client = await connect({ username: ada.email, password: PASSWORD, realm: server.address });

  const { members } = await client.users.retrieve();
  assert.deepEqual(new Set(members.map(({ full_name }) => full_name)), new Set(["Olivia", "Ada"]));
  const { streams } = await client.streams.retrieve();
  assert.ok(streams.some(({ name }) => name === "general"));
  const { subscriptions } = await client.streams.subscriptions.retrieve();
  assert.ok(subscriptions.some(({ name }) => name === "general"));
  const me = await client.users.me.getProfile();
  assert.deepEqual([me.full_name, me.user_id], ["Ada", ada.id]);
  const settings = await client.server.settings();
  assert.equal(settings.realm_name, "Acme");
  assert.ok(settings.zulip_feature_level > 0);
  const unknown = await client.callEndpoint("/no/such/thing");
  assert.equal(unknown.result, "error");
});

test("the event loop of zulip-js continues after a crash of the server", async (t) => {
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  const ben = await server.member("Ben");
  const listener = new Worker(new URL("./support/zulip-js-listener.ts", import.meta.url), {
    workerData: configOf(ben),
    // The package logs every lost connection to the console.
    stdout: true,
  });
  t.after(() => listener.terminate());
  const heard: ZulipEvent[] = [];
  listener.on("message", (event: ZulipEvent) => heard.push(event));
  const contents = () => heard.map(({ message }) => message?.content);

  // The loop does not say when its queue is ready, so Ada sends greetings until it responds.
  await until(
    "the loop has begun",
    async () => {
      await ada.sendsTo([ben], "are you there?");
      return heard.length > 0;
    },
    { everyMs: 200 },
  );
  await server.kill();
  await server.start();
  await ada.sendsTo([ben], "still there?");
  await until("the message after the crash", () => contents().includes("still there?"));
  assert.equal(contents().filter((content) => content === "still there?").length, 1);
});
