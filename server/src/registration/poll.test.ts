import assert from "node:assert/strict";
import { listen, org, test, until } from "../../test/index.ts";
import { deleteQueue, getEvents } from "./contract.ts";

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  return { acme, ada, ben };
}

test("a poll that does not block returns at once", async (t) => {
  const { ada } = await design(t);
  const ear = await listen(ada);
  assert.deepEqual(await ear.polls({ dont_block: true }), []);
});

test("a poll waits for an event", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  const answer = ear.polls();
  await until(() => acme.server.app.queues.waiting > 0);
  await ada.sends("#design > logo", "now");
  assert.deepEqual(
    (await answer).map((event) => event.type),
    ["message"],
  );
});

test("waiting polls leave room for other requests of their account", async (t) => {
  const { acme, ada } = await design(t);
  const ears = await Promise.all(Array.from({ length: 12 }, () => listen(ada, { event_types: ["message"] })));
  const answers = ears.map((ear) => ear.polls());
  await until(() => acme.server.app.queues.waiting === 12);
  await ada.sends("#design > logo", "now");
  for (const events of await Promise.all(answers)) assert.equal(events.length, 1);
});

test("a quiet queue gets a heartbeat after 45 to 55 seconds, acknowledged like any event", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: [] });
  let last = ear.last_event_id;
  for (let beat = 0; beat < 3; beat++) {
    let answered = false;
    const answer = ear.polls({ last_event_id: last }).then((events) => {
      answered = true;
      return events;
    });
    await until(() => acme.server.app.queues.waiting > 0);
    await acme.clock.advance({ seconds: 44 });
    assert.equal(answered, false);
    await acme.clock.advance({ seconds: 11 });
    const [event, ...more] = await answer;
    assert.deepEqual([event?.type, more], ["heartbeat", []]);
    assert.ok((event?.id as number) > last);
    // It is repeated until it is acknowledged.
    assert.deepEqual(await ear.polls({ last_event_id: last, dont_block: true }), [event]);
    last = event?.id as number;
    assert.deepEqual(await ear.polls({ last_event_id: last, dont_block: true }), []);
  }
  await ada.sends("#design > logo", "not asked for");
  assert.deepEqual(await ear.polls({ last_event_id: last, dont_block: true }), []);
});

test("events after a heartbeat have a larger id", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  const answer = ear.polls();
  await until(() => acme.server.app.queues.waiting > 0);
  await acme.clock.advance({ seconds: 55 });
  const [beat] = await answer;
  await ada.sends("#design > logo", "after");
  const [message] = await ear.polls({ last_event_id: beat?.id as number });
  assert.ok((message?.id as number) > (beat?.id as number));
});

test("a second poll makes the first return at once", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  const first = ear.polls();
  await until(() => acme.server.app.queues.waiting === 1);
  const second = ear.polls();
  assert.deepEqual(await first, []);
  await until(() => acme.server.app.queues.waiting === 1);
  await ada.sends("#design > logo", "hi");
  assert.equal((await second).length, 1);
});

test("a refused second poll leaves the first one waiting", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  const first = ear.polls();
  await until(() => acme.server.app.queues.waiting === 1);
  await assert.rejects(ear.polls({ last_event_id: ear.last_event_id + 65536 * 1000 }));
  assert.equal(acme.server.app.queues.waiting, 1);
  await ada.sends("#design > logo", "hi");
  assert.equal((await first).length, 1);
});

test("a client that disconnects while waiting loses nothing", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  const { app } = acme.server;
  let leaves = () => {};
  const connection = {
    isClosed: false,
    onClose(call: () => void) {
      leaves = call;
    },
  };
  const owner = { realmId: acme.realm.id, userId: ben.id };
  const poll = app.queues.poll(owner, ear.queue_id, { lastEventId: undefined, dontBlock: false, connection });
  await until(() => app.queues.waiting === 1);
  leaves();
  assert.deepEqual(await poll, []);
  assert.equal(app.queues.waiting, 0);
  const tooLate = { lastEventId: undefined, dontBlock: false, connection: { ...connection, isClosed: true } };
  assert.deepEqual(await app.queues.poll(owner, ear.queue_id, tooLate), []);
  await ada.sends("#design > logo", "hi");
  assert.deepEqual(await ear.reads(), ["hi"]);
});

