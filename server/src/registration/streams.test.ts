import assert from "node:assert/strict";
import { request } from "node:http";
import type { Socket } from "node:net";
import { Browser } from "../../test/browser.ts";
import { type Listener, listen, type Organization, org, type Person, test, until } from "../../test/index.ts";
import { opens, opensSocket, opensStream, portOf, type Refused, type StreamTransport } from "../../test/streams.ts";
import { registration, users } from "../contract.ts";
import { positionOf } from "../kernel/events/log.ts";
import { PASSWORD, withPassword } from "../people/sign-in/testing.ts";

const WAYS: readonly StreamTransport[] = ["stream", "socket"];

interface StreamScene {
  acme: Organization;
  ada: Person;
  ben: Person;
  /** Ben's queue for messages. */
  queue: Listener;
  sends(...contents: string[]): Promise<void>;
}

async function scene(acme: Organization): Promise<StreamScene> {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  const queue = await listen(ben, { event_types: ["message"] });
  const sends = async (...contents: string[]) => {
    for (const content of contents) await ada.sends("#launch > tides", content);
  };
  return { acme, ada, ben, queue, sends };
}

const placeOf = ({ queue_id, last_event_id, person }: Listener) => ({ as: person, queue_id, last_event_id });

async function refusedWith(opening: Promise<unknown>): Promise<Record<string, unknown>> {
  const refused = await opening.then(
    () => assert.fail("it was opened"),
    (error: Refused) => error,
  );
  return { status: refused.status, ...refused.body };
}

