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
  for (const id of Object.keys(operations)) assert.ok(body.includes(`<article id="${id}">`), id);
  assert.match(String(headers["content-security-policy"]), /^default-src 'none'/);
  assert.doesNotMatch(body, /<script|<style|style="|(?:src|href)="(?:https?:)?\/\//);

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
  assert.match(body, /npm run -s parley -- init/);
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
