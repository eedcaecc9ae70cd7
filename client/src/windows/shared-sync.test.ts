import assert from "node:assert/strict";
import { messageEvents, registration, users } from "@parley/server/contract";
import { org, test, until, useServer } from "../../../server/test/index.ts";
import { startServer } from "../../../server/test/server.ts";
import { ConnectionError } from "../connection.ts";
import { connectionOf } from "../testing.ts";
import { isEvent } from "../types.ts";
import { SharedSync, type SharedSyncOptions } from "./shared-sync.ts";

// Neither fetch nor a WebSocket lets anybody choose the host: a proxy may.
useServer((engine) => startServer(engine, { trustedProxies: ["127.0.0.1"] }));

interface Window {
  readonly sync: SharedSync;
  readonly heard: string[];
  readonly reach: string[];
  /** Finds the server where it is now. */
  moves(): Promise<void>;
  /** How often it began from something new. */
  stores: number;
}

async function scene(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  const name = `parley.test.${crypto.randomUUID()}`;
  const windows: Window[] = [];
  const opens = async (options: Partial<SharedSyncOptions> = {}): Promise<Window> => {
    const { connection, moves } = await connectionOf(acme, ben);
    const heard: string[] = [];
    const reach: string[] = [];
    const sync = new SharedSync(connection, {
      name,
      transport: "socket",
      firstPauseMs: 20,
      answerMs: 2000,
      silenceMs: 100,
      onEvent: (event) => isEvent(event, messageEvents.messageEvent) && heard.push(event.message.content),
      onStore: () => window.stores++,
      onReached: () => reach.at(-1) !== "up" && reach.push("up"),
      onTrouble: () => reach.at(-1) !== "down" && reach.push("down"),
      onSignedOut: () => reach.push("over"),
      ...options,
    });
    const window: Window = { sync, heard, reach, moves, stores: 0 };
    windows.push(window);
    await sync.start();
    await until(() => sync.queueId !== undefined);
    return window;
  };
  const sends = (content: string) => ada.sends("#launch > tides", content);
  const hears = (window: Window, ...contents: string[]) =>
    until(() => window.heard.join() === contents.map((content) => `<p>${content}</p>`).join());
  t.after(() => {
    for (const { sync } of windows) sync.stop();
  });
  return { acme, name, ben, opens, sends, hears };
}

test("windows share one queue, and each hears everything once", async (t) => {
  const { opens, sends, hears } = await scene(t);
  const [first, second, third] = [await opens(), await opens(), await opens()];
  assert.deepEqual(
    [first, second, third].map(({ sync }) => sync.isInCharge),
    [true, false, false],
  );
  assert.equal(second.sync.queueId, first.sync.queueId);
  assert.deepEqual(second.sync.store?.state, first.sync.store?.state);
  await sends("one");
  await sends("two");
  for (const window of [first, second, third]) await hears(window, "one", "two");
  assert.deepEqual(third.sync.store?.state, first.sync.store?.state);
});

test("when the one that reads goes, another reads on where it was", async (t) => {
  const { opens, sends, hears } = await scene(t);
  const [first, second, third] = [await opens(), await opens(), await opens()];
  const { queueId } = first.sync;
  await sends("one");
  for (const window of [second, third]) await hears(window, "one");
  first.sync.stop();
  await sends("two");
  await until(() => second.sync.isInCharge);
  await sends("three");
  for (const window of [second, third]) await hears(window, "one", "two", "three");
  assert.equal(third.sync.queueId, queueId);
  assert.deepEqual([second.stores, third.stores], [1, 1], "nothing was asked for anew");
  const late = await opens();
  await sends("four");
  await hears(late, "four");
});