for (const way of WAYS) {
  test(`events arrive as they happen, over ${way}`, async (t) => {
    const { acme, queue, sends } = await scene(await org(t));
    await sends("before");
    const line = await opens(acme, way, placeOf(queue));
    await line.hears(({ contents }) => contents.length === 1);
    await sends("one", "two");
    await line.hears(({ contents }) => contents.length === 3);
    assert.deepEqual(line.contents, ["before", "one", "two"]);
    assert.deepEqual(
      line.ids,
      [...new Set(line.ids)].sort((a, b) => a - b),
    );
    assert.equal(acme.server.app.streams.count, 1);
    await line.hangUp();
    await line.hears(() => acme.server.app.streams.count === 0);
  });

  test(`sent is not received: a client continues from its last event, even after a crash, over ${way}`, async (t) => {
    const { acme, ben, queue, sends } = await scene(await org(t));
    const line = await opens(acme, way, placeOf(queue));
    await sends("one", "two", "three");
    await line.hears(({ contents }) => contents.length === 3);
    await line.hangUp();
    const [first] = line.ids as [number];
    const again = await opens(acme, way, { as: ben, queue_id: queue.queue_id, last_event_id: first });
    await again.hears(({ contents }) => contents.length === 2);
    assert.deepEqual(again.contents, ["two", "three"]);
    await acme.server.restart({ crash: true });
    const after = await opens(acme, way, { as: ben, queue_id: queue.queue_id, last_event_id: first });
    await sends("four");
    await after.hears(({ contents }) => contents.length === 3);
    assert.deepEqual(after.contents, ["two", "three", "four"]);
    await after.hangUp();
  });

  test(`a queue continues on another node, over ${way}`, async (t) => {
    const { acme, ben, queue, sends } = await scene(await org(t));
    const line = await opens(acme, way, placeOf(queue));
    await sends("one");
    await line.hears(({ contents }) => contents.length === 1);
    await line.hangUp();
    const node = await acme.server.anotherNode();
    t.after(() => node.close());
    const last_event_id = line.ids.at(-1) as number;
    const there = await opens(acme, way, { at: node, as: ben, queue_id: queue.queue_id, last_event_id });
    await sends("two", "three");
    // On SQLite, other processes are noticed by polling.
    await acme.clock.advance({ seconds: 2 });
    await there.hears(({ contents }) => contents.length === 2);
    assert.deepEqual(there.contents, ["two", "three"]);
  });

  test(`refusals are JSON responses before anything is opened, over ${way}`, async (t) => {
    const { acme, ada, ben, queue } = await scene(await org(t));
    const { queue_id } = queue;
    const bad = (id: string) => ({
      status: 400,
      result: "error",
      msg: `Bad event queue id: ${id}`,
      code: "BAD_EVENT_QUEUE_ID",
      queue_id: id,
    });
    assert.deepEqual(await refusedWith(opens(acme, way, { as: ben, queue_id: "nonsense" })), bad("nonsense"));
    assert.deepEqual(await refusedWith(opens(acme, way, { as: ada, queue_id })), bad(queue_id), "another user's queue");
    const missing = await refusedWith(opens(acme, way, { as: ben }));
    assert.equal(missing.code, "REQUEST_VARIABLE_MISSING");
    const far = await refusedWith(opens(acme, way, { as: ben, queue_id, last_event_id: 2 ** 52 }));
    assert.equal(far.msg, `Event ${2 ** 52} was not in this queue`);
    const stranger = await refusedWith(opens(acme, way, { queue_id }));
    assert.deepEqual([stranger.status, stranger.code], [401, "UNAUTHORIZED"]);
    const wrongKey = { email: ben.email, apiKey: "x".repeat(32) };
    assert.equal((await refusedWith(opens(acme, way, { as: wrongKey, queue_id }))).status, 401);
    assert.equal(acme.server.app.streams.count, 0);
  });

  test(`a stream ends with its queue, and with its owner's account or API key, over ${way}`, async (t) => {
    const { acme, ada, ben, queue } = await scene(await org(t));
    const deleted = await opens(acme, way, placeOf(queue));
    await ben.call(registration.deleteQueue, { queue_id: queue.queue_id });
    const { code, queue_id } = (await deleted.ends()) ?? {};
    assert.deepEqual([code, queue_id], ["BAD_EVENT_QUEUE_ID", queue.queue_id]);

    const [kept, revoked] = [await listen(ben), await listen(ada)];
    const [bens, adas] = [await opens(acme, way, placeOf(kept)), await opens(acme, way, placeOf(revoked))];
    await ada.call(users.regenerateApiKey, {});
    await acme.clock.advance({ seconds: 5 });
    assert.equal((await adas.ends())?.code, "UNAUTHORIZED");
    assert.equal(bens.isClosed, false, "other streams are unaffected");
    await acme.deactivate(ben);
    assert.equal((await bens.ends())?.code, "BAD_EVENT_QUEUE_ID");
  });

  test(`a queue has one reader: the newest, over ${way}`, async (t) => {
    const { acme, queue, sends } = await scene(await org(t));
    const first = await opens(acme, way, placeOf(queue));
    const second = await opens(acme, way, placeOf(queue));
    assert.equal((await first.ends())?.code, "STREAM_REPLACED");
    await sends("one");
    await second.hears(({ contents }) => contents.length === 1);
    assert.deepEqual(await queue.reads(), ["one"], "it was not acknowledged");
    assert.equal((await second.ends())?.code, "STREAM_REPLACED");
  });

  test(`a server that stops says so, and when to reconnect, over ${way}`, async (t) => {
    const { acme, ben, queue, sends } = await scene(await org(t));
    const line = await opens(acme, way, placeOf(queue));
    await sends("one");
    await line.hears(({ contents }) => contents.length === 1);
    await acme.server.restart();
    const ending = await line.ends();
    assert.deepEqual([ending?.code, ending?.retry_ms], ["STREAM_RESTART", 1000]);
    const last_event_id = line.ids.at(-1) as number;
    const again = await opens(acme, way, { as: ben, queue_id: queue.queue_id, last_event_id });
    await sends("two");
    await again.hears(({ contents }) => contents.length === 1);
    assert.deepEqual(again.contents, ["two"]);
    await again.hangUp();
  });

  test(`an idle stream gets heartbeats, and the queue lives as long as someone listens, over ${way}`, async (t) => {
    const { acme, ben } = await scene(await org(t));
    const queue = await listen(ben, { event_types: ["message"], queue_lifespan_secs: 60 });
    const line = await opens(acme, way, placeOf(queue));
    for (let minute = 1; minute <= 5; minute++) {
      await acme.clock.advance({ seconds: 60 });
      await line.hears(({ events }) => events.filter(({ type }) => type === "heartbeat").length >= minute);
    }
    await line.hangUp();
    await line.hears(() => acme.server.app.streams.count === 0);
    await acme.clock.advance({ minutes: 4 });
    await acme.server.app.queues.maintain();
    assert.equal((await refusedWith(opens(acme, way, placeOf(queue)))).code, "BAD_EVENT_QUEUE_ID");
  });

  test(`a slow reader makes the server wait instead of buffering, over ${way}`, async (t) => {
    const { acme, ada, queue } = await scene(await org(t));
    await portOf(acme.server);
    const sockets: Socket[] = [];
    acme.server.http.server.on("connection", (socket: Socket) => sockets.push(socket));
    const line = await opens(acme, way, placeOf(queue));
    line.reads(false);
    // More than the network buffers.
    const sent = Array.from({ length: 900 }, (_, n) => `${n} ${"x".repeat(9900)}`);
    for (const content of sent) await ada.sends("#launch > tides", content);
    const kept = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
    assert.ok(kept > 0 && kept < 300_000, `${kept} bytes wait in the server`);
    line.reads(true);
    await line.hears(({ contents }) => contents.length === sent.length);
    assert.deepEqual(line.contents, sent, "every message once and in order");
    await line.hangUp();
  });

  test(`a browser session can open it only from our own pages, over ${way}`, async (t) => {
    const { acme, ben, queue, sends } = await scene(await org(t));
    await withPassword(acme, ben);
    const browser = new Browser(acme);
    await browser.signsIn(ben.email, PASSWORD);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const from = (origin?: string) => ({
      queue_id: queue.queue_id,
      prefix: "/json",
      headers: { cookie, ...(origin ? { origin } : {}) },
    });
    for (const origin of ["http://evil.example", "null"]) {
      const { status, code } = await refusedWith(opens(acme, way, from(origin)));
      assert.deepEqual([status, code], [403, "CSRF_FAILED"]);
    }
    const keyed = await refusedWith(opens(acme, way, { ...from(), prefix: "/api/v1" }));
    assert.equal(keyed.status, 401, "cookies are ignored there");
    const line = await opens(acme, way, from(acme.realm.url));
    await sends("one");
    await line.hears(({ contents }) => contents.length === 1);
    await acme.alter((tx) => tx.deleteFrom("session").where("user_id", "=", ben.id).execute());
    await acme.clock.advance({ seconds: 5 });
    assert.equal((await line.ends())?.code, "UNAUTHORIZED");
  });
}

