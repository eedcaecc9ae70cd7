import assert from "node:assert/strict";
import { listen, type Organization, org, test, until, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { realmUpdateEvent } from "../../organization/realms/events.ts";
import { change } from "../context.ts";
import { toEveryone } from "../events/audience.ts";
import { append } from "../events/log.ts";
import { serverContext } from "../server-context.ts";
import { type EnqueueOptions, enqueue, jobKind, recurringJob } from "./job-kind.ts";
import { MAX_ATTEMPTS } from "./jobs.ts";

const rename = jobKind<{ name: string; fails?: boolean }>("rename");
const insist = jobKind<{ name: string }>("insist");
const callOut = jobKind<{ to: string }>("call_out");
const knock = jobKind<{ to: string }>("knock");
const askName = jobKind<{ name: string; fails: number }>("ask_name");
const REFRESH_SECONDS = 3600;

/** Calls that jobs made, by their target. */
const calls = new Map<string, number>();
const unreachable = new Set<string>();
const busy = new Map<string, Promise<void>>();
let refreshed = 0;
let refreshFails = false;

const runners = [
  rename.inside(async (ctx, { name, fails }) => {
    await ctx.db
      .updateTable("realm")
      .set({ settings: JSON.stringify({ name }) })
      .where("id", "=", ctx.realm.id)
      .execute();
    append(ctx, realmUpdateEvent({ op: "update", property: "name", value: name }), toEveryone);
    if (fails) throw new Error("cannot rename");
  }),
  insist.inside(async (_ctx, { name }) => {
    throw new Error(`cannot ${name}`);
  }, MAX_ATTEMPTS + 2),
  callOut.outside(async (_ctx, { to }) => {
    calls.set(to, (calls.get(to) ?? 0) + 1);
    await busy.get(to);
    if (unreachable.has(to)) throw new Error(`${to} does not answer`);
  }),
  knock.outside(
    async (_ctx, { to }) => {
      calls.set(to, (calls.get(to) ?? 0) + 1);
      await busy.get(to);
    },
    undefined,
    { atOnce: 6, perLane: 2 },
  ),
  askName.outside(async ({ realm }, { name, fails }, { isLast, finish }) => {
    const asked = `${realm.string_id} asks`;
    calls.set(asked, (calls.get(asked) ?? 0) + 1);
    await finish(async (ctx) => {
      const value = `${name} at ${isLast ? "last" : `${calls.get(asked)} of 3`}`;
      append(ctx, realmUpdateEvent({ op: "update", property: "name", value }), toEveryone);
      if ((calls.get(asked) as number) <= fails) throw new Error("cannot write it down");
    });
  }, 3),
  recurringJob("refresh", REFRESH_SECONDS, async () => {
    refreshed++;
    if (refreshFails) throw new Error("not this time");
  }),
];

useServer((engine) => startServer(engine, {}, { jobs: runners }));

const queue = ({ server, realm }: Organization, job: Parameters<typeof enqueue>[1], options?: EnqueueOptions) =>
  change(serverContext(server.app, realm), async (ctx) => enqueue(ctx, job, options));

/** A name that no other test uses. */
const of = ({ realm }: Organization, name: string) => `${realm.string_id}'s ${name}`;

async function waiting({ server, realm }: Organization) {
  return server.app.database.reader
    .selectFrom("job")
    .select(["kind", "attempts", "last_error", "failed", "run_at_ms", "unique_key"])
    .where("realm_id", "=", realm.id)
    .orderBy("id")
    .execute();
}

/** Advances time, and runs jobs that become due. */
async function pass({ server, clock }: Organization, seconds: number): Promise<void> {
  await clock.leap({ seconds });
  server.app.jobs.wake();
  await server.app.jobs.settled();
}

test("a job that changes data runs when the change commits, and its events are delivered", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("the events are made up");
  const ear = await listen(acme.owner, { event_types: ["realm"] });
  const poll = ear.hears({});
  await until(() => acme.server.app.queues.waiting > 0);
  await queue(acme, rename({ name: "Renamed" }));
  assert.deepEqual(await poll, [{ type: "realm", op: "update", property: "name", value: "Renamed" }]);
  await acme.server.app.jobs.settled();
  const row = await acme.server.app.database.reader
    .selectFrom("realm")
    .select("settings")
    .where("id", "=", acme.realm.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(row.settings, { name: "Renamed" });
  assert.deepEqual(await waiting(acme), []);
});

test("a job of a rolled-back change never runs", async (t) => {
  const acme = await org(t);
  await assert.rejects(
    change(serverContext(acme.server.app, acme.realm), async (ctx) => {
      enqueue(ctx, callOut({ to: of(acme, "nobody") }));
      throw new Error("no");
    }),
  );
  await pass(acme, 10);
  assert.equal(calls.get(of(acme, "nobody")), undefined);
});

test("a job waits until it is due, also across a restart", async (t) => {
  const acme = await org(t);
  await queue(acme, callOut({ to: of(acme, "later") }), { runAtMs: acme.clock.now() + 3600_000 });
  await acme.clock.advance({ seconds: 10 });
  assert.equal(calls.get(of(acme, "later")), undefined);
  await acme.server.restart({ crash: true });
  await pass(acme, 3580);
  assert.equal(calls.get(of(acme, "later")), undefined);
  await pass(acme, 10);
  assert.equal(calls.get(of(acme, "later")), 1);
  assert.deepEqual(await waiting(acme), []);
});

test("a failing job leaves nothing behind, is retried with growing delays, and is given up", async (t) => {
  const acme = await org(t);
  const ear = await listen(acme.owner, { event_types: ["realm"], queue_lifespan_secs: 24 * 3600 });
  await queue(acme, rename({ name: "Broken", fails: true }), { uniqueKey: "one" });
  await acme.server.app.jobs.settled();
  const waits: number[] = [];
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    const [job] = await waiting(acme);
    assert.deepEqual([job?.attempts, job?.failed, job?.last_error], [attempt, false, "cannot rename"]);
    const wait = ((job?.run_at_ms as number) - acme.clock.now()) / 1000;
    waits.push(wait);
    await pass(acme, wait);
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64]);
  const [job] = await waiting(acme);
  assert.deepEqual([job?.attempts, job?.failed, job?.unique_key], [MAX_ATTEMPTS, true, null]);
  await pass(acme, 10_000);
  assert.equal((await waiting(acme))[0]?.attempts, MAX_ATTEMPTS);
  assert.deepEqual(await ear.hears(), []);
});

