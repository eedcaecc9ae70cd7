import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "../../../test/browser.ts";
import { org, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";

test("signed-in users get the web client, whose policy lets no other script run", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  const { text, headers } = await browser.opens("/");
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.match(policy, /require-trusted-types-for 'script'; trusted-types parley$/);
  assert.doesNotMatch(policy, /https?:/);
  assert.equal(headers["cache-control"], "no-cache");
  assert.doesNotMatch(text, /<script(?![^>]* src="\/)|<style|style="|(?:src|href)="(?:https?:)?\/\//);

  const [, script = ""] = /<script type="module" crossorigin src="([^"]+)"/.exec(text) ?? [];
  const loaded = await browser.asks(`GET /${script}`, undefined, { "accept-encoding": "gzip" });
  assert.match(String(loaded.headers["content-type"]), /javascript/);
  assert.match(String(loaded.headers["cache-control"]), /immutable/);
  assert.equal(loaded.headers["content-encoding"], "gzip");
  assert.equal(loaded.headers["content-security-policy"], undefined);
  assert.equal((await browser.asks("GET //assets/nothing.js")).status, 404);
  assert.equal((await browser.asks("GET //.made-from")).status, 404);
});

test("a file is sent in the form that the browser takes, and only under its own name", async (t) => {
  const acme = await org(t);
  const browser = new Browser(acme);
  const built = join(import.meta.dirname, "../../../../web/dist");
  const [script = ""] = globSync("assets/index-*.js", { cwd: built });
  const asked = (encoding: string) => browser.asks(`GET //${script}`, undefined, { "accept-encoding": encoding });
  const forms = { identity: undefined, gzip: "gzip", "gzip, deflate, br": "br" };
  for (const [accepted, sent] of Object.entries(forms))
    assert.equal((await asked(accepted)).headers["content-encoding"], sent, accepted);
  assert.equal((await asked("identity")).text, readFileSync(join(built, script), "utf8"));
  for (const path of [`${script}.gz`, `${script}.br`, "assets/", "assets/..%2Findex.html", "assets/../.made-from"])
    assert.equal((await browser.asks(`GET //${path}`)).status, 404, path);
});

test("pictures come from Gravatar only where the organization says so", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  const policy = String((await browser.opens("/")).headers["content-security-policy"]);
  assert.match(policy, /img-src 'self' data: blob: https:\/\/secure\.gravatar\.com; media-src 'self';/);
});

test("workers have policies of their own: the one for offline use fetches our files, others only compute", async (t) => {
  const acme = await org(t);
  const browser = new Browser(acme);
  const policyOf = async (path: string) => (await browser.asks(`GET /${path}`)).headers["content-security-policy"];
  assert.match(String(await policyOf("/service-worker.js")), /connect-src 'self'/);
  const [worker] = globSync("*-worker-*.js", { cwd: join(import.meta.dirname, "../../../../web/dist/assets") });
  assert.equal(await policyOf(`/assets/${worker}`), "default-src 'none'; require-trusted-types-for 'script'");
});

test("users who are not signed in are redirected to sign in, unless visitors are allowed", async (t) => {
  const acme = await org(t);
  const stranger = new Browser(acme);
  assert.equal((await stranger.opens("/")).headers.location, "/login/");
  const before = JSON.parse((await stranger.opens("/session")).text);
  assert.deepEqual([before.user_id, before.may_visit, before.realm_name], [null, false, acme.realm.settings.name]);
  assert.equal(before.csrf_token, stranger.csrfToken);

  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  await acme.owner.call(subscribe, { subscriptions: [{ name: "harbour" }], is_web_public: true });
  assert.equal((await stranger.opens("/")).status, 200);
  assert.equal(JSON.parse((await stranger.opens("/session")).text).may_visit, true);
});

test("the session is readable by this origin only, and never cached", async (t) => {
  const acme = await org(t);
  const { headers } = await new Browser(acme).asks("GET //session", undefined, { origin: "http://evil.example" });
  assert.equal(headers["access-control-allow-origin"], undefined);
  assert.match(String(headers["cache-control"]), /no-store/);
});