test("the header that browsers send when they reconnect takes precedence over the URL", async (t) => {
  const { acme, ben, queue, sends } = await scene(await org(t));
  const line = await opensStream(acme, placeOf(queue));
  assert.equal(line.response.headers["cache-control"]?.includes("no-store"), true);
  assert.equal(line.response.headers["access-control-allow-origin"], "*");
  await sends("one", "two");
  await line.hears(({ contents }) => contents.length === 2);
  assert.deepEqual(line.retry, [3000]);
  const headers = { "last-event-id": String(line.ids[0]) };
  const again = await opensStream(acme, { ...placeOf(queue), headers });
  await again.hears(({ contents }) => contents.length === 1);
  assert.deepEqual(again.contents, ["two"]);
  const nonsense = opensStream(acme, { ...placeOf(queue), headers: { "last-event-id": "seven" } });
  assert.equal((await refusedWith(nonsense)).code, "BAD_REQUEST");
  assert.equal(again.isClosed, false, "a refused request does not replace the reader");
  await acme.clock.advance({ minutes: 11 });
  const { code, retry_ms } = (await again.ends()) ?? {};
  assert.deepEqual([code, retry_ms], ["STREAM_RENEW", 0], "it must reconnect to acknowledge events");
  assert.equal(again.retry.at(-1), 0);
  await opensStream(acme, { as: ben, queue_id: queue.queue_id, headers }).then((opened) => opened.hangUp());
});

test("events acknowledged over a WebSocket are released", async (t) => {
  const { acme, ben, queue, sends } = await scene(await org(t));
  const line = await opensSocket(acme, placeOf(queue));
  await sends("one", "two");
  await line.hears(({ contents }) => contents.length === 2);
  const [first, second] = line.ids as [number, number];
  line.says({ last_event_id: first });
  await until(() => isAcknowledged(acme, queue, first));
  await line.hangUp();
  await acme.server.restart();
  const { queue_id } = queue;
  const again = await opensSocket(acme, { as: ben, queue_id, last_event_id: first });
  await again.hears(({ contents }) => contents.length === 1);
  assert.deepEqual(again.contents, ["two"]);
  again.says({ last_event_id: second });
  await until(() => isAcknowledged(acme, queue, second));
  await again.hangUp();
  await acme.server.restart();
  const refused = await refusedWith(opensSocket(acme, { as: ben, queue_id, last_event_id: first }));
  assert.equal(refused.msg, `An event newer than ${first} has already been pruned!`);
});

