import assert from "node:assert/strict";
import { isIP } from "node:net";
import { after, test } from "node:test";
import { TestClock } from "../../../test/clock.ts";
import { until } from "../../../test/listener.ts";
import { Receiver } from "../../../test/receiver.ts";
import { guardOf } from "./addresses.ts";
import { OutgoingClient, type OutgoingRequest } from "./client.ts";
import { OutgoingError } from "./errors.ts";
import type { Resolve } from "./resolve.ts";

const receiver = await Receiver.open();
after(() => receiver.close());

const MAX_BYTES = 1000;

function open({ allowed = ["127.0.0.1"], resolve }: { allowed?: string[]; resolve?: Resolve } = {}) {
  const clock = new TestClock();
  const guard = guardOf({ allowed, allowsLoopback: () => false });
  const client = new OutgoingClient({ guard, clock, resolve });
  const post = (url: string, more: Partial<OutgoingRequest> = {}) =>
    client.send({
      method: "POST",
      url,
      body: "secret body",
      timeoutMs: 10_000,
      maxBytes: MAX_BYTES,
      redirects: 3,
      ...more,
    });
  return { client, clock, post };
}

/** Fails for this reason, without leaking anything about the target. */
const failsWith = (reason: string) => (error: unknown) => {
  assert(error instanceof OutgoingError, `${error}`);
  assert.equal(error.reason, reason);
  assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /secret|127\.0\.0\.1/);
  return true;
};

/** Names that resolve to what they say: `is-10.0.0.1.test`, `is-10.0.0.1-and-127.0.0.1.test`. */
const named: Resolve = async (hostname) =>
  hostname
    .replace(/^is-(.*)\.test$/, "$1")
    .split("-and-")
    .map((address) => ({ address: address.replaceAll("_", ":"), family: isIP(address.replaceAll("_", ":")) }));

test("a request arrives unchanged, and its response is returned", async () => {
  const { post } = open();
  const endpoint = receiver.endpoint({ hello: "there" });
  const { status, contentType, body } = await post(`${endpoint.url}?q=1`, {
    headers: { "content-type": "text/plain" },
  });
  assert.deepEqual([status, contentType, body.toString()], [200, "application/json", '{"hello":"there"}']);
  const [received] = endpoint.received;
  assert.deepEqual([received?.method, received?.path.split("?")[1], received?.body], ["POST", "q=1", "secret body"]);
  const { connection, "accept-encoding": encoding } = received?.headers ?? {};
  assert.deepEqual([connection, encoding], ["close", "identity"]);
});

test("a forbidden address is not connected to, in any spelling", async () => {
  const { post } = open({ allowed: [] });
  const { port } = receiver;
  const endpoint = receiver.endpoint();
  const path = new URL(endpoint.url).pathname;
  const forms = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "017700000001",
    "user:secret@127.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fe80::1]",
    "[fd00::1]",
    "[ff02::1]",
    "[::]",
    "0",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "224.0.0.1",
    "255.255.255.255",
  ];
  for (const form of forms)
    for (const scheme of ["http", "https"])
      await assert.rejects(post(`${scheme}://${form}:${port}${path}?secret`), failsWith("forbidden"), form);
  assert.deepEqual(endpoint.received, []);
});

test("a name is checked by all of its addresses", async () => {
  const { post } = open({ resolve: named });
  const endpoint = receiver.endpoint({}, "is-127.0.0.1.test");
  assert.equal((await post(endpoint.url)).status, 200);
  const forbidden = [
    "10.0.0.1",
    "169.254.169.254",
    "0.0.0.0",
    "127.0.0.2",
    "__1",
    "__ffff_10.0.0.1",
    "fe80__1",
    "fd00__1",
    "64_ff9b__a00_1",
    "127.0.0.1-and-10.0.0.1",
    "10.0.0.1-and-127.0.0.1",
  ];
  for (const address of forbidden)
    await assert.rejects(post(endpoint.url.replace("127.0.0.1", address)), failsWith("forbidden"), address);
  assert.equal(endpoint.received.length, 1);
});

test("the connection uses the checked address: a name is resolved once per connection [O1]", async () => {
  const meant = ["127.0.0.1", "169.254.169.254", "127.0.0.1"];
  const { post } = open({ resolve: async () => [{ address: meant.shift() as string, family: 4 }] });
  const endpoint = receiver.endpoint({}, "rebound.test");
  assert.equal((await post(endpoint.url)).status, 200);
  await assert.rejects(post(endpoint.url), failsWith("forbidden"));
  assert.equal((await post(endpoint.url)).status, 200);
  assert.deepEqual([meant, endpoint.received.length], [[], 2]);
});

