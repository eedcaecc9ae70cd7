import assert from "node:assert/strict";
import { messageEvents, registration, users } from "@parley/server/contract";
import { org, test, until, useServer } from "../../../server/test/index.ts";
import { startServer } from "../../../server/test/server.ts";
import { ConnectionError } from "../connection.ts";
import { connectionOf } from "../testing.ts";
import { isEvent } from "../types.ts";
import { SharedSync, type SharedSyncOptions } from "./shared-sync.ts";

// Neither fetch nor WebSocket can set the Host header, but a trusted proxy can name the host.
useServer((engine) => startServer(engine, { trustedProxies: ["127.0.0.1"] }));

interface Window {
  readonly sync: SharedSync;
  readonly received: string[];
  readonly reach: string[];
  /** Switches to the port that the server listens on now. */
  moves(): Promise<void>;
  /** How often it received a whole state. */
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
    const received: string[] = [];
    const reach: string[] = [];
    const sync = new SharedSync(connection, {
      name,
      transport: "socket",
      firstPauseMs: 20,
      answerMs: 2000,
      silenceMs: 100,
      onEvent: (event) => isEvent(event, messageEvents.messageEvent) && received.push(event.message.content),
      onStore: () => window.stores++,
      onReached: () => reach.at(-1) !== "up" && reach.push("up"),
      onTrouble: () => reach.at(-1) !== "down" && reach.push("down"),
      onSignedOut: () => reach.push("over"),
      ...options,
    });
    const window: Window = { sync, received, reach, moves, stores: 0 };
    windows.push(window);
    await sync.start();
    await until(() => sync.queueId !== undefined);
    return window;
  };
  const sends = (content: string) => ada.sends("#launch > tides", content);
  const receives = (window: Window, ...contents: string[]) =>
    until(() => window.received.join() === contents.map((content) => `<p>${content}</p>`).join());
  t.after(() => {
    for (const { sync } of windows) sync.stop();
  });
  return { acme, name, ben, opens, sends, receives };
}

test("windows share one queue, and each receives every event once", async (t) => {
  const { opens, sends, receives } = await scene(t);
  const [first, second, third] = [await opens(), await opens(), await opens()];
  assert.deepEqual(
    [first, second, third].map(({ sync }) => sync.isInCharge),
    [true, false, false],
  );
  assert.equal(second.sync.queueId, first.sync.queueId);
  assert.deepEqual(second.sync.store?.state, first.sync.store?.state);
  await sends("one");
  await sends("two");
  for (const window of [first, second, third]) await receives(window, "one", "two");
  assert.deepEqual(third.sync.store?.state, first.sync.store?.state);
});

test("when the reading window closes, another continues where it stopped", async (t) => {
  const { opens, sends, receives } = await scene(t);
  const [first, second, third] = [await opens(), await opens(), await opens()];
  const { queueId } = first.sync;
  await sends("one");
  for (const window of [second, third]) await receives(window, "one");
  first.sync.stop();
  await sends("two");
  await until(() => second.sync.isInCharge);
  await sends("three");
  for (const window of [second, third]) await receives(window, "one", "two", "three");
  assert.equal(third.sync.queueId, queueId);
  assert.deepEqual([second.stores, third.stores], [1, 1], "no new state was needed");
  const late = await opens();
  await sends("four");
  await receives(late, "four");
});

test("a frozen window loses the lock to one that is awake", async (t) => {
  const { name, opens, sends, receives } = await scene(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  // Holds the lock and never answers.
  const isTaken = assert.rejects(
    navigator.locks.request(name, () => promise),
    { name: "AbortError" },
  );
  const window = await opens({ answerMs: 50 });
  assert.equal(window.sync.isInCharge, true);
  await isTaken;
  resolve();
  await sends("one");
  await receives(window, "one");
});

test("a window that lost the lock follows the new reader and misses nothing", async (t) => {
  const { name, opens, sends, receives } = await scene(t);
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
  for (const window of [first, second]) await receives(window, "one", "two");
  assert.equal(first.sync.isInCharge, false);
  assert.equal(second.sync.queueId, queueId);
});

test("a lost queue is replaced once, for all windows", async (t) => {
  const { ben, opens, sends, receives } = await scene(t);
  const [first, second] = [await opens(), await opens()];
  const lost = first.sync.queueId as string;
  await ben.call(registration.deleteQueue, { queue_id: lost });
  await until(() => first.stores === 2 && second.stores === 2);
  assert.notEqual(second.sync.queueId, lost);
  assert.equal(second.sync.queueId, first.sync.queueId);
  await sends("one");
  for (const window of [first, second]) await receives(window, "one");
});

test("all windows learn whether the server is reachable, and when the session ends", async (t) => {
  const { acme, ben, opens, sends } = await scene(t);
  const all = [await opens(), await opens()];
  await acme.server.restart({ crash: true });
  await until(() => all.every(({ reach }) => reach.at(-1) === "down"));
  for (const { moves } of all) await moves();
  // Another window wakes the reader, whose pause is long by now.
  all.at(-1)?.sync.resume();
  await until(() => all.every(({ reach }) => reach.at(-1) === "up"));
  await ben.call(users.regenerateApiKey, {});
  await sends("one");
  await acme.clock.advance({ seconds: 5 });
  await until(() => all.every(({ reach }) => reach.at(-1) === "over"));
});

test("if the first window fails to register, its caller learns why and the next window can try", async (t) => {
  const { opens } = await scene(t);
  const beforeRegistering = () => Promise.reject(new ConnectionError("The server did not answer."));
  await assert.rejects(opens({ beforeRegistering }), { message: "The server did not answer." });
  const { sync } = await opens();
  assert.equal(sync.isInCharge, true);
});

test("a window that fails on an event still applies the next ones and asks for a whole state", async (t) => {
  const { opens, sends, receives } = await scene(t);
  const first = await opens();
  const received: unknown[] = [];
  const second = await opens({
    answerMs: 300,
    silenceMs: 60_000,
    onEvent(event) {
      if (!isEvent(event, messageEvents.messageEvent)) return;
      received.push(event.message.content);
      if (received.length === 1) throw new Error("The window could not show it.");
    },
  });
  await sends("one");
  await sends("two");
  await until(() => received.length === 2 && second.stores === 2);
  assert.deepEqual(received, ["<p>one</p>", "<p>two</p>"]);
  await until(() => second.reach.at(-1) === "up");
  assert(second.reach.includes("down"), "trouble is reported");
  await receives(first, "one", "two");
  assert.deepEqual(second.sync.store?.state, first.sync.store?.state);
});

test("a window that failed to start retries soon, however many events arrive meanwhile", async (t) => {
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
  await until(() => second.received.at(-1) === "<p>last</p>");
});

test("a window that loses the lock before it has started follows the new reader", async (t) => {
  const { name, opens, sends, receives } = await scene(t);
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
  for (const window of [first, second]) await receives(window, "one");
});
