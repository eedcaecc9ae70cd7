/** Signing in to apps through the browser, with a password, a second factor or an identity provider. */
import assert from "node:assert/strict";
import { createDecipheriv, randomBytes } from "node:crypto";
import type { TestResponse } from "../../../test/ask.ts";
import { auditOf } from "../../../test/audit.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { setsUp } from "../../people/second-factors/testing.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { LOGIN, ProviderVisitor, useProviders, VERIFIED } from "./testing.ts";

const providers = useProviders();
const newPad = () => randomBytes(32).toString("hex");
const CONFIRM = "/login/confirm/";

/** The person wants to sign in to the app. */
async function confirms(browser: Browser, step: TestResponse): Promise<TestResponse> {
  assert.equal(step.headers.location, CONFIRM, step.text);
  return browser.fills(CONFIRM, {});
}

/** What the mobile app makes of the URL that opens it. */
function keyIn(
  { headers }: TestResponse,
  otp: string,
): { key: string; email: string | null; id: number; realm: string } {
  const url = new URL(headers.location as string);
  assert.equal(`${url.protocol}//${url.host}`, "zulip://login");
  const { otp_encrypted_api_key = "", email = "", user_id, realm = "" } = Object.fromEntries(url.searchParams);
  assert.match(otp_encrypted_api_key, /^[0-9a-f]{64}$/);
  const pad = Buffer.from(otp, "hex");
  const key = Buffer.from(otp_encrypted_api_key, "hex").map((byte, index) => byte ^ (pad[index] as number));
  return { key: Buffer.from(key).toString("ascii"), email, id: Number(user_id), realm };
}

/** What the desktop app makes of the code in the clipboard. */
function tokenIn({ text }: TestResponse, otp: string): string {
  const bytes = Buffer.from(/id="code" value="([0-9a-f]+)"/.exec(text)?.[1] ?? "", "hex");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(otp, "hex"), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}

const keyOf = ({ key, email, id, realm }: ReturnType<typeof keyIn>) => ({ key, email, id, realm });
const expected = ({ realm }: Organization, { apiKey: key, email, id }: Person) => ({
  key,
  email,
  id,
  realm: realm.url,
});

test("the mobile app gets the API key, encrypted with its one-time pad, and the browser no session", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const otp = newPad();
  const browser = new ProviderVisitor(acme);
  const page = await browser.opens(`/login/?mobile_flow_otp=${otp}`);
  assert.match(page.headers["content-security-policy"] ?? "", /form-action 'self' zulip:/);
  assert.match(page.text, new RegExp(`social/oidc/company/\\?mobile_flow_otp=${otp}"`));
  const entries = await auditOf(acme, async () => {
    const answer = await browser.sends(page, { username: ada.email, password: PASSWORD });
    assert.equal(answer.status, 302, answer.text);
    assert.deepEqual(keyOf(keyIn(answer, otp)), expected(acme, ada));
  });
  assert.deepEqual(
    entries.map(({ action, actor_id }) => [action, actor_id]),
    [["api_key_fetched", ada.id]],
  );
  assert.equal(await browser.whoAmI(), undefined);

  const other = newPad();
  const start = `${LOGIN}?mobile_flow_otp=${other}`;
  const answer = await confirms(
    browser,
    await browser.signsInWith(company, "m-1", { email: ada.email, ...VERIFIED }, start),
  );
  assert.deepEqual(keyOf(keyIn(answer, other)), expected(acme, ada));
  assert.equal(await browser.whoAmI(), undefined);
});

test("a provider that lets people through at once does not give an app its key: they are asked, and told as whom", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const otp = newPad();
  const browser = new ProviderVisitor(acme);
  const entries = await auditOf(acme, async () => {
    const start = `${LOGIN}?mobile_flow_otp=${otp}`;
    const step = await browser.signsInWith(company, "m-3", { email: ada.email, ...VERIFIED }, start);
    assert.deepEqual([step.status, step.headers.location], [302, CONFIRM]);
  });
  assert.ok(!entries.some(({ action }) => action === "api_key_fetched"));
  const page = await browser.opens(CONFIRM);
  assert.match(page.text, /<h1>Sign in to the mobile app\?<\/h1>/);
  assert.match(page.text, /signed in as Ada \(ada@example\.com\)/);
  assert.match(page.headers["content-security-policy"] ?? "", /form-action 'self' zulip:/);
  // Another site cannot answer for them.
  const forged = await browser.asks(`POST /${CONFIRM}`, {}, { origin: "https://evil.test" });
  assert.equal(forged.status, 403);
  const pending = new Map(browser.cookies);
  assert.deepEqual(keyOf(keyIn(await browser.sends(page, {}), otp)), expected(acme, ada));
  // Once.
  const copied = new ProviderVisitor(acme);
  for (const [name, value] of pending) copied.cookies.set(name, value);
  assert.equal((await copied.sends(page, {})).headers.location, "/login/");
  assert.equal((await new ProviderVisitor(acme).opens(CONFIRM)).headers.location, "/login/", "nothing has begun here");
  // In a browser that becomes theirs, nothing is asked.
  const own = new ProviderVisitor(acme);
  await own.signsInWith(company, "m-3", {});
  assert.equal(await own.whoAmI(), ada.id);
});

