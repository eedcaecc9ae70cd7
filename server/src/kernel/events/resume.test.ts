import assert from "node:assert/strict";
import { listen, org, type Person, test, until } from "../../../test/index.ts";
import { realmUpdateEvent } from "../../organization/realms/events.ts";
import { change } from "../context.ts";
import { serverContext } from "../server-context.ts";
import { versionFields } from "../version.ts";
import { toUsers } from "./audience.ts";
import { append } from "./log.ts";
import { MOST_BEHIND } from "./queues.ts";

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  return { acme, ada, ben };
}

async function logLength({ server, realm }: Awaited<ReturnType<typeof org>>): Promise<number> {
  const rows = await server.app.database.reader
    .selectFrom("event")
    .select("position")
    .where("realm_id", "=", realm.id)
    .execute();
  return rows.length;
}

for (const crash of [false, true])
  test(`a queue resumes where it was after ${crash ? "a crash" : "a restart"} [E3]`, async (t) => {
    const { acme, ada, ben } = await design(t);
    const ear = await listen(ben, { event_types: ["message"] });
    await ada.sends("#design > logo", "acknowledged");
    assert.equal((await ear.hears()).length, 1);
    await ear.polls({ dont_block: true });
    await ada.sends("#design > logo", "before");
    await acme.server.restart({ crash });
    await ada.sends("#design > logo", "while nobody listened");
    assert.deepEqual(await ear.reads(), ["before", "while nobody listened"]);
    await ada.sends("#design > logo", "after");
    assert.deepEqual(await ear.reads(), ["after"]);
  });

test("a restart responds to held polls", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  const poll = ear.polls();
  await until(() => acme.server.app.queues.waiting === 1);
  await acme.server.restart();
  assert.deepEqual(await poll, []);
  const again = ear.polls();
  await until(() => acme.server.app.queues.waiting === 1);
  await ada.sends("#design > logo", "hi");
  assert.equal((await again).length, 1);
});

