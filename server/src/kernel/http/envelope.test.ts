import assert from "node:assert/strict";
import { pino } from "pino";
import { ask, told } from "../../../test/ask.ts";
import { org, serverFor, test } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";

test("success and failure have the envelope that clients expect", async (t) => {
  const { server, owner, realm } = await org(t);
  const good = await ask(server, "GET /users/me/subscriptions", { host: realm.host, as: owner });
  assert.equal(good.status, 200);
  assert.match(good.text, /^\{"result":"success","msg":"",.*\}\n$/);
  const bad = await ask(server, "GET /users/me");
  assert.equal(bad.text, `${JSON.stringify(bad.body)}\n`);
  assert.deepEqual(Object.keys(bad.body), ["result", "msg", "code"]);
  for (const { headers } of [good, bad]) {
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal(headers["cache-control"], "max-age=0, no-cache, no-store, must-revalidate, private");
    assert.equal(headers.vary, "Accept-Language");
  }
});

test("ignored parameters are listed, on success only", async (t) => {
  const { server, owner, realm } = await org(t);
  const host = realm.host;
  const ask2 = (what: string, form?: Record<string, string>) =>
    ask(server, what, { host, as: owner, ...(form ? { form } : {}) });

  const get = await ask2("GET /streams?zoo=1&ant=2&include_public=true&client=me&zoo=3&__proto__=x&constructor=y");
  assert.deepEqual(get.body.ignored_parameters_unsupported, ["__proto__", "ant", "constructor", "zoo"]);
  const post = await ask2("POST /messages?extra=1", {
    type: "direct",
    to: `[${owner.id}]`,
    content: "hi",
    subject: "x",
    id: "5",
  });
  assert.deepEqual(post.body.ignored_parameters_unsupported, ["extra", "id"]);
  assert.equal((await ask2("GET /streams?client=me")).body.ignored_parameters_unsupported, undefined);

  const failed = await ask2("GET /streams?zoo=1&include_public=maybe");
  assert.deepEqual(told(failed), {
    status: 400,
    result: "error",
    msg: "include_public is not valid JSON",
    code: "BAD_REQUEST",
  });
});

test("polls list ignored parameters too", async (t) => {
  const { server, owner, realm } = await org(t);
  const { status, body } = await ask(server, "GET /events?dont_block=true&zoo=1", { host: realm.host, as: owner });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ["result", "msg", "events", "queue_id", "ignored_parameters_unsupported"]);
  assert.deepEqual(body.ignored_parameters_unsupported, ["zoo"]);
});

test("a subdomain of ours without an organization is refused", async (t) => {
  const { server } = await org(t);
  for (const what of ["GET /server_settings", "POST /fetch_api_key"])
    assert.deepEqual(told(await ask(server, what, { host: "nowhere.chat.test" })), {
      status: 404,
      result: "error",
      msg: "Invalid subdomain",
      code: "NONEXISTENT_SUBDOMAIN",
    });
});

test("any other host is that of the default organization", async (t) => {
  const acme = await org(t);
  const { server } = acme;
  const names = await Promise.all(
    ["chat.test", "CHAT.TEST:80", "localhost:9800", "127.0.0.1", "[::1]:80", "evil.example", "xchat.test"].map(
      async (host) => (await ask(server, "GET /server_settings", { host })).body.realm_url,
    ),
  );
  assert.deepEqual(new Set(names), new Set(["http://chat.test"]));
  const own = await ask(server, "GET /server_settings", { host: acme.realm.host });
  assert.equal(own.body.realm_url, acme.realm.url);
});

test("unknown paths respond with JSON that every origin can read", async (t) => {
  const server = await serverFor(t);
  const unknown = ["/nothing", "/users/", "/Users", "//users", "//api/v2/users", "/users/me/", "/server_settings/x"];
  for (const path of unknown)
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await ask(server, `${method} ${path}`);
      const expected = { status: 404, result: "error", msg: "Not found", code: "BAD_REQUEST" };
      assert.deepEqual(told(answer), expected, `${method} ${path}`);
      assert.equal(answer.headers["access-control-allow-origin"], "*");
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
    }
});

test("a URL that cannot be decoded is a malformed request", async (t) => {
  const server = await serverFor(t);
  for (const path of ["/%zz", "/users/%"]) {
    const answer = await ask(server, `GET ${path}`);
    assert.deepEqual(told(answer), { status: 400, result: "error", msg: "Malformed request", code: "BAD_REQUEST" });
    assert.equal(answer.headers["access-control-allow-origin"], "*");
  }
});

test("every response has a request id and security headers", async (t) => {
  const server = await serverFor(t);
  const ids = new Set<string>();
  for (const what of ["GET /users/me", "GET /server_settings", "GET /nothing", "OPTIONS /messages", "GET //health"]) {
    const { headers } = await ask(server, what, { headers: { "x-request-id": "mine", "request-id": "mine" } });
    assert.match(headers["x-request-id"] as string, /^[0-9a-f]{8}-[0-9a-f-]{27}$/, what);
    ids.add(headers["x-request-id"] as string);
    assert.equal(headers["x-content-type-options"], "nosniff", what);
    assert.equal(headers["x-frame-options"], "DENY", what);
    assert.equal(headers["referrer-policy"], "strict-origin-when-cross-origin", what);
    assert.equal(headers["cross-origin-opener-policy"], "same-origin", what);
    assert.equal(headers["strict-transport-security"], undefined, what);
    assert.equal(headers["access-control-allow-credentials"], undefined, what);
  }
  assert.equal(ids.size, 5);
});

test("an internal error shows only an id", async (t) => {
  const { server, owner, realm } = await org(t);
  const { queues } = server.app;
  t.mock.method(queues, "register", () => Promise.reject(new Error("secret detail")));
  const answer = await ask(server, "POST /register?password=hunter2", { host: realm.host, as: owner });
  assert.deepEqual(told(answer), {
    status: 500,
    result: "error",
    msg: "Internal server error",
    code: "INTERNAL_SERVER_ERROR",
    request_id: answer.headers["x-request-id"],
  });
  const [fault] = server.faults.splice(0);
  assert.equal(fault?.message, "secret detail");
});

test("the log of an internal error has no key of a link", async (t) => {
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  const server = await startServer("sqlite", {}, { log });
  t.after(() => server.close());
  t.mock.method(server.app.identities, "realmByHost", () => Promise.reject(new Error("no answer")));
  for (const path of ["/join/k3yOfALink/", "/user_uploads/temporary/k3yOfALink/notes.txt"]) {
    const { status } = await server.fetch(`http://chat.test${path}`);
    assert.equal(status, 500, path);
  }
  assert.equal(lines.length, 2);
  for (const line of lines) assert.doesNotMatch(line, /k3yOfALink/);
});