test("events are returned again until they are acknowledged", async (t) => {
  const { ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  await ada.sends("#design > logo", "one");
  await ada.sends("#design > logo", "two");
  const [one, two] = await ear.polls();
  assert.deepEqual(await ear.polls(), [one, two]);
  assert.deepEqual(await ear.polls({ last_event_id: -1 }), [one, two]);
  const { queue_id } = ear;
  assert.deepEqual(await ben.call(getEvents, { queue_id, dont_block: true }), { events: [one, two], queue_id });
  assert.deepEqual(await ear.polls({ last_event_id: one?.id as number }), [two]);
  // Without last_event_id: everything that was not acknowledged.
  assert.deepEqual(await ben.call(getEvents, { queue_id, dont_block: true }), { events: [two], queue_id });
  // While the log contains them, even acknowledged events can be requested again.
  assert.deepEqual(await ear.polls(), [one, two]);
});

test("two polls of a queue that is not in memory receive every event once", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  await acme.server.restart();
  await ada.sends("#design > logo", "one");
  await Promise.all([ear.polls({ dont_block: true }), ear.polls({ dont_block: true })]);
  assert.equal((await ear.polls()).length, 1);
});

test("an event id from the future is rejected: it was never in this queue", async (t) => {
  const { ada } = await design(t);
  const ear = await listen(ada);
  const last_event_id = ear.last_event_id + 65536;
  await assert.rejects(ear.polls({ last_event_id, dont_block: true }), {
    code: "BAD_REQUEST",
    message: `Event ${last_event_id} was not in this queue`,
  });
  assert.deepEqual(await ear.polls({ dont_block: true }), []);
});

test("an event id from before the queue, or one whose successors are gone, has been pruned", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"], queue_lifespan_secs: 7 * 24 * 3600 });
  await assert.rejects(ear.polls({ last_event_id: ear.last_event_id - 65536 }), {
    message: `An event newer than ${ear.last_event_id - 65536} has already been pruned!`,
  });
  await ada.sends("#design > logo", "one");
  await ada.sends("#design > logo", "two");
  const [one, two] = await ear.polls();
  await ear.polls({ last_event_id: two?.id as number, dont_block: true });
  await acme.clock.leap({ hours: 1 });
  await acme.server.app.queues.maintain();
  await assert.rejects(ear.polls({ last_event_id: one?.id as number, dont_block: true }), {
    code: "BAD_REQUEST",
    message: `An event newer than ${one?.id} has already been pruned!`,
  });
  assert.deepEqual(await ear.polls({ last_event_id: two?.id as number, dont_block: true }), []);
});

test("a poll without a queue registers one", async (t) => {
  const { ada, ben } = await design(t);
  const { queue_id, events } = await ben.call(getEvents, { dont_block: true, event_types: ["message"] });
  assert.deepEqual(events, []);
  await ada.sends("#design > logo", "hi");
  const heard = await ben.call(getEvents, { queue_id, last_event_id: -1 });
  assert.deepEqual([heard.events.length, heard.queue_id], [1, queue_id]);
  await assert.rejects(ben.call(getEvents, { last_event_id: 5, dont_block: true }), {
    code: "REQUEST_VARIABLE_MISSING",
    message: "Missing 'queue_id' argument",
  });
});

test("other users' queues, unknown queues and deleted queues cannot be distinguished", async (t) => {
  const { ada, ben } = await design(t);
  const stranger = (await org(t)).owner;
  const [kept, deleted] = [await listen(ada), await listen(ada)];
  await ada.call(deleteQueue, { queue_id: deleted.queue_id });
  const cases = [
    [ben, kept.queue_id],
    [stranger, kept.queue_id],
    [ada, deleted.queue_id],
    [ada, "no-such-queue"],
  ] as const;
  for (const [person, queue_id] of cases) {
    const refusal = { code: "BAD_EVENT_QUEUE_ID", message: `Bad event queue id: ${queue_id}`, fields: { queue_id } };
    await assert.rejects(person.call(getEvents, { queue_id, last_event_id: -1, dont_block: true }), refusal);
    await assert.rejects(person.call(deleteQueue, { queue_id }), refusal);
  }
  assert.deepEqual(await kept.polls({ dont_block: true }), []);
});