test("a kind of job may have more attempts", async (t) => {
  const acme = await org(t);
  await queue(acme, insist({ name: "rename" }));
  await acme.server.app.jobs.settled();
  const seen: [number, boolean][] = [];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS + 2; attempt++) {
    const [job] = await waiting(acme);
    seen.push([job?.attempts as number, job?.failed as boolean]);
    await pass(acme, 1000);
  }
  assert.deepEqual(seen.slice(-3), [
    [MAX_ATTEMPTS, false],
    [MAX_ATTEMPTS + 1, false],
    [MAX_ATTEMPTS + 2, true],
  ]);
});

test("an outgoing call is retried until it gets a response", async (t) => {
  const acme = await org(t);
  unreachable.add(of(acme, "webhook"));
  await queue(acme, callOut({ to: of(acme, "webhook") }));
  await acme.server.app.jobs.settled();
  assert.equal((await waiting(acme))[0]?.last_error, `${of(acme, "webhook")} does not answer`);
  await pass(acme, 1);
  unreachable.delete(of(acme, "webhook"));
  await pass(acme, 2);
  assert.equal(calls.get(of(acme, "webhook")), 3);
  assert.deepEqual(await waiting(acme), []);
});

test("a job that waits for a slow response does not delay others", async (t) => {
  const acme = await org(t);
  let answers = () => {};
  busy.set(
    of(acme, "slow"),
    new Promise((resolve) => {
      answers = resolve;
    }),
  );
  await queue(acme, callOut({ to: of(acme, "slow") }));
  await queue(acme, callOut({ to: of(acme, "quick") }));
  await until(async () => (await waiting(acme)).length === 1 && calls.get(of(acme, "quick")) === 1);
  answers();
  await acme.server.app.jobs.settled();
  assert.deepEqual(await waiting(acme), []);
});

test("jobs without outgoing calls run while too many others wait for slow responses", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("the events are made up");
  let answers = () => {};
  const slow = new Promise<void>((resolve) => {
    answers = resolve;
  });
  const places = Array.from({ length: 40 }, (_, n) => of(acme, `slow place ${n}`));
  for (const to of places) busy.set(to, slow);
  for (const to of places) await queue(acme, callOut({ to }));
  await queue(acme, rename({ name: "Meanwhile" }));
  await until(async () => (await waiting(acme)).every((job) => job.kind === "call_out"));
  assert.ok(
    places.some((to) => calls.get(to) === undefined),
    "not all of them have begun",
  );
  answers();
  await until(async () => (await waiting(acme)).length === 0);
  assert.deepEqual(new Set(places.map((to) => calls.get(to))), new Set([1]));
});

