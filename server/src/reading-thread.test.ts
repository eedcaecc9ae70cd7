import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { ask } from "../test/ask.ts";
import { type Organization, org, type Person, serverFor, test } from "../test/index.ts";
import { unsubscribe, updateSubscriptionSettings } from "./channels/subscribe/contract.ts";
import { features } from "./features.ts";
import type { RealmId, UserId } from "./kernel/api/ids.ts";
import { DatabaseUnavailable } from "./kernel/db/unavailable.ts";
import { CallerChanged, ReadingPerformer } from "./kernel/http/reading-performer.ts";
import type { ReadingTask } from "./kernel/reading/task.ts";
import { getMessages, matchesNarrow } from "./messages/contract.ts";
import { deactivateUser } from "./people/users/contract.ts";

const NEWEST = { anchor: "newest", num_before: "100", num_after: "0" };

/** A server whose messages are read in a thread, and a way to compare what it says with what the event loop says. */
async function withThread(t: TestContext) {
  const server = await serverFor(t);
  const { readingThreads } = server.app;
  if (readingThreads.count === 0) await readingThreads.start();

  const onLoop = async <T>(ask: () => Promise<T>): Promise<T> => {
    const run = t.mock.method(readingThreads, "run", async () => undefined);
    try {
      return await ask();
    } finally {
      run.mock.restore();
    }
  };
  /** What both answer, and really the thread. */
  const same = async <T>(ask: () => Promise<T>): Promise<T> => {
    const { answered } = readingThreads;
    const inThread = await ask();
    assert.equal(readingThreads.answered, answered + 1, "a thread answered");
    assert.deepEqual(inThread, await onLoop(ask));
    return inThread;
  };
  return { server, readingThreads, same, onLoop };
}

async function design(acme: Organization) {
  const [ada, gus] = [await acme.member("Ada"), await acme.guest("Gus")];
  const channel = await acme.channel("design", [ada, gus]);
  await acme.channel("vault", [ada], { invite_only: true });
  await ada.sends("#design > logo", "**Round** or square? :tada:");
  await ada.sends("#vault > keys", "under the mat");
  await ada.writes(gus, "Welcome!");
  return { ada, gus, channel };
}

const reads = (person: Person, narrow: unknown = []) =>
  person.asks("GET", "/messages", { ...NEWEST, narrow: JSON.stringify(narrow) });
const contentsOf = ({ messages }: Record<string, unknown>) =>
  (messages as { content: string }[]).map(({ content }) => content);

test("a thread reads what the event loop would read, for everybody", async (t) => {
  const { same } = await withThread(t);
  const { ada, gus } = await design(await org(t));
  assert.equal(contentsOf(await same(() => reads(ada, [{ operator: "sender", operand: ada.id }]))).length, 3);
  assert.equal(contentsOf(await same(() => reads(gus))).length, 2);
  await same(() => reads(ada, [["search", "round"]]));
  await same(() => ada.asks("GET", "/messages", { ...NEWEST, apply_markdown: "false", dragons: "3" }));
  await same(() => ada.call(getMessages, { anchor: "oldest", num_after: 10, narrow: [["is", "dm"]] }));
  const ids = (await ada.call(getMessages, { anchor: "newest", num_before: 10 })).messages.map(({ id }) => id);
  await same(() => ada.call(matchesNarrow, { msg_ids: ids, narrow: [["has", "reaction"]] }));
});

test("a thread sees a message as soon as it is sent, and a changed permission at once", async (t) => {
  const { same } = await withThread(t);
  const acme = await org(t);
  const { ada, gus, channel } = await design(acme);
  for (let n = 0; n < 5; n++) {
    await ada.sends("#design > logo", `draft ${n}`);
    assert.match(contentsOf(await same(() => reads(gus))).at(-1) as string, new RegExp(`draft ${n}`));
  }
  await gus.call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id: channel, property: "is_muted", value: true }],
  });
  await same(() => reads(gus, [["is", "unread"]]));
  await ada.call(unsubscribe, { subscriptions: ["vault"] });
  const left = await reads(ada, [["channel", "vault"]]);
  assert.deepEqual(contentsOf(left), []);
});

test("what is refused is refused by the event loop, in the caller's language", async (t) => {
  const { server, readingThreads, onLoop } = await withThread(t);
  const acme = await org(t);
  const { ada, gus } = await design(acme);
  const { answered } = readingThreads;
  const refused = await reads(gus, [["channel", "vault"]]);
  assert.equal(refused.result, "error");
  assert.deepEqual(refused, await onLoop(() => reads(gus, [["channel", "vault"]])));
  const credentials = Buffer.from(`${ada.email}:${ada.apiKey}`).toString("base64");
  const german = await server.fetch(`${acme.realm.url}/api/v1/messages?anchor=newest&num_before=100000`, {
    headers: { authorization: `Basic ${credentials}`, "accept-language": "de" },
  });
  assert.equal(german.status, 400);
  assert.equal(german.headers.get("content-language"), "de");
  assert.equal(readingThreads.answered, answered);
});

