import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { type Organization, org, type Person, serverFor, test } from "../test/index.ts";
import { unsubscribe, updateSubscriptionSettings } from "./channels/subscribe/contract.ts";
import { getMessages, matchesNarrow } from "./messages/contract.ts";

const NEWEST = { anchor: "newest", num_before: "100", num_after: "0" };

/** A server whose messages are read in a thread, and a way to compare what it says with what the event loop says. */
async function withThread(t: TestContext) {
  const server = await serverFor(t);
  const { readingThreads } = server.app;
  if (readingThreads.count === 0) await readingThreads.start();

  const onLoop = async <T>(ask: () => Promise<T>): Promise<T> => {
    const areReady = t.mock.getter(readingThreads, "areReady", () => false);
    try {
      return await ask();
    } finally {
      areReady.mock.restore();
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