test("an organization whose jobs all wait for slow responses leaves places to every other one", async (t) => {
  const [acme, beta, gamma] = [await org(t), await org(t), await org(t)];
  let answers = () => {};
  const slow = new Promise<void>((resolve) => {
    answers = resolve;
  });
  const slowOf = (whose: Organization) => {
    const names = Array.from({ length: 40 }, (_, n) => of(whose, `slow ${n}`));
    for (const name of names) busy.set(name, slow);
    return names;
  };
  const begun = (whose: readonly string[]) => whose.filter((name) => calls.has(name)).length;
  const [acmes, betas] = [slowOf(acme), slowOf(beta)];
  for (const to of acmes) await queue(acme, callOut({ to }));
  await until(() => begun(acmes) === 16);
  for (const to of betas) await queue(beta, callOut({ to }));
  await until(() => begun(betas) === 8);
  await queue(gamma, callOut({ to: of(gamma, "quick") }));
  await until(() => calls.has(of(gamma, "quick")));
  // Kinds with lanes as well, however many lanes one organization has.
  const knocks = [...slowOf(acme)].map((name) => `${name} lane`);
  for (const name of knocks) busy.set(name, slow);
  for (const [n, to] of knocks.entries()) await queue(acme, knock({ to }), { lane: `${n}` });
  await until(() => begun(knocks) === 3);
  await queue(beta, knock({ to: of(beta, "knock") }), { lane: "own" });
  await until(() => calls.has(of(beta, "knock")));
  assert.deepEqual([begun(acmes), begun(betas), begun(knocks)], [16, 8, 3]);
  answers();
  await acme.server.app.jobs.settled();
  assert.deepEqual([begun(acmes), begun(betas), begun(knocks)], [40, 40, 40]);
});

test("a long job is not started again while its process lives", async (t) => {
  const acme = await org(t);
  let answers = () => {};
  busy.set(
    of(acme, "patient"),
    new Promise((resolve) => {
      answers = resolve;
    }),
  );
  await queue(acme, callOut({ to: of(acme, "patient") }));
  await until(() => calls.get(of(acme, "patient")) === 1);
  for (let minute = 0; minute < 5; minute++) {
    await acme.clock.advance({ seconds: 60 });
    const isHeld = async () => ((await waiting(acme))[0]?.run_at_ms ?? 0) > acme.clock.now() + 60_000;
    await until(isHeld);
  }
  answers();
  await acme.server.app.jobs.settled();
  assert.equal(calls.get(of(acme, "patient")), 1);
  assert.deepEqual(await waiting(acme), []);
});

test("a job whose process died runs again when its lease expires, but not forever", async (t) => {
  const acme = await org(t);
  busy.set(of(acme, "deadly"), new Promise(() => {}));
  const { database } = acme.server.app;
  await queue(acme, callOut({ to: of(acme, "deadly") }), { runAtMs: acme.clock.now() + 1000 });
  await database.transaction((tx) =>
    tx.updateTable("job").set({ attempts: MAX_ATTEMPTS }).where("kind", "=", "call_out").execute(),
  );
  await pass(acme, 2);
  const [job] = await waiting(acme);
  assert.deepEqual(
    [job?.failed, job?.last_error, calls.get(of(acme, "deadly"))],
    [true, "The process ended before the job was done.", undefined],
  );
});

test("at most one job per key is waiting; a running one does not count", async (t) => {
  const acme = await org(t);
  const runAtMs = acme.clock.now() + 1000;
  for (let n = 0; n < 3; n++) await queue(acme, callOut({ to: of(acme, "once") }), { runAtMs, uniqueKey: "once" });
  assert.equal((await waiting(acme)).length, 1);
  let answers = () => {};
  busy.set(
    of(acme, "once"),
    new Promise((resolve) => {
      answers = resolve;
    }),
  );
  await acme.clock.leap({ seconds: 2 });
  acme.server.app.jobs.wake();
  await until(() => calls.get(of(acme, "once")) === 1);
  await queue(acme, callOut({ to: of(acme, "once") }), { uniqueKey: "once" });
  answers();
  await acme.server.app.jobs.settled();
  assert.equal(calls.get(of(acme, "once")), 2);
  // Organizations do not affect each other.
  const other = await org(t);
  for (const each of [acme, other]) await queue(each, callOut({ to: each.realm.string_id }), { uniqueKey: "same" });
  await acme.server.app.jobs.settled();
  assert.deepEqual([calls.get(acme.realm.string_id), calls.get(other.realm.string_id)], [1, 1]);
});