test("a thread compresses what it has read", async (t) => {
  const { server, same } = await withThread(t);
  const acme = await org(t);
  const { ada } = await design(acme);
  for (let n = 0; n < 20; n++) await ada.sends("#design > logo", `${n} `.repeat(400));
  const credentials = Buffer.from(`${ada.email}:${ada.apiKey}`).toString("base64");
  const query = new URLSearchParams({ ...NEWEST, narrow: "[]" });
  const text = await same(async () => {
    const answer = await server.fetch(`${acme.realm.url}/api/v1/messages?${query}`, {
      headers: { authorization: `Basic ${credentials}`, "accept-encoding": "gzip" },
    });
    assert.equal(answer.headers.get("content-encoding"), "gzip");
    return gunzipSync(await answer.arrayBuffer()).toString();
  });
  assert.equal(JSON.parse(text).messages.length, 23);
});

test("a request for many messages says so before it is known what they contain", async (t) => {
  const { server } = await withThread(t);
  const { ada } = await design(await org(t));
  const asked: (boolean | undefined)[] = [];
  const { readingThreads } = server.app;
  const run = readingThreads.run.bind(readingThreads);
  t.mock.method(readingThreads, "run", (...[caller, taskOf, size]: Parameters<typeof run>) => {
    asked.push(size?.asksForMuch);
    return run(caller, taskOf, size);
  });
  const ids = Array.from({ length: 1000 }, (_, n) => n + 1);
  const requests = [
    { anchor: "newest", num_before: 999 },
    { anchor: "newest", num_before: 1000 },
    { anchor: "oldest", num_after: 600, num_before: 400 },
    { message_ids: ids.slice(1) },
    { message_ids: ids },
  ];
  for (const request of requests) await ada.call(getMessages, request);
  assert.deepEqual(asked, [false, true, true, false, true]);
});

/** What a thread does with a task, and tasks of an organization as it is now. */
async function performerFor(acme: Organization) {
  const { app } = acme.server;
  const performer = new ReadingPerformer(
    app,
    features.flatMap((feature) => feature.routes ?? []),
  );
  const taskFor = async ({ id }: Person): Promise<ReadingTask> => {
    const { id: realmId, version } = await app.identities.realmById(app.database.reader, acme.realm.id as RealmId);
    const asked = { operation: "GET /messages", sent: NEWEST, path: {}, mayCompress: false };
    const about = { now: 0, client: "", dialect: "neutral" as const, userAgent: "", ip: "", session: undefined };
    return { ...asked, ...about, realmId, version, userId: id as UserId };
  };
  return { app, performer, taskFor };
}

test("a thread does not answer a caller who has been changed since they were identified", async (t) => {
  const acme = await org(t);
  const { ada } = await design(acme);
  const { performer, taskFor } = await performerFor(acme);
  const before = await taskFor(ada);
  for (let n = 0; n < 2; n++) assert.ok((await performer.outcomeOf(before)).answer);
  await acme.owner.call(deactivateUser, { user_id: ada.id });
  await assert.rejects(performer.perform(before), CallerChanged);
  assert.deepEqual(await performer.outcomeOf(before), {});
  assert.deepEqual(await performer.outcomeOf(await taskFor(ada)), {});
  assert.ok((await performer.outcomeOf(await taskFor(acme.owner))).answer);
});

test("a thread says if its database is unavailable", async (t) => {
  const acme = await org(t);
  const { app, performer, taskFor } = await performerFor(acme);
  const task = await taskFor(acme.owner);
  t.mock.method(app.identities, "currentVersion", async () => {
    throw new DatabaseUnavailable("The disk is gone.", { retryAfterSeconds: 7 });
  });
  assert.deepEqual(await performer.outcomeOf(task), {
    unavailable: { sentence: "The disk is gone.", retryAfterSeconds: 7 },
  });
});

test("a caller whom a thread did not answer is identified again", async (t) => {
  const { server } = await withThread(t);
  const acme = await org(t);
  const { ada } = await design(acme);
  assert.equal((await reads(ada)).result, "success");
  t.mock.method(server.app.readingThreads, "run", async () => {
    await acme.owner.call(deactivateUser, { user_id: ada.id });
    return "unanswered" as const;
  });
  const refused = await reads(ada);
  assert.deepEqual([refused.result, refused.code], ["error", "UNAUTHORIZED"]);
});

test("a thread without its database says when to come back, and the event loop does not wait for it as well", async (t) => {
  const { server } = await withThread(t);
  const acme = await org(t);
  const { ada } = await design(acme);
  t.mock.method(server.app.readingThreads, "run", async () => {
    throw new DatabaseUnavailable("The disk is gone.", { retryAfterSeconds: 7 });
  });
  const { status, headers, body } = await ask(server, "GET /messages?anchor=newest", {
    host: acme.realm.host,
    as: ada,
  });
  assert.deepEqual([status, headers["retry-after"], body.code], [503, "7", "SERVICE_UNAVAILABLE"]);
});

test("only the bytes of the response are sent, whatever memory they are in", async (t) => {
  const { server } = await withThread(t);
  const acme = await org(t);
  const { ada } = await design(acme);
  const whole = new TextEncoder().encode('secret{"result":"success","msg":""}secret');
  t.mock.method(server.app.readingThreads, "run", async () => ({
    bytes: whole.subarray(6, -6),
    isCompressed: false,
  }));
  const { text } = await ask(server, "GET /messages?anchor=newest", { host: acme.realm.host, as: ada });
  assert.equal(text, '{"result":"success","msg":""}');
});