test("a few redirects are followed, with the body, and each target is checked", async () => {
  const { post } = open({ resolve: named });
  const goal = receiver.endpoint({ arrived: true });
  const leads = (to: string, status = 307) =>
    receiver.endpoint(
      (response) => void response.writeHead(status, { location: to }).end("x".repeat(status > 303 ? 5000 : 5)),
    );
  const answer = await post(leads(leads(goal.url, 308).url).url);
  assert.equal(answer.body.toString(), '{"arrived":true}');
  assert.deepEqual(goal.received[0]?.body, "secret body");

  for (const to of ["http://10.0.0.1/", "http://169.254.169.254/latest", "http://is-10.0.0.1.test/", "http://[::1]/"])
    await assert.rejects(post(leads(to).url), failsWith("forbidden"), to);
  for (const to of ["ftp://127.0.0.1/", "file:///etc/passwd", "http://[", "javascript:1"])
    await assert.rejects(post(leads(to).url), failsWith("redirect"), to);
  const loop = receiver.endpoint((response) => void response.writeHead(307, { location: loop.url }).end());
  await assert.rejects(post(loop.url), failsWith("redirect"));
  assert.equal(loop.received.length, 4);
  // Following these would lose the body.
  for (const status of [301, 302, 303]) assert.equal((await post(leads(goal.url, status).url)).status, status);
  assert.equal(goal.received.length, 1);
  const { status } = await post(leads(goal.url, 302).url, { method: "GET", body: "" });
  assert.deepEqual([status, goal.received[1]?.method], [200, "GET"]);
});

test("credentials are sent only to the server they are for", async () => {
  const { post } = open({ resolve: named });
  const goal = receiver.endpoint({}, "is-127.0.0.1.test");
  const there = receiver.endpoint((response) => void response.writeHead(307, { location: goal.url }).end());
  await post(there.url.replace("//", "//ada:secret@"));
  assert.equal(there.received[0]?.headers.authorization, `Basic ${Buffer.from("ada:secret").toString("base64")}`);
  await post(there.url, { headers: { authorization: "Bearer secret" } });
  assert.equal(there.received[1]?.headers.authorization, "Bearer secret");
  assert.deepEqual(
    goal.received.map(({ headers }) => headers.authorization),
    [undefined, undefined],
  );
});

test("a response is read up to its limit, with or without a declared length", async () => {
  const { post } = open();
  const fits = receiver.endpoint((response) => void response.end("x".repeat(MAX_BYTES)));
  assert.equal((await post(fits.url)).body.length, MAX_BYTES);
  const announced = receiver.endpoint((response) => void response.end("x".repeat(MAX_BYTES + 1)));
  await assert.rejects(post(announced.url), failsWith("too_large"));
  let isCutOff = false;
  const endless = receiver.endpoint((response) => {
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(100)));
    };
    response.on("drain", more).on("close", () => {
      isCutOff = true;
    });
    more();
  });
  await assert.rejects(post(endless.url), failsWith("too_large"));
  await until(() => isCutOff);
});

test("the total time is limited, however slowly a response arrives", async () => {
  const { post, clock } = open();
  const silent = receiver.endpoint(() => {});
  let drip = () => {};
  const dripping = receiver.endpoint((response) => {
    drip = () => void response.write("x");
    drip();
  });
  for (const endpoint of [silent, dripping]) {
    const failing = assert.rejects(post(endpoint.url), failsWith("timeout"));
    await endpoint.wasCalled(1);
    for (let second = 0; second < 10; second++) {
      drip();
      await clock.advance({ seconds: 1 });
    }
    await failing;
  }
});

test("a name that never resolves times out too", async () => {
  const { post, clock } = open({ resolve: () => new Promise(() => {}) });
  const failing = assert.rejects(post("http://never.test/"), failsWith("timeout"));
  await clock.advance({ seconds: 10 });
  await failing;
});

test("requests in progress end when the server stops", async () => {
  const { client, post } = open();
  const silent = receiver.endpoint(() => {});
  const failing = assert.rejects(post(silent.url), failsWith("stopped"));
  await silent.wasCalled(1);
  client.close();
  await failing;
});

test("errors: no server, no such name, no response, and not a web URL", async () => {
  const closed = await Receiver.open();
  const url = closed.endpoint().url;
  await closed.close();
  const { post } = open();
  await assert.rejects(
    post(url),
    (error) => failsWith("unreachable")(error) && (error as OutgoingError).code === "ECONNREFUSED",
  );
  const nameless = open({ resolve: async () => [] });
  await assert.rejects(nameless.post("http://nowhere.test/"), failsWith("unreachable"));
  const hangingUp = receiver.endpoint((response) => void response.socket?.destroy());
  await assert.rejects(post(hangingUp.url), failsWith("unreachable"));
  const switching = receiver.endpoint((response) => {
    response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
  });
  await assert.rejects(post(switching.url), failsWith("unreachable"));
  const nonsense = receiver.endpoint((response) => void response.socket?.end("secret\r\n\r\n"));
  await assert.rejects(post(nonsense.url), failsWith("unreachable"));
  for (const text of ["ftp://127.0.0.1/", "nowhere", "file:///etc/passwd", "http://"])
    await assert.rejects(post(text), failsWith("not_an_address"), text);
});

test("no proxy is taken from the environment", async () => {
  const { post } = open();
  const endpoint = receiver.endpoint();
  const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"].filter((name) => !(name in process.env));
  for (const name of names) process.env[name] = "http://127.0.0.1:1";
  try {
    assert.equal((await post(endpoint.url)).status, 200);
  } finally {
    for (const name of names) delete process.env[name];
  }
});
