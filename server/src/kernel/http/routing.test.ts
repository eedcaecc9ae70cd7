/** Routing and access checks that no kernel operation covers, on a server with operations made for the tests. */
import assert from "node:assert/strict";
import { ask } from "../../../test/ask.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import type { TestServer } from "../../../test/server.ts";
import { int, notAudited, operation, text } from "../api/index.ts";
import { openRoute, type Route, route } from "./route.ts";
import { buildServer } from "./server.ts";

const thing = operation({
  method: "GET",
  path: "/things/{thing_id}",
  summary: "By number.",
  params: { thing_id: int() },
  response: { thing_id: int() },
});
const named = operation({
  method: "GET",
  path: "/people/{email}",
  summary: "By name.",
  params: { email: text({ max: 100 }) },
  response: { email: text() },
});
const knock = operation({
  method: "POST",
  audit: notAudited("a test"),
  path: "/door",
  summary: "Anybody may knock.",
  gate: "anyone",
  response: { user_id: int() },
});
const enter = operation({
  method: "PATCH",
  audit: notAudited("a test"),
  path: "/door",
  summary: "Only users.",
  response: { user_id: int() },
});

const routes: Route[] = [
  route(thing, async (_, { thing_id }) => ({ thing_id })),
  route(named, async (_, { email }) => ({ email })),
  openRoute(knock, async ({ user }) => ({ user_id: user?.id ?? 0 })),
  route(enter, async ({ user }) => ({ user_id: user.id })),
];

const withoutDocuments = async () => ({ openApi: "", page: "" });

async function serverWith(t: { after(fn: () => unknown): void }, { server }: Organization): Promise<TestServer> {
  const http = buildServer(server.app, routes, withoutDocuments);
  await http.ready();
  t.after(() => http.close());
  return { ...server, http };
}

test("an id in a path is digits; anything else is a different path", async (t) => {
  const acme = await org(t);
  const server = await serverWith(t, acme);
  const request = { host: acme.realm.host, as: acme.owner };
  const ids = { "7": 7, "0": 0, "007": 7, "9007199254740991": 9007199254740991 };
  for (const [segment, thing_id] of Object.entries(ids))
    assert.equal((await ask(server, `GET /things/${segment}`, request)).body.thing_id, thing_id, segment);
  for (const segment of [
    "-1",
    "abc",
    "1a",
    "5.0",
    "1e3",
    "+1",
    "",
    "%37x",
    "٧",
    "7/",
    "7/more",
    encodeURIComponent("٧"),
  ])
    assert.equal((await ask(server, `GET /things/${encodeURI(segment)}`, request)).status, 404, segment);
  const large = await ask(server, `GET /things/${"9".repeat(30)}`, request);
  assert.deepEqual([large.status, large.body.msg], [400, "thing_id is too large"]);
});

test("a path parameter that is also sent as a parameter is ignored and listed as such", async (t) => {
  const acme = await org(t);
  const server = await serverWith(t, acme);
  const { body } = await ask(server, "GET /things/7?thing_id=8", { host: acme.realm.host, as: acme.owner });
  assert.equal(body.thing_id, 7);
  assert.deepEqual(body.ignored_parameters_unsupported, ["thing_id"]);
});

test("text in a path is one segment, decoded", async (t) => {
  const acme = await org(t);
  const server = await serverWith(t, acme);
  const request = { host: acme.realm.host, as: acme.owner };
  for (const email of ["ada@example.com", "é l", "a/b", "100%", "a?b#c", "😀"])
    assert.equal((await ask(server, `GET /people/${encodeURIComponent(email)}`, request)).body.email, email);
  for (const path of ["/people/", "/people", "/people/a/b"])
    assert.equal((await ask(server, `GET ${path}`, request)).status, 404, path);
  const long = await ask(server, `GET /people/${"a".repeat(2000)}`, request);
  assert.deepEqual([long.status, long.body.code], [414, "BAD_REQUEST"]);
});

test("a form cannot use a public operation to reach one that needs credentials", async (t) => {
  const acme = await org(t);
  const server = await serverWith(t, acme);
  const host = acme.realm.host;
  assert.equal((await ask(server, "POST /door", { host, form: {} })).body.user_id, 0);
  const form = { method: "PATCH" };
  assert.equal((await ask(server, "POST /door", { host, form })).status, 401);
  assert.equal((await ask(server, "POST /door", { host, form, as: acme.owner })).body.user_id, acme.owner.id);
  assert.equal((await ask(server, "POST /door", { host, as: acme.owner, form: {} })).body.user_id, 0);
});

test("two operations cannot share a method and a path", async (t) => {
  const { server } = await org(t);
  assert.throws(
    () => buildServer(server.app, [...routes, routes[0] as Route], withoutDocuments),
    /GET \/things\/\{thing_id\} is declared twice/,
  );
});
