import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { openApp } from "../../app.ts";
import { operations } from "../../contract.ts";
import { storeSettings } from "../../organization/realms/store.ts";
import { createOrganization } from "../../set-up/create.ts";
import { readConfig } from "../config.ts";
import { takeTurnOf } from "../events/log.ts";
import { isOrdinary } from "../pages/code-examples.ts";
import { iconSvg, initialOf } from "../pages/icon.ts";

const owner = { email: "ada@example.com", fullName: "Ada", password: null };

async function serving(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "parley-"));
  const config = readConfig({ PARLEY_DATA: directory, PARLEY_URL: "http://chat.example.com" });
  const app = await openApp(config, { log: pino({ level: "silent" }) });
  const server = app.buildServer();
  t.after(async () => {
    await server.close();
    await app.stop();
    rmSync(directory, { recursive: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ method: "GET", url, headers: { host: "chat.example.com", ...headers } });
  return { app, server, get };
}

test("the OpenAPI document has an ETag, and is not sent again to clients that have it", async (t) => {
  const { get } = await serving(t);
  const first = await get("/api/v1/openapi.json");
  assert.equal(first.statusCode, 200);
  assert.equal(first.json().openapi, "3.1.1");
  const second = await get("/api/v1/openapi.json", { "if-none-match": String(first.headers.etag) });
  assert.equal(second.statusCode, 304);
  assert.equal(second.body, "");
  const compressed = await get("/api/v1/openapi.json", { "accept-encoding": "gzip, br" });
  assert.equal(compressed.headers["content-encoding"], "gzip");
});

test("the API page shows every operation, and loads nothing from other sites", async (t) => {
  const { get } = await serving(t);
  assert.equal((await get("/api")).headers.location, "/api/");
  const { body, headers } = await get("/api/");
  for (const id of Object.keys(operations)) assert.ok(body.includes(`<article id="${id}"`), id);
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /^default-src 'none'/);
  for (const part of ["script-src 'self'", "connect-src 'self'", "trusted-types 'none'", "form-action 'none'"])
    assert.ok(policy.includes(part), part);
  assert.doesNotMatch(body, /<style|style="|onclick|(?:src|href)="(?:https?:)?\/\//);
  const scripts = [...body.matchAll(/<script([^>]*)>([^<]*)/g)];
  assert.deepEqual(
    scripts.map(([, , inline]) => inline),
    [""],
  );
  const [, script] = /src="([^"]+)"/.exec(scripts[0]?.[1] ?? "") ?? [];
  assert.equal((await get(script as string)).statusCode, 200);

  // Everything that is called with a key has an example in each language, and can be tried.
  for (const id of Object.keys(operations).filter((each) => isOrdinary(operations[each] as never))) {
    const [article = ""] = body.split(`<article id="${id}"`).slice(1, 2);
    const shown = article.split("</article>")[0] ?? "";
    for (const part of ["curl -sS", "<summary>JavaScript</summary>", "<summary>Python</summary>", "data-try"])
      assert.ok(shown.includes(part), `${id}: ${part}`);
  }
  assert.match(body, /integer or null/);
  assert.match(body, /<summary>Example response<\/summary><pre><code>\{&quot;result&quot;: &quot;success&quot;/);
  const anchors = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) assert.ok(anchors.has(target), `#${target}`);
});

test("the stylesheet is at the URL that pages link to, and can be cached", async (t) => {
  const { get } = await serving(t);
  const [, href] = /rel="stylesheet" href="([^"]+)"/.exec((await get("/api/")).body) ?? [];
  const { statusCode, headers } = await get(href as string);
  assert.equal(statusCode, 200);
  assert.match(String(headers["cache-control"]), /immutable/);
});

test("without an organization the root page says how to create one", async (t) => {
  const { get } = await serving(t);
  const { statusCode, headers, body } = await get("/");
  assert.equal(statusCode, 200);
  assert.match(String(headers["content-type"]), /^text\/html/);
  assert.match(body, /(npm run -s parley --|parley) init --name/);
  assert.equal((await get("/static/icon.svg")).statusCode, 200);
});

test("the root page is that of the host's organization", async (t) => {
  const { app, get } = await serving(t);
  await createOrganization(app, { name: "Acme", owner });
  await createOrganization(app, { name: "Harbour", stringId: "harbour", owner });
  for (const host of ["chat.example.com", "harbour.chat.example.com"]) {
    const home = await get("/", { host });
    assert.deepEqual([home.statusCode, home.headers.location], [302, "/login/"]);
  }
  const elsewhere = await get("/", { host: "nowhere.chat.example.com" });
  assert.equal(elsewhere.statusCode, 404);
  assert.match(String(elsewhere.headers["content-type"]), /^text\/html/);
});