test("one that is frozen loses its place to one that is awake", async (t) => {
  const { name, opens, sends, hears } = await scene(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  // Has the lock, and says nothing.
  const isTaken = assert.rejects(
    navigator.locks.request(name, () => promise),
    { name: "AbortError" },
  );
  const window = await opens({ answerMs: 50 });
  assert.equal(window.sync.isInCharge, true);
  await isTaken;
  resolve();
  await sends("one");
  await hears(window, "one");
});

test("one that has lost its place follows, and misses nothing", async (t) => {
  const { name, opens, sends, hears } = await scene(t);
  const [first, second] = [await opens(), await opens()];
  const { queueId } = first.sync;
  const { promise, resolve } = Promise.withResolvers<void>();
  const taken = navigator.locks.request(name, { steal: true }, () => promise);
  await until(() => !first.sync.isInCharge);
  await sends("one");
  resolve();
  await taken;
  await until(() => second.sync.isInCharge);
  await sends("two");
  for (const window of [first, second]) await hears(window, "one", "two");
  assert.equal(first.sync.isInCharge, false);
  assert.equal(second.sync.queueId, queueId);
});

test("a queue that is gone is replaced once, for all", async (t) => {
  const { ben, opens, sends, hears } = await scene(t);
  const [first, second] = [await opens(), await opens()];
  const lost = first.sync.queueId as string;
  await ben.call(registration.deleteQueue, { queue_id: lost });
  await until(() => first.stores === 2 && second.stores === 2);
  assert.notEqual(second.sync.queueId, lost);
  assert.equal(second.sync.queueId, first.sync.queueId);
  await sends("one");
  for (const window of [first, second]) await hears(window, "one");
});

test("all learn how the server can be reached, and that the session is over", async (t) => {
  const { acme, ben, opens, sends } = await scene(t);
  const all = [await opens(), await opens()];
  await acme.server.restart({ crash: true });
  await until(() => all.every(({ reach }) => reach.at(-1) === "down"));
  for (const { moves } of all) await moves();
  // Whoever does not read says it to the one that does: by now that pauses for long.
  all.at(-1)?.sync.resume();
  await until(() => all.every(({ reach }) => reach.at(-1) === "up"));
  await ben.call(users.regenerateApiKey, {});
  await sends("one");
  await acme.clock.advance({ seconds: 5 });
  await until(() => all.every(({ reach }) => reach.at(-1) === "over"));
});

test("where nothing can be had, whoever asked is told, and the next one may try", async (t) => {
  const { opens } = await scene(t);
  const beforeRegistering = () => Promise.reject(new ConnectionError("The server did not answer."));
  await assert.rejects(opens({ beforeRegistering }), { message: "The server did not answer." });
  const { sync } = await opens();
  assert.equal(sync.isInCharge, true);
});

test("one that fails at what it hears takes what follows, and begins from all that is known", async (t) => {
  const { opens, sends, hears } = await scene(t);
  const first = await opens();
  const heard: unknown[] = [];
  const second = await opens({
    answerMs: 300,
    silenceMs: 60_000,
    onEvent(event) {
      if (!isEvent(event, messageEvents.messageEvent)) return;
      heard.push(event.message.content);
      if (heard.length === 1) throw new Error("The window could not show it.");
    },
  });
  await sends("one");
  await sends("two");
  await until(() => heard.length === 2 && second.stores === 2);
  assert.deepEqual(heard, ["<p>one</p>", "<p>two</p>"]);
  await until(() => second.reach.at(-1) === "up");
  assert(second.reach.includes("down"), "it is told");
  await hears(first, "one", "two");
  assert.deepEqual(second.sync.store?.state, first.sync.store?.state);
});

test("one that could not begin tries again soon, however much it hears meanwhile", async (t) => {
  const { opens, sends } = await scene(t);
  const first = await opens();
  let tries = 0;
  const beforeRegistering = async () => {
    if (++tries === 1) throw new ConnectionError("The server did not answer.");
  };
  const isOpening = opens({ answerMs: 300, silenceMs: 60_000, beforeRegistering });
  await until(() => tries === 1);
  await until(async () => {
    await sends("one");
    return tries === 2;
  });
  const second = await isOpening;
  assert.equal(second.sync.queueId, first.sync.queueId);
  await sends("last");
  await until(() => second.heard.at(-1) === "<p>last</p>");
});

test("one that loses its place before it has begun follows whoever has taken it", async (t) => {
  const { name, opens, sends, hears } = await scene(t);
  const { promise: hasBegun, resolve: begins } = Promise.withResolvers<void>();
  let tries = 0;
  const beforeRegistering = (signal: AbortSignal) => {
    if (++tries > 1) return Promise.resolve();
    begins();
    return new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const opening = [opens({ beforeRegistering })];
  await hasBegun;
  opening.push(opens());
  await until(async () => ((await navigator.locks.query()).pending ?? []).some((lock) => lock.name === name));
  await navigator.locks.request(name, { steal: true }, async () => {});
  const [first, second] = await Promise.all(opening);
  assert(first && second);
  assert.deepEqual([first.sync.isInCharge, second.sync.isInCharge], [false, true]);
  await sends("one");
  for (const window of [first, second]) await hears(window, "one");
});
