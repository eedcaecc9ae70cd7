import assert from "node:assert/strict";
import { messageEvents, registration, users } from "@parley/server/contract";
import { type Organization, org, test, until, useServer } from "../../server/test/index.ts";
import { startServer } from "../../server/test/server.ts";
import { WebSocket as NodeWebSocket, portOf } from "../../server/test/streams.ts";
import { Connection } from "./connection.ts";
import { Sync, type SyncOptions } from "./sync.ts";
import { connectionOf } from "./testing.ts";
import { isEvent, type ServerEvent } from "./types.ts";

// Neither fetch nor WebSocket can set the Host header, but a trusted proxy can name the host.
useServer((engine) => startServer(engine, { trustedProxies: ["127.0.0.1"] }));

const TRANSPORTS = ["poll", "stream", "socket"] as const;

async function scene(acme: Organization) {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  const client = await connectionOf(acme, ben);
  const received: ServerEvent[] = [];
  const follows = (options: SyncOptions) =>
    new Sync(client.connection, { onEvent: (event) => received.push(event), ...options });
  const contents = () =>
    received.flatMap((event) => (isEvent(event, messageEvents.messageEvent) ? event.message.content : []));
  const sends = (content: string) => ada.sends("#launch > tides", content);
  return { acme, ada, ben, ...client, received, contents, sends, follows };
}

for (const transport of TRANSPORTS) {
  test(`every event arrives once, across restarts, by ${transport}`, async (t) => {
    const { acme, contents, sends, moves, follows } = await scene(await org(t));
    const troubles: unknown[] = [];
    let [stores, isThere] = [0, false];
    const sync = follows({
      transport,
      onReached: () => {
        isThere = true;
      },
      onTrouble: (error) => {
        isThere = false;
        troubles.push(error);
      },
      onStore: () => stores++,
    });
    await sync.start();
    await sends("one");
    await until(() => contents().length === 1);
    await acme.server.restart();
    await sends("two");
    await moves();
    await until(() => contents().length === 2);
    await acme.server.restart({ crash: true });
    await sends("three");
    await moves();
    await until(() => contents().length === 3);
    assert.deepEqual(contents(), ["<p>one</p>", "<p>two</p>", "<p>three</p>"]);
    assert.equal(stores, 1, "the queue survived");
    if (transport !== "poll") {
      const known = troubles.length;
      await acme.server.restart({ crash: true });
      await moves();
      await until(() => troubles.length > known && isThere);
    }
    await sync.stop();
  });

  test(`a lost queue is replaced, and the store reset, by ${transport}`, async (t) => {
    const { acme, ben, contents, sends, follows } = await scene(await org(t));
    let snapshots = 0;
    const sync = follows({ transport, onStore: () => snapshots++ });
    const store = await sync.start();
    const resets: unknown[] = [];
    store.onChange((state, event) => event === undefined && resets.push(state));
    const lost = sync.queueId as string;
    await ben.call(registration.deleteQueue, { queue_id: lost });
    await until(() => snapshots === 2 && sync.queueId !== undefined);
    assert.notEqual(sync.queueId, lost);
    assert.equal(sync.store, store);
    assert.deepEqual(resets, [store.state]);
    await sends("after");
    await until(() => contents().length === 1);
    await sync.stop();
    await until(() => acme.server.app.streams.count === 0);
  });

  test(`a client whose API key was revoked stops, by ${transport}`, async (t) => {
    const { acme, ben, sends, follows } = await scene(await org(t));
    const refusals: string[] = [];
    const sync = follows({ transport, onSignedOut: ({ code }) => refusals.push(code) });
    await sync.start();
    await until(() => acme.server.app.queues.waiting + acme.server.app.streams.count > 0);
    await ben.call(users.regenerateApiKey, {});
    // A poll that is already waiting still gets its response.
    await sends("one");
    await acme.clock.advance({ seconds: 5 });
    await until(() => refusals.length > 0);
    assert.deepEqual(refusals, ["UNAUTHORIZED"]);
  });

  test(`aborting stops it and deletes the queue, by ${transport}`, async (t) => {
    const { acme, ben, follows } = await scene(await org(t));
    const controller = new AbortController();
    const troubles: unknown[] = [];
    const sync = follows({ transport, signal: controller.signal, onTrouble: (error) => troubles.push(error) });
    await sync.start();
    const queue_id = sync.queueId as string;
    await until(() => acme.server.app.queues.waiting + acme.server.app.streams.count > 0);
    controller.abort();
    assert.equal(sync.queueId, undefined);
    const isGone = () =>
      ben.call(registration.getEvents, { queue_id, dont_block: true }).then(
        () => false,
        ({ code }) => code === "BAD_EVENT_QUEUE_ID",
      );
    await until(isGone);
    assert.deepEqual(troubles, []);
    await assert.rejects(follows({ transport, signal: controller.signal }).start(), { name: "AbortError" });
  });
}

test("where WebSockets are blocked, events arrive by polling", async (t) => {
  const { acme, ben, sends } = await scene(await org(t));
  const port = await portOf(acme.server);
  class Blocked extends NodeWebSocket {
    constructor() {
      super("ws://127.0.0.1:1");
    }
  }
  const fetch: typeof globalThis.fetch = (input, init) =>
    globalThis.fetch(input, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), "x-forwarded-host": acme.realm.host },
    });
  const { email, apiKey } = ben;
  const WebSocket = Blocked as unknown as typeof globalThis.WebSocket;
  const connection = new Connection({ url: `http://127.0.0.1:${port}`, email, apiKey, fetch, WebSocket });
  const received: string[] = [];
  const sync = new Sync(connection, { transport: "socket", onEvent: ({ type }) => received.push(type) });
  await sync.start();
  await sends("one");
  await sends("two");
  await until(() => received.filter((type) => type === "message").length === 2);
  await sync.stop();
});
