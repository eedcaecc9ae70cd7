import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "../../../test/ask.ts";
import { TestClock } from "../../../test/clock.ts";
import { startServer, type TestServer } from "../../../test/server.ts";
import { opens, type Refused } from "../../../test/streams.ts";
import { createOrganization } from "../../set-up/create.ts";
import { readConfig } from "../config.ts";
import { RateLimiter } from "./rate-limit.ts";

const PASSWORD = "correct horse battery staple";

interface Limited {
  server: TestServer;
  olivia: { email: string; apiKey: string };
}

async function limited(t: { after(end: () => Promise<void>): void }, rules: string): Promise<Limited> {
  const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: rules });
  const server = await startServer("sqlite", { rateLimits });
  t.after(() => server.close());
  const email = "olivia@example.com";
  const owner = { email, fullName: "Olivia", password: PASSWORD };
  const { apiKey } = await createOrganization(server.app, { name: "Acme", owner });
  return { server, olivia: { email, apiKey } };
}

const seconds = (server: TestServer) => Math.floor(server.clock.now() / 1000);

test("an account has a limited number of requests, and every response says how many are left", async (t) => {
  const { server, olivia } = await limited(t, "api_by_user=3/60");
  for (const left of ["2", "1", "0"]) {
    const { status, headers } = await ask(server, "GET /users/me", { as: olivia });
    assert.equal(status, 200);
    assert.equal(String(headers["x-ratelimit-limit"]), "3");
    assert.equal(String(headers["x-ratelimit-remaining"]), left);
    assert.equal(Number(headers["x-ratelimit-reset"]), seconds(server) + 60);
  }
  const { status, headers, body } = await ask(server, "GET /users/me", { as: olivia });
  assert.equal(status, 429);
  const { "retry-after": retryAfter, ...rest } = body;
  assert.deepEqual(rest, { result: "error", msg: "API usage exceeded rate limit", code: "RATE_LIMIT_HIT" });
  assert.ok(typeof retryAfter === "number" && retryAfter > 0 && retryAfter <= 60);
  assert.equal(Number(headers["retry-after"]), retryAfter);
  assert.equal(headers["x-ratelimit-limit"], "3");
  assert.equal(headers["x-ratelimit-remaining"], "0");
  assert.ok(Number(headers["x-ratelimit-reset"]) >= seconds(server));
  assert.equal(headers["access-control-allow-origin"], "*");
});

test("opening a stream counts as one request on every transport, and can be refused", async (t) => {
  const { server, olivia } = await limited(t, "api_by_user=3/60");
  const { body } = await ask(server, "POST /register", { as: olivia, form: { fetch_event_types: "[]" } });
  const acme = { server, realm: { host: "chat.test" } };
  const opening = { as: olivia, queue_id: body.queue_id as string };
  for (const way of ["stream", "socket"] as const) await (await opens(acme, way, opening)).hangUp();
  for (const way of ["stream", "socket"] as const)
    await assert.rejects(opens(acme, way, opening), ({ status, body }: Refused) => {
      assert.deepEqual([status, body.code, typeof body["retry-after"]], [429, "RATE_LIMIT_HIT", "number"]);
      return true;
    });
});

test("clients that wait as told are accepted again, and refused requests do not count", async (t) => {
  const { server, olivia } = await limited(t, "api_by_user=2/60");
  for (let sent = 0; sent < 2; sent++) await ask(server, "GET /users/me", { as: olivia });
  for (let refused = 0; refused < 5; refused++)
    assert.equal((await ask(server, "GET /users/me", { as: olivia })).status, 429);
  const { body } = await ask(server, "GET /users/me", { as: olivia });
  await server.clock.advance({ seconds: body["retry-after"] as number });
  assert.equal((await ask(server, "GET /users/me", { as: olivia })).status, 200);
});