/** Reads the database, after the progress has been written. */
async function isAcknowledged({ server: { app } }: Organization, { queue_id }: Listener, id: number): Promise<boolean> {
  await app.queues.maintain();
  const { position } = await app.database.reader
    .selectFrom("event_queue")
    .select("position")
    .where("id", "=", queue_id)
    .executeTakeFirstOrThrow();
  return position >= positionOf(id);
}

test("clients that acknowledge events over a WebSocket are never asked to reconnect", async (t) => {
  const { acme, queue } = await scene(await org(t));
  const line = await opensSocket(acme, placeOf(queue));
  for (let minute = 0; minute < 15; minute++) {
    await acme.clock.advance({ minutes: 1 });
    await line.hears(({ events }) => events.length > minute);
    line.says({ last_event_id: line.ids.at(-1) });
  }
  assert.equal(line.isClosed, false);
  await line.hangUp();
});

test("invalid messages from a client close the WebSocket", async (t) => {
  const { acme, ben, queue } = await scene(await org(t));
  for (const said of ["nonsense", "{}", '{"last_event_id":"7"}', '{"last_event_id":1.5}', "[]", "null"]) {
    const line = await opensSocket(acme, placeOf(queue));
    line.says(said);
    assert.equal((await line.ends())?.code, "BAD_REQUEST", said);
    assert.equal(line.code, 1008);
  }
  const ahead = await opensSocket(acme, { as: ben, queue_id: queue.queue_id });
  ahead.says({ last_event_id: 2 ** 50 });
  assert.equal((await ahead.ends())?.msg, `Event ${2 ** 50} was not in this queue`);
  const long = await opensSocket(acme, placeOf(queue));
  long.says("x".repeat(5000));
  await long.ends();
  assert.equal(long.code, 1009);
});

test("scripts in browsers can send their credentials as a protocol", async (t) => {
  const { acme, ben, queue } = await scene(await org(t));
  const { queue_id } = queue;
  const offer = (apiKey: string) => [
    "parley.events",
    `parley.basic.${Buffer.from(`${ben.email}:${apiKey}`).toString("base64url")}`,
  ];
  const headers = { origin: "http://elsewhere.example" };
  const line = await opensSocket(acme, { queue_id, protocols: offer(ben.apiKey), headers });
  assert.equal(line.socket.protocol, "parley.events", "the credentials are not sent back");
  await line.hangUp();
  assert.equal((await refusedWith(opensSocket(acme, { queue_id, protocols: offer("x".repeat(32)) }))).status, 401);
});

test("a client that does not respond on a WebSocket is disconnected", async (t) => {
  const { acme, queue } = await scene(await org(t));
  const line = await opensSocket(acme, placeOf(queue));
  line.reads(false);
  await acme.clock.advance({ minutes: 3 });
  line.reads(true);
  await line.ends();
  assert.equal(acme.server.app.streams.count, 0);
});

test("other requests are unaffected by the protocols they ask for", async (t) => {
  const { acme, ben, queue } = await scene(await org(t));
  const plain = (path: string, headers: Record<string, string>): Promise<[number, string]> =>
    new Promise((resolve, reject) => {
      void portOf(acme.server).then((port) => {
        const authorization = `Basic ${Buffer.from(`${ben.email}:${ben.apiKey}`).toString("base64")}`;
        const options = { port, path, headers: { host: acme.realm.host, authorization, ...headers }, agent: false };
        const asked = request(options, (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (piece: string) => {
            text += piece;
          });
          response.on("end", () => resolve([response.statusCode as number, text]));
        });
        asked.on("error", reject).end();
      });
    });
  const h2c = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABk" };
  assert.equal((await plain("/api/v1/users/me", h2c))[0], 200);
  const websocket = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
  assert.equal((await plain("/api/v1/users/me", websocket))[0], 200);
  const path = `/api/v1/events/socket?queue_id=${queue.queue_id}`;
  const [status, text] = await plain(path, {});
  assert.deepEqual([status, (JSON.parse(text) as { code: string }).code], [426, "BAD_REQUEST"]);
  const [old, refusal] = await plain(path, { ...websocket, "sec-websocket-version": "8" });
  assert.deepEqual([old, (JSON.parse(refusal) as { code: string }).code], [426, "BAD_REQUEST"]);
  assert.equal((await plain(path, websocket))[0], 400, "without a key");
});