test("an organization's icon is its initial, and changes with its name", async (t) => {
  const { app, get } = await serving(t);
  const { realm } = await createOrganization(app, { name: "acme", owner });
  const icon = await get("/static/icon.svg");
  assert.match(String(icon.headers["content-type"]), /^image\/svg\+xml/);
  assert.match(String(icon.headers["cache-control"]), /max-age/);
  assert.match(icon.body, />A<\/text>/);

  await app.database.transaction(async (tx) =>
    storeSettings(await takeTurnOf(tx, realm.id), realm.id, { name: "<b>" }),
  );
  for (const path of ["/static/icon.png", "/favicon.ico"]) {
    const png = await get(path);
    assert.equal(png.headers["content-type"], "image/png");
    assert.equal(png.rawPayload.subarray(1, 4).toString(), "PNG");
  }
  const renamed = await get("/static/icon.svg", { "if-none-match": String(icon.headers.etag) });
  assert.equal(renamed.statusCode, 200);
  assert.match(renamed.body, />B<\/text>/);
});

test("an initial is a whole letter in any script", () => {
  assert.equal(initialOf("  élan"), "É");
  assert.equal(initialOf("«東京»"), "東");
  assert.equal(initialOf("🌊"), "🌊");
  assert.equal(initialOf(""), "P");
  assert.doesNotMatch(iconSvg('"><script>'), /<script|aria-label=""/);
});

test("help is served as pages whose links lead somewhere, and can be searched", async (t) => {
  const { app, get } = await serving(t);
  await createOrganization(app, { name: "Acme", owner });
  const start = await get("/help/");
  assert.equal(start.statusCode, 200);
  assert.match(start.body, /<h1 id="getting-started">Getting started<\/h1>/);
  const paths = [...start.body.matchAll(/<a href="(\/help\/[a-z-]+)"/g)].map(([, path]) => path as string);
  assert.ok(paths.length >= 7, `${paths}`);
  for (const path of paths) {
    const page = await get(path);
    assert.equal(page.statusCode, 200, path);
    assert.doesNotMatch(page.body, /<script|(?:src|href)="(?:https?:)?\/\//, path);
    assert.match(page.body, /aria-current="page"/, path);
    for (const [, link = ""] of page.body.matchAll(/<a href="(\/[^"#]*)/g))
      assert.notEqual((await get(link)).statusCode, 404, `${path} links to ${link}`);
  }
  const integration = await get("/integrations/github");
  assert.match(integration.body, /<h1 id="github">GitHub<\/h1>/);
  assert.match(integration.body, /api\/v1\/external\/github\?api_key=API_KEY/);
  const found = await get("/help/?q=Mute%20topic");
  assert.match(found.body, /<a href="\/help\/topics#follow-and-mute">/);
  const nothing = await get("/help/?q=%3Cscript%3Ezebra");
  assert.match(nothing.body, /Nothing was found/);
  assert.doesNotMatch(nothing.body, /<script>/);
});

test("people who open an address that does not exist, or exists elsewhere, get a page", async (t) => {
  const { app, get } = await serving(t);
  await createOrganization(app, { name: "Acme", owner });
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  for (const path of [
    "/nowhere",
    "/help/nowhere",
    "/integrations/nowhere",
    "/integrations/README",
    "/static/none.css",
  ]) {
    const page = await get(path, browser);
    assert.deepEqual([page.statusCode, page.headers["content-type"]], [404, "text/html; charset=utf-8"], path);
    assert.match(page.body, /Page not found · Acme/);
    assert.equal((await get(path, { accept: "application/json" })).json().msg, "Not found");
  }
  assert.equal((await get("/api/v1/nowhere", browser)).json().msg, "Not found");
  for (const [path, location] of [
    ["/apps/", "/help/apps"],
    ["/integrations/", "/help/integrations"],
    ["/accounts/go/", "/"],
  ] as const)
    assert.equal((await get(path, browser)).headers.location, location);
});

test("where a server has several organizations, people find theirs by its short name", async (t) => {
  const { app, get } = await serving(t);
  await createOrganization(app, { name: "Acme", owner });
  await createOrganization(app, { name: "Harbour", stringId: "harbour", owner });
  assert.match((await get("/accounts/go/")).body, /Find your organization/);
  assert.equal((await get("/accounts/go/?name=Harbour")).headers.location, "http://harbour.chat.example.com/");
  const refused = await get("/accounts/go/?name=evil.example.com%2F");
  assert.equal(refused.statusCode, 200);
  assert.match(refused.body, /lower-case letters, digits and dashes/);
});
