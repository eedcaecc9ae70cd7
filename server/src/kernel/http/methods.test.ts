import assert from "node:assert/strict";
import { ask, type TestResponse } from "../../../test/ask.ts";
import { org, serverFor, test } from "../../../test/index.ts";

function assertNotAllowed({ status, headers, body }: TestResponse, allowed_methods: string[]): void {
  assert.deepEqual(
    { status, ...body },
    { status: 405, result: "error", msg: "Method Not Allowed", code: "BAD_REQUEST", allowed_methods },
  );
  assert.equal(headers.allow, allowed_methods.join(", "));
  assert.equal(headers["access-control-allow-origin"], "*");
}

test("a method that a path does not support is refused before authentication", async (t) => {
  const server = await serverFor(t);
  for (const method of ["PUT", "PATCH", "TRACE"])
    assertNotAllowed(await ask(server, `${method} /messages`), ["POST", "GET", "HEAD"]);
  assertNotAllowed(await ask(server, "GET /realm"), ["PATCH"]);
  assertNotAllowed(await ask(server, "HEAD /realm").then((answer) => ({ ...answer, body: withBody })), ["PATCH"]);
  assertNotAllowed(await ask(server, "POST /realm"), ["PATCH"]);
  assertNotAllowed(await ask(server, "POST /realm?method=PATCH", { payload: "{}" }), ["PATCH"]);
  for (const method of ["GET", "PATCH", "DELETE"])
    assertNotAllowed(await ask(server, `${method} /fetch_api_key`), ["POST"]);
  for (const method of ["PATCH", "DELETE"])
    assertNotAllowed(await ask(server, `${method} /server_settings`), ["GET", "HEAD"]);
});

/** Responses to HEAD have no body to compare. */
const withBody = { result: "error", msg: "Method Not Allowed", code: "BAD_REQUEST", allowed_methods: ["PATCH"] };

test("HEAD has the status and the headers of GET", async (t) => {
  const { server, owner, realm } = await org(t);
  for (const path of ["/server_settings", "/users/me", "/streams"]) {
    const request = { host: realm.host, as: owner };
    const [get, head] = [await ask(server, `GET ${path}`, request), await ask(server, `HEAD ${path}`, request)];
    assert.equal(head.status, 200);
    assert.equal(head.headers["content-length"], get.headers["content-length"]);
  }
  assert.equal((await ask(server, "HEAD /users/me")).status, 401);
});

test("OPTIONS lists a path's methods for everyone", async (t) => {
  const server = await serverFor(t);
  const expected = {
    "/messages": "GET, HEAD, POST",
    "/events": "DELETE, GET, HEAD",
    "/realm": "PATCH",
    "/server_settings": "GET, HEAD",
  };
  for (const [path, allow] of Object.entries(expected)) {
    const { status, text, headers } = await ask(server, `OPTIONS ${path}`, {
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
    });
    assert.deepEqual([status, text, headers.allow], [204, "", allow]);
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.match(headers["access-control-allow-headers"] as string, /Authorization/);
    assert.equal(headers["access-control-allow-methods"], "GET, POST, DELETE, PUT, PATCH, HEAD");
  }
});

test("other origins can read every response", async (t) => {
  const { server, owner, realm } = await org(t);
  const answers = [
    await ask(server, "GET /users/me", { host: realm.host, as: owner }),
    await ask(server, "GET /users/me"),
    await ask(server, "GET /streams?include_public=x", { host: realm.host, as: owner }),
    await ask(server, "GET /server_settings", { host: "nowhere.chat.test" }),
  ];
  for (const { headers } of answers) assert.equal(headers["access-control-allow-origin"], "*");
});

test("the form of a POST can override the method", async (t) => {
  const { server, owner, realm } = await org(t);
  const request = { host: realm.host, as: owner };
  const changed = await ask(server, "POST /realm", { ...request, form: { method: "PATCH", name: "Acme Ltd" } });
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.body.ignored_parameters_unsupported, ["method"]);
  const settings = await ask(server, "GET /server_settings", { host: realm.host });
  assert.equal(settings.body.realm_name, "Acme Ltd");

  const read = await ask(server, "POST /users", { ...request, form: { method: "get" } });
  assert.ok(Array.isArray(read.body.members));
});

test("an overriding method has to follow its own rules", async (t) => {
  const { server, owner, realm } = await org(t);
  const host = realm.host;
  assertNotAllowed(await ask(server, "POST /realm", { host, as: owner, form: { method: "DELETE" } }), ["PATCH"]);
  assertNotAllowed(await ask(server, "POST /users", { host, as: owner, form: { method: "OPTIONS" } }), [
    "GET",
    "POST",
    "HEAD",
  ]);
  assert.equal((await ask(server, "POST /realm", { host, form: { method: "PATCH", name: "x" } })).status, 401);
  // Only the form of a POST can override it.
  assert.equal((await ask(server, "POST /users?method=GET", { host, as: owner, form: {} })).status, 400);
  const patched = await ask(server, "PATCH /realm", { host, as: owner, form: { method: "DELETE" } });
  assert.deepEqual(patched.body.ignored_parameters_unsupported, ["method"]);
});