test("kinds with lanes have their own places, and each lane gets only a few", async (t) => {
  const acme = await org(t);
  let answers = () => {};
  const answered = new Promise<void>((resolve) => {
    answers = resolve;
  });
  const names = Array.from({ length: 20 }, (_, n) => of(acme, `slow ${n}`));
  for (const name of names) busy.set(name, answered);
  const begun = (whose: readonly string[]) => whose.filter((name) => calls.has(name)).length;
  for (const to of names) await queue(acme, knock({ to }), { lane: "slow" });
  await until(() => begun(names) === 2);
  const others = Array.from({ length: 3 }, (_, n) => of(acme, `other ${n}`));
  for (const to of others) busy.set(to, answered);
  for (const [n, to] of others.entries()) await queue(acme, knock({ to }), { lane: `${n}` });
  await until(() => begun(others) === 1);
  // All places of the kind are taken; jobs of other kinds still run.
  await queue(acme, callOut({ to: of(acme, "meanwhile") }));
  await until(() => calls.has(of(acme, "meanwhile")));
  assert.deepEqual([begun(names), begun(others)], [2, 1]);
  answers();
  await acme.server.app.jobs.settled();
  assert.deepEqual([begun(names), begun(others), await waiting(acme)], [20, 3, []]);
});

test("the result of a job with outgoing calls is written together with its removal, or not at all", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("the events are made up");
  const ear = await listen(acme.owner, { event_types: ["realm"] });
  await queue(acme, askName({ name: "Learned", fails: 1 }));
  await acme.server.app.jobs.settled();
  assert.deepEqual(await ear.hears(), []);
  assert.equal((await waiting(acme))[0]?.last_error, "cannot write it down");
  await pass(acme, 1);
  assert.deepEqual(await ear.hears(), [{ type: "realm", op: "update", property: "name", value: "Learned at 2 of 3" }]);
  assert.deepEqual(await waiting(acme), []);
});

test("the last attempt knows that it is the last", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("the events are made up");
  const ear = await listen(acme.owner, { event_types: ["realm"] });
  await queue(acme, askName({ name: "Learned", fails: 2 }));
  for (const wait of [0, 1, 2]) await pass(acme, wait);
  assert.deepEqual(await ear.hears(), [{ type: "realm", op: "update", property: "name", value: "Learned at last" }]);
});

test("a recurring job runs once per interval, whatever happens to it", async (t) => {
  const acme = await org(t);
  await pass(acme, REFRESH_SECONDS);
  const before = refreshed;
  await pass(acme, REFRESH_SECONDS - 1);
  assert.equal(refreshed, before);
  refreshFails = true;
  await pass(acme, 1);
  assert.equal(refreshed, before + 1);
  refreshFails = false;
  await pass(acme, 1);
  assert.equal(refreshed, before + 2, "a failure is tried again soon");
  await acme.server.restart();
  await pass(acme, REFRESH_SECONDS);
  assert.equal(refreshed, before + 3);
});

test("a job of a kind unknown to this release is left for one that knows it", async (t) => {
  const acme = await org(t);
  await queue(acme, jobKind("of_a_later_release")({}));
  await pass(acme, 10_000);
  const jobs = await waiting(acme);
  assert.deepEqual(
    jobs.map((job) => [job.kind, job.attempts]),
    [["of_a_later_release", 0]],
  );
});

test("two workers run each job once", async (t) => {
  const acme = await org(t);
  if (acme.server.app.database.engine === "sqlite") return;
  const other = await acme.server.anotherNode();
  try {
    const ear = await listen(acme.owner, { event_types: ["realm"] });
    const runAtMs = acme.clock.now() + 1000;
    const names = Array.from({ length: 30 }, (_, n) => of(acme, `name ${n}`));
    for (const name of names) {
      await queue(acme, rename({ name }), { runAtMs });
      await queue(acme, callOut({ to: name }), { runAtMs });
    }
    await acme.clock.leap({ seconds: 2 });
    for (const node of [acme.server, other]) node.app.jobs.wake();
    await until(async () => (await waiting(acme)).length === 0);
    for (const node of [acme.server, other]) await node.app.jobs.settled();
    const heard: string[] = [];
    // Changes from the other node arrive a moment later.
    await until(async () => {
      heard.push(...(await ear.hears()).map((event) => event.value as string));
      return heard.length >= names.length;
    });
    assert.deepEqual(heard.sort(), names.toSorted());
    assert.deepEqual(new Set(names.map((name) => calls.get(name))), new Set([1]));
  } finally {
    await other.close();
  }
});