test("a wrong password keeps the app in the form, and a second factor is asked for first", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  acme.stopFollowing("a new second factor replaces the API key of their client");
  const ada = await withPassword(acme, await acme.member("Ada"));
  const first = new Browser(acme);
  await first.signsIn(ada.email, PASSWORD);
  const { phone } = await setsUp(acme, first);
  const { body } = await first.calls("POST /fetch_api_key", { password: PASSWORD });

  const otp = newPad();
  const browser = new ProviderVisitor(acme);
  const wrong = await browser.fills(`/login/?mobile_flow_otp=${otp}`, { username: ada.email, password: "wrong" });
  assert.equal(wrong.status, 403);
  const right = await browser.sends(wrong, { username: ada.email, password: PASSWORD });
  assert.equal(right.headers.location, "/login/second-factor/");
  const page = await browser.opens("/login/second-factor/");
  assert.match(page.headers["content-security-policy"] ?? "", /zulip:/);
  const answer = await browser.sends(page, { code: await phone.nextCode() });
  assert.equal(keyIn(answer, otp).key, body.api_key);

  const again = newPad();
  const start = `${LOGIN}?mobile_flow_otp=${again}`;
  const step = await browser.signsInWith(company, "m-2", { email: ada.email, ...VERIFIED }, start);
  assert.equal(step.headers.location, "/login/second-factor/");
  const done = await browser.fills("/login/second-factor/", { code: await phone.nextCode() });
  assert.equal(keyIn(done, again).key, body.api_key);
});

test("one-time pads are 64 hexadecimal digits", async (t) => {
  const acme = await org(t);
  const browser = new Browser(acme);
  for (const query of [
    "mobile_flow_otp=abc",
    `mobile_flow_otp=${"g".repeat(64)}`,
    `desktop_flow_otp=${"0".repeat(63)}`,
    `mobile_flow_otp=${newPad()}&desktop_flow_otp=${newPad()}`,
  ])
    for (const path of ["/login/", LOGIN]) assert.equal((await browser.opens(`${path}?${query}`)).status, 400, query);
});

test("a browser that is signed in does not hand its account to an app", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  const page = await browser.opens(`/login/?mobile_flow_otp=${newPad()}`);
  assert.match(page.text, /name="password"/);
});

test("the desktop app gets a token that begins one session, within two minutes", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const app = new ProviderVisitor(acme);
  app.headers = { "user-agent": "ZulipElectron/5.12.0 Mozilla/5.0 (X11; Linux x86_64) Chrome/130" };
  const inside = await app.opens(`${LOGIN}?next=/api/`);
  assert.equal(inside.status, 200, "the provider's page does not belong into the app");
  assert.match(inside.text, /data-desktop-sign-in/);

  const gets = async () => {
    const otp = newPad();
    const browser = new ProviderVisitor(acme);
    const start = `${LOGIN}?next=/api/&desktop_flow_otp=${otp}`;
    const page = await confirms(
      browser,
      await browser.signsInWith(company, "w-1", { email: ada.email, ...VERIFIED }, start),
    );
    assert.equal(page.status, 200, page.text);
    assert.equal(await browser.whoAmI(), undefined, "the browser gets no session");
    return tokenIn(page, otp);
  };
  const token = await gets();
  const entries = await auditOf(acme, async () => {
    const answer = await app.sends(inside, { token });
    assert.equal(answer.headers.location, "/api/", answer.text);
  });
  assert.equal(await app.whoAmI(), ada.id);
  assert.deepEqual(
    entries.map(({ action, user_id }) => [action, user_id]),
    [["signed_in", ada.id]],
  );

  const other = new ProviderVisitor(acme);
  const form = await other.opens(LOGIN).then(() => app.opens(LOGIN));
  assert.ok(form);
  const refused = async (sent: string, why: string) => {
    const thief = new ProviderVisitor(acme);
    thief.headers = app.headers;
    const answer = await thief.sends(await thief.opens(LOGIN), { token: sent });
    assert.equal(answer.status, 403, why);
    assert.equal(await thief.whoAmI(), undefined, why);
  };
  await refused(token, "used");
  await refused("nonsense", "forged");
  const late = await gets();
  await acme.clock.leap({ minutes: 3 });
  await refused(late, "too late");
  // No other site can sign its victim in with a token of its own.
  const planted = await new ProviderVisitor(acme).asks("POST //login/desktop/", { token: await gets() });
  assert.equal(planted.status, 403);
});

test("a token for the desktop app does not outlive a second factor that is added meanwhile", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("a new second factor replaces the API key of their client");
  const ada = await withPassword(acme, await acme.member("Ada"));
  const otp = newPad();
  const browser = new Browser(acme);
  const page = await browser.fills(`/login/?desktop_flow_otp=${otp}`, { username: ada.email, password: PASSWORD });
  const token = tokenIn(page, otp);
  const settings = new Browser(acme);
  await settings.signsIn(ada.email, PASSWORD);
  await setsUp(acme, settings);
  const app = new ProviderVisitor(acme);
  app.headers = { "user-agent": "ZulipElectron/5.12.0 Mozilla/5.0 (X11; Linux x86_64) Chrome/130" };
  const answer = await app.sends(await app.opens(LOGIN), { token });
  assert.equal(answer.status, 403);
  assert.equal(await app.whoAmI(), undefined);
});
