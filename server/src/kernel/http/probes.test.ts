import assert from "node:assert/strict";
import { ask, told } from "../../../test/ask.ts";
import { org, serverFor, test } from "../../../test/index.ts";
import { PRODUCT_VERSION } from "../version.ts";

test("a healthy server reports that it is healthy, ready and alive", async (t) => {
  const server = await serverFor(t);
  for (const path of ["//health", "//health/ready", "//health/live"])
    assert.deepEqual(
      told(await ask(server, `GET ${path}`)),
      { status: 200, result: "success", msg: "", version: PRODUCT_VERSION },
      path,
    );
});

test("a health check commits and reads a change, once for all concurrent requests", async (t) => {
  const server = await serverFor(t);
  await server.clock.advance({ seconds: 1 });
  const { database } = server.app;
  const probe = t.mock.method(database, "probe");
  const together = await Promise.all(Array.from({ length: 20 }, () => ask(server, "GET //health")));
  assert.deepEqual(new Set(together.map(({ status }) => status)), new Set([200]));
  await server.clock.advance({ seconds: 0.4 });
  await ask(server, "GET //health");
  assert.equal(probe.mock.callCount(), 1);
  await server.clock.advance({ seconds: 0.1 });
  await ask(server, "GET //health");
  assert.equal(probe.mock.callCount(), 2);
});

test("a database that hangs is reported within a second, and not checked again meanwhile", async (t) => {
  const server = await serverFor(t);
  await server.clock.advance({ seconds: 1 });
  const { database } = server.app;
  let answer = () => {};
  const probe = t.mock.method(
    database,
    "probe",
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const sick = { status: 503, result: "error", msg: "The database does not respond.", code: "SERVER_NOT_READY" };
  assert.deepEqual(told(await ask(server, "GET //health")), sick);
  await server.clock.advance({ seconds: 1 });
  assert.deepEqual(told(await ask(server, "GET //health")), sick);
  assert.equal(probe.mock.callCount(), 1);
  assert.equal(server.faults.splice(0).length, 1, "in the log when it begins, and not again");
  assert.equal((await ask(server, "GET //health/ready")).status, 200, "reading works");
  assert.equal((await ask(server, "GET //health/live")).status, 200);

  answer();
  probe.mock.restore();
  await server.clock.advance({ seconds: 1 });
  assert.equal((await ask(server, "GET //health")).status, 200);
});

test("a server without its database reports it, with the reason only in its log", async (t) => {
  const server = await serverFor(t);
  await server.clock.advance({ seconds: 1 });
  const { reader } = server.app.database;
  const gone = t.mock.method(reader, "getExecutor", () => {
    throw new Error("connect ECONNREFUSED 10.1.2.3:5432");
  });
  assert.deepEqual(told(await ask(server, "GET //health")), {
    status: 503,
    result: "error",
    msg: "The database does not respond.",
    code: "SERVER_NOT_READY",
  });
  const [fault] = server.faults.splice(0);
  assert.match(fault?.message as string, /ECONNREFUSED/);
  assert.equal((await ask(server, "GET //health/ready")).status, 503);
  gone.mock.restore();
  await server.clock.advance({ seconds: 1 });
});

test("metrics are available only from the machine itself", async (t) => {
  const server = await serverFor(t);
  for (const remoteAddress of ["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"]) {
    const { status, text } = await ask(server, "GET //metrics", { remoteAddress });
    assert.equal(status, 200, remoteAddress);
    assert.match(text, /^parley_requests_total/m);
  }
  for (const remoteAddress of ["203.0.113.7", "10.0.0.1", "::2", "::ffff:10.0.0.1"]) {
    const answer = await ask(server, "GET //metrics", { remoteAddress });
    assert.deepEqual(told(answer), { status: 404, result: "error", msg: "Not found", code: "BAD_REQUEST" });
  }
  const forwarded = await ask(server, "GET //metrics", {
    remoteAddress: "127.0.0.1",
    headers: { "x-forwarded-for": "203.0.113.7" },
  });
  assert.equal(forwarded.status, 404);
});

test("whoever cannot read the metrics gets what an unknown path gets", async (t) => {
  const server = await serverFor(t);
  const answer = async (path: string, headers: Record<string, string>) => {
    const { status, headers: sent, text } = await ask(server, `GET //${path}`, { headers });
    return { status, text: text.replaceAll(path, "PATH"), headers: { ...sent, "x-request-id": "", date: "" } };
  };
  for (const headers of [{}, { "accept-language": "de" }, { accept: "text/html", "accept-language": "de" }])
    assert.deepEqual(await answer("metrics", headers), await answer("metrixx", headers));
});

test("requests are counted by operation, never by client-supplied values", async (t) => {
  const { server, owner, realm } = await org(t);
  await ask(server, "GET /users/me", { host: realm.host, as: owner });
  await ask(server, "GET /made-up-by-a-stranger");
  const { text } = await ask(server, "GET //metrics", { remoteAddress: "127.0.0.1" });
  assert.match(text, /^parley_requests_total\{method="GET",path="\/users\/me",status="200"\} [1-9]/m);
  assert.match(text, /^parley_requests_total\{method="GET",path="other",status="404"\} [1-9]/m);
  assert.ok(!text.includes("made-up"));
});