test("a queue resumes after the server was down for long", async (t) => {
  const { acme, ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  await ada.sends("#design > logo", "long ago");
  await acme.server.restart();
  await acme.clock.leap({ seconds: 30 });
  assert.deepEqual(await ear.reads(), ["long ago"]);
});

test("a user subscribed while away gets later events, but no earlier ones", async (t) => {
  const { acme, ada } = await design(t);
  const cem = await acme.member("Cem");
  const ear = await listen(cem, { event_types: ["message"] });
  await acme.server.restart();
  await ada.sends("#design > logo", "too early");
  await acme.channel("design", [ada, cem]);
  await ada.sends("#design > logo", "in time");
  assert.deepEqual(await ear.reads(), ["in time"]);
});

/** Many events in one change, numbered from one. */
function announceMany({ server, realm }: Awaited<ReturnType<typeof org>>, to: Person, from: number, upto: number) {
  return change(serverContext(server.app, realm), async (ctx) => {
    for (let value = from; value <= upto; value++)
      append(ctx, realmUpdateEvent({ op: "update", property: "name", value: `${value}` }), toUsers(to.id));
  });
}

test("more events than fit in the cache or in one response arrive once and in order", async (t) => {
  const { acme, ben } = await design(t);
  acme.stopFollowing("the events are made up");
  const ear = await listen(ben, { event_types: ["realm"] });
  await announceMany(acme, ben, 1, 600);
  assert.equal((await ear.polls()).length, 600, "also without a restart");
  await acme.server.restart();
  await announceMany(acme, ben, 601, 2500);

  const heard: number[] = [];
  const sizes: number[] = [];
  for (let events = await ear.hears(); events.length > 0; events = await ear.hears()) {
    heard.push(...events.map((event) => Number(event.value)));
    sizes.push(events.length);
    // In the middle of the change.
    if (sizes.length === 1) await acme.server.restart({ crash: true });
  }
  assert.deepEqual(
    heard,
    Array.from({ length: 2500 }, (_, n) => n + 1),
  );
  assert.deepEqual(sizes, [1000, 1000, 500]);
});

test("a slow reader whose cache overflows between polls loses nothing", async (t) => {
  const { acme, ada, ben } = await design(t);
  acme.stopFollowing("the events are made up");
  const ear = await listen(ben, { event_types: ["realm", "message"] });
  for (let n = 1; n <= 130; n += 10) await announceMany(acme, ben, n, n + 9);
  await ada.sends("#design > logo", "and one more");
  assert.equal((await ear.polls()).length, 131);
  assert.deepEqual(await ear.reads(), ["and one more"]);
});

test("a slow reader whose cache overflows with a few long messages loses nothing", async (t) => {
  const { ada, ben } = await design(t);
  const ear = await listen(ben, { event_types: ["message"] });
  const long = Array.from({ length: 60 }, (_, n) => `${n} ${"long ".repeat(1990)}`.trim());
  for (const content of long) await ada.sends("#design > logo", content);
  assert.deepEqual(await ear.reads(), long);
});

test("the log is pruned behind the slowest live queue, and not before [E5]", async (t) => {
  const { acme, ada, ben } = await design(t);
  const { queues } = acme.server.app;
  const slow = await listen(ben, { event_types: ["message"], queue_lifespan_secs: 7 * 24 * 3600 });
  const quick = await listen(ada, { event_types: ["message"], queue_lifespan_secs: 7 * 24 * 3600 });
  for (const content of ["one", "two", "three"]) await ada.sends("#design > logo", content);
  assert.deepEqual(await quick.reads(), ["one", "two", "three"]);
  await queues.maintain();
  const before = await logLength(acme);
  assert.ok(before > 3, "what is recent stays whoever has read it");

  await acme.clock.leap({ minutes: 20 });
  await quick.polls({ dont_block: true });
  await queues.maintain();
  assert.ok((await logLength(acme)) < before, "what precedes both queues is gone");
  assert.deepEqual(await slow.reads(), ["one", "two", "three"]);

  await queues.maintain();
  await queues.maintain();
  assert.equal(await logLength(acme), 0);
  await ada.sends("#design > logo", "four");
  assert.deepEqual(await slow.reads(), ["four"]);
});

test("the next cleanup prunes the log behind the slowest queue, however long it is", async (t) => {
  const { acme, ben } = await design(t);
  acme.stopFollowing("the events are made up");
  const { queues } = acme.server.app;
  const slow = await listen(ben, { event_types: ["message"], queue_lifespan_secs: 7 * 24 * 3600 });
  await announceMany(acme, ben, 1, 9_000);
  await slow.polls({ dont_block: true });
  // The queue gets no events; a heartbeat tells it the log's position.
  const poll = slow.polls();
  await until(() => queues.waiting > 0);
  await acme.clock.advance({ minutes: 2 });
  const [heartbeat] = await poll;
  assert.equal(heartbeat?.type, "heartbeat");
  await slow.polls({ last_event_id: heartbeat?.id as number, dont_block: true });
  await acme.clock.leap({ minutes: 5 });
  await queues.maintain();
  assert.equal(await logLength(acme), 0);
});

test("a queue that is a million events behind ends, and others do not [E5]", async (t) => {
  const { acme, ada, ben } = await design(t);
  const { app } = acme.server;
  const lifespan = { queue_lifespan_secs: 7 * 24 * 3600 };
  const absent = await listen(ben, { event_types: ["message"], ...lifespan });
  const move = (by: number) =>
    app.database.transaction((tx) =>
      tx
        .updateTable("realm_position")
        .set((eb) => ({ position: eb("position", "+", by) }))
        .where("realm_id", "=", acme.realm.id)
        .execute(),
    );
  await move(MOST_BEHIND - 100);
  const present = await listen(ada, { event_types: ["message"], ...lifespan });
  await app.queues.maintain();
  assert.deepEqual(await absent.polls({ dont_block: true }), []);
  await move(101);
  await app.queues.maintain();
  await assert.rejects(absent.polls({ dont_block: true }), { code: "BAD_EVENT_QUEUE_ID" });
  await ada.sends("#design > logo", "still here");
  assert.deepEqual(await present.reads(), ["still here"]);
});

test("an event that cannot be formatted does not block other events", async (t) => {
  const { acme, ada, ben } = await design(t);
  acme.stopFollowing("an event is of a later release");
  const [online, away] = [await listen(ben, { event_types: ["message"] }), await listen(ben)];
  const { database } = acme.server.app;
  await database.transaction(async (tx) => {
    const { position } = await tx
      .updateTable("realm_position")
      .set((eb) => ({ position: eb("position", "+", 1) }))
      .where("realm_id", "=", acme.realm.id)
      .returning("position")
      .executeTakeFirstOrThrow();
    const audience = JSON.stringify({ roles: [100, 600] });
    const row = {
      realm_id: acme.realm.id,
      position,
      type: "of_a_later_release",
      body: "{}",
      audience,
      personal: null,
      has_effects: false,
    };
    await tx
      .insertInto("event")
      .values({ ...row, created_at: 0 })
      .execute();
  });
  await ada.sends("#design > logo", "hi");
  assert.deepEqual(await online.reads(), ["hi"]);
  await acme.server.restart();
  assert.deepEqual(await away.reads(), ["hi"]);
  assert.ok(acme.server.faults.splice(0).every((fault) => fault.message.includes("of_a_later_release")));
});

test("clients that listen when the server returns with another version are notified once", async (t) => {
  const { acme, ada, ben } = await design(t);
  const types = ["restart", "web_reload_client"];
  const [ear, other] = [await listen(ben, { event_types: types }), await listen(ada, { event_types: ["message"] })];
  await acme.server.restart();
  assert.deepEqual(await ear.polls({ dont_block: true }), [], "the same version");

  const became = (served_by: string) =>
    acme.alter((tx) =>
      tx.updateTable("realm_position").set({ served_by }).where("realm_id", "=", acme.realm.id).execute(),
    );
  await became("older");
  await acme.server.restart();
  await acme.server.restart();
  const [restart, reload, ...more] = (await ear.polls({ dont_block: true })).map(({ id: _, ...event }) => event);
  const { zulip_version, zulip_merge_base, zulip_feature_level } = versionFields;
  const version = { zulip_version, zulip_merge_base, zulip_feature_level };
  assert.deepEqual(restart, { type: "restart", ...version, server_generation: restart?.server_generation });
  assert.equal(typeof restart?.server_generation, "number");
  assert.deepEqual([reload, more], [{ type: "web_reload_client", immediate: false }, []]);
  assert.deepEqual(await other.polls({ dont_block: true }), [], "who did not ask for it");
  const late = await listen(ada, { event_types: types });
  assert.deepEqual(await late.polls({ dont_block: true }), [], "who has registered with this version");
});