test("deleting a queue ends the poll that waits on it", async (t) => {
  const { acme, ada } = await design(t);
  const ear = await listen(ada);
  const poll = ear.polls();
  await until(() => acme.server.app.queues.waiting === 1);
  const { count } = acme.server.app.queues;
  await ada.call(deleteQueue, { queue_id: ear.queue_id });
  assert.deepEqual(await poll, []);
  assert.equal(acme.server.app.queues.count, count - 1);
  await assert.rejects(ear.polls(), { code: "BAD_EVENT_QUEUE_ID" });
});

test("a queue that nobody polls expires", async (t) => {
  const { acme, ada } = await design(t);
  const lifetimes = [
    [{}, 600],
    [{ queue_lifespan_secs: 60 }, 60],
    [{ queue_lifespan_secs: 3600 }, 3600],
    [{ idle_queue_timeout: 1800 }, 1800],
    [{ idle_queue_timeout: "mobile" }, 12 * 3600],
    [{ queue_lifespan_secs: 10 ** 9 }, 7 * 24 * 3600],
    [{ idle_queue_timeout: 10 ** 9 }, 7 * 24 * 3600],
  ] as const;
  const { queues } = acme.server.app;
  for (const [options, seconds] of lifetimes) {
    const ear = await listen(ada, options);
    await acme.clock.leap({ seconds: seconds - 1 });
    await queues.maintain();
    // Polling renews it, even if the response came at once.
    assert.deepEqual(await ear.polls({ dont_block: true }), [], `${seconds} seconds are not over`);
    await acme.clock.leap({ seconds: seconds - 1 });
    await queues.maintain();
    assert.deepEqual(await ear.polls({ dont_block: true }), [], "a poll renews it");
    await acme.clock.leap({ seconds: seconds + 1 });
    await queues.maintain();
    await assert.rejects(ear.polls({ dont_block: true }), { code: "BAD_EVENT_QUEUE_ID" });
  }
});

test("the client type is accepted with and without quotes", async (t) => {
  const { acme, ada } = await design(t);
  for (const idle_queue_timeout of ["mobile", '"mobile"', "3600"]) {
    const answer = await acme.server.fetch(`${acme.realm.url}/api/v1/register`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}` },
      body: new URLSearchParams({ idle_queue_timeout, fetch_event_types: "[]" }),
    });
    const { queue_id } = (await answer.json()) as { queue_id: string };
    await acme.clock.leap({ minutes: 50 });
    await acme.server.app.queues.maintain();
    assert.ok(await ada.call(getEvents, { queue_id, dont_block: true }), idle_queue_timeout);
  }
});

test("a queue does not expire while it is being polled", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"], queue_lifespan_secs: 20 });
  const poll = ear.polls();
  await until(() => acme.server.app.queues.waiting === 1);
  await acme.clock.advance({ seconds: 40 });
  await acme.server.app.queues.maintain();
  await ada.sends("#design > logo", "still here");
  assert.equal((await poll).length, 1);
  await acme.server.app.queues.maintain();
  assert.deepEqual(await ear.reads(), ["still here"]);
});

test("parameters that a poll does not know are listed, as everywhere", async (t) => {
  const { ada, ben } = await design(t);
  const { queue_id } = await ada.asks("POST", "/register", { event_types: '["message"]' });
  const asks = (params: Record<string, string>) =>
    ada.asks("GET", "/events", { queue_id: String(queue_id), dont_block: "true", ...params });
  const plain = await asks({ client: "test" });
  assert.deepEqual([plain.events, "ignored_parameters_unsupported" in plain], [[], false]);
  const odd = await asks({ zebra: "1", ant: "2" });
  assert.deepEqual([odd.events, odd.ignored_parameters_unsupported], [[], ["ant", "zebra"]]);
  await ben.sends("#design > logo", "now");
  const heard = await asks({ zebra: "1" });
  assert.equal((heard.events as object[]).length, 1);
  assert.deepEqual([heard.queue_id, heard.ignored_parameters_unsupported], [queue_id, ["zebra"]]);
});