test("parameters are decoded only for requests within the limit", async (t) => {
  const { server, olivia } = await limited(t, "api_by_user=1/60");
  assert.equal((await ask(server, "GET /streams?include_public=x", { as: olivia })).status, 400);
  assert.equal((await ask(server, "GET /streams?include_public=x", { as: olivia })).status, 429);
  assert.equal((await ask(server, "PUT /streams", { as: olivia })).status, 405);
});

test("requests without an account are limited by IP address, apart from accounts", async (t) => {
  const { server, olivia } = await limited(t, "api_by_ip=2/60");
  const from = (remoteAddress: string) => ask(server, "GET /server_settings", { remoteAddress });
  assert.equal((await from("198.51.100.1")).headers["x-ratelimit-remaining"], "1");
  assert.equal((await from("198.51.100.1")).status, 200);
  assert.equal((await from("198.51.100.1")).status, 429);
  assert.equal((await from("198.51.100.2")).status, 200);
  const own = await ask(server, "GET /users/me", { as: olivia, remoteAddress: "198.51.100.1" });
  assert.equal(own.status, 200);
});

test("wrong credentials are limited by IP address", async (t) => {
  const { server, olivia } = await limited(t, "api_by_ip=2/60");
  const wrong = { as: { email: olivia.email, apiKey: "a".repeat(32) } };
  const answers = [];
  for (let attempt = 0; attempt < 4; attempt++) answers.push((await ask(server, "GET /users/me", wrong)).status);
  assert.deepEqual(answers, [401, 401, 429, 429]);
  assert.equal((await ask(server, "GET /users/me", { as: olivia })).status, 200);
});

test("an IP address that a client only claims is not trusted", async (t) => {
  const { server } = await limited(t, "api_by_ip=1/60");
  const answers = [];
  for (const claimed of ["192.0.2.1", "192.0.2.2"])
    answers.push((await ask(server, "GET /server_settings", { headers: { "x-forwarded-for": claimed } })).status);
  assert.deepEqual(answers, [200, 429]);
});

test("sign-in attempts are limited by name, in any spelling, and a success clears the failures", async (t) => {
  const { server, olivia } = await limited(t, "authenticate_by_username=2/1800");
  const signIn = (username: string, password: string) =>
    ask(server, "POST /fetch_api_key", { form: { username, password } });
  const { email } = olivia;
  assert.equal((await signIn(email, "wrong")).status, 401);
  assert.equal((await signIn(email, PASSWORD)).status, 200);
  assert.equal((await signIn(email, "wrong")).status, 401);
  assert.equal((await signIn(email.toUpperCase(), "")).status, 401);
  const refused = await signIn(email, PASSWORD);
  assert.deepEqual([refused.status, refused.body.code], [429, "RATE_LIMIT_HIT"]);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assert.equal((await signIn("other@example.com", "wrong")).status, 401);
  await server.clock.leap({ minutes: 30, seconds: 30 });
  assert.equal((await signIn(email, PASSWORD)).status, 200);
});

test("limits can be turned off", async (t) => {
  const { server, olivia } = await limited(t, "off");
  for (let sent = 0; sent < 20; sent++) {
    const { status, headers } = await ask(server, "GET /users/me", { as: olivia });
    assert.deepEqual([status, headers["x-ratelimit-limit"]], [200, undefined]);
  }
});

test("the window slides: it never has more requests than the limit", async () => {
  const clock = new TestClock();
  const limiter = new RateLimiter({ requests: 10, seconds: 60 }, clock);
  const admitted: number[] = [];
  for (let step = 0; step < 600; step++) {
    try {
      limiter.admit("ada");
      admitted.push(clock.now());
    } catch {
      // Refused: only admitted requests count.
    }
    await clock.advance({ seconds: 1.7 });
  }
  for (const start of admitted)
    assert.ok(admitted.filter((at) => at >= start && at < start + 59_000).length <= 10, "more than ten in a window");
  assert.ok(admitted.length > 100, "the window moves on");
});
