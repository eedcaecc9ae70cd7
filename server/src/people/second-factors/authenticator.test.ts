/** Signing in with an authenticator app, and attempts to get around it. */
import assert from "node:assert/strict";
import { ask, basic, told } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { confirms, isIn, Phone, setsUp, signsInWithCode, withAuthenticator } from "./testing.ts";

const STEP = "/login/second-factor/";

const REPLACED = "turning two-factor authentication on replaces the API key of their client";

const fetchKey = ({ server, realm }: Organization, username: string) =>
  ask(server, "POST /fetch_api_key", { host: realm.host, form: { username, password: PASSWORD } });

test("the password and a code from the app sign in, and nothing less", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { phone } = await withAuthenticator(acme, ada);
  const browser = new Browser(acme);
  const first = await browser.fills("/login/?next=/api/", { username: ada.email, password: PASSWORD });
  assert.equal(first.headers.location, STEP);
  const cookies = [first.headers["set-cookie"] ?? []].flat();
  assert.equal(cookies.length, 1, "no session yet");
  assert.match(cookies[0] ?? "", /^signin=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  assert.equal(await isIn(browser), false);
  const page = await browser.opens(STEP);
  assert.match(page.text, /autocomplete="one-time-code"/);
  const wrong = await browser.sends(page, { code: "000000" });
  assert.equal(wrong.status, 403);
  assert.match(wrong.text, /That code is wrong/);
  assert.equal(await isIn(browser), false);
  const done = await browser.fills(STEP, { code: ` ${(await phone.nextCode()).replace(/(\d{3})/, "$1 ")} ` });
  assert.equal(done.headers.location, "/api/");
  assert.equal(await isIn(browser), true);
  assert.equal(browser.cookies.has("signin"), false);
});

test("a code is accepted once, and with a clock that is half a minute off", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { phone } = await withAuthenticator(acme, ada);
  const first = phone.code();
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, first)).status, 403, "it was used to set up");
  const next = await phone.nextCode();
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, next)).status, 302);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, next)).status, 403, "again");
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, phone.code(1))).status, 302, "a fast clock");
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, phone.code())).status, 403, "an earlier code");
  await acme.clock.leap({ minutes: 40 });
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, phone.code(-1))).status, 302, "a slow clock");
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, phone.code(2))).status, 403, "too fast");
  await acme.clock.leap({ minutes: 2 });
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, phone.code(-2))).status, 403, "too slow");
});

test("two sign-ins with the same code at once: one succeeds", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { phone } = await withAuthenticator(acme, ada);
  const code = await phone.nextCode();
  const browsers = [new Browser(acme), new Browser(acme), new Browser(acme)];
  for (const browser of browsers) await browser.signsIn(ada.email, PASSWORD);
  const answers = await Promise.all(browsers.map((browser) => browser.fills(STEP, { code })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 403, 403]);
});

test("recovery codes sign in once each, however they are typed", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { browser, recoveryCodes } = await withAuthenticator(acme, ada);
  const [first = "", second = ""] = recoveryCodes;
  assert.equal(recoveryCodes.length, 10);
  assert.match(first, /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, first)).status, 302);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, first)).status, 403);
  const typed = second.toUpperCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "L");
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, typed)).status, 302);
  assert.equal((await browser.calls("GET /users/me/second_factors")).body.recovery_codes_left, 8);

  const confirmation = await confirms(browser);
  const { body } = await browser.calls("POST /users/me/recovery_codes", { confirmation });
  const [fresh = ""] = body.recovery_codes as string[];
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, recoveryCodes[2] ?? "")).status, 403, "replaced");
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, fresh)).status, 302);
});

test("codes of another account do not count", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const own = await withAuthenticator(acme, ada);
  const others = await withAuthenticator(acme, eve);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, await others.phone.nextCode())).status, 403);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, others.recoveryCodes[0] ?? "")).status, 403);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, own.recoveryCodes[0] ?? "")).status, 302);
});

test("the second step needs the first one, in the same browser, in time, and works once", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { phone } = await withAuthenticator(acme, ada);
  const stranger = new Browser(acme);
  assert.equal((await stranger.opens(STEP)).headers.location, "/login/", "without the first step");
  const pending = new Browser(acme);
  await pending.signsIn(ada.email, PASSWORD);
  const page = await pending.opens(STEP);

  await stranger.opens("/login/");
  const sent = await stranger.asks(`POST /${STEP}`, {
    csrfmiddlewaretoken: stranger.csrfToken,
    code: await phone.nextCode(),
  });
  assert.equal(sent.headers.location, "/login/", "in another browser");
  stranger.cookies.set("signin", "x".repeat(300));
  assert.equal((await stranger.opens(STEP)).headers.location, "/login/", "with a forged cookie");
  const confirmation = await confirms(await signedIn(acme, phone, ada.email));
  stranger.cookies.set("signin", confirmation);
  assert.equal(
    (await stranger.opens(STEP)).headers.location,
    "/login/",
    "with a value that was made for something else",
  );

  const cookie = pending.cookies.get("signin") as string;
  assert.equal((await pending.sends(page, { code: await phone.nextCode() })).status, 302);
  await pending.asks("POST //accounts/logout/", { csrfmiddlewaretoken: pending.csrfToken });
  pending.cookies.set("signin", cookie);
  const again = await pending.fills(STEP, { code: await phone.nextCode() });
  assert.equal(again.headers.location, "/login/", "a second time");
  assert.equal(await isIn(pending), false);

  const late = new Browser(acme);
  await late.signsIn(ada.email, PASSWORD);
  await acme.clock.leap({ minutes: 10 });
  assert.equal((await late.opens(STEP)).headers.location, "/login/", "too late");
});

async function signedIn(acme: Organization, phone: Phone, email: string): Promise<Browser> {
  const browser = new Browser(acme);
  assert.equal((await signsInWithCode(browser, email, await phone.nextCode())).status, 302);
  return browser;
}

test("a first step is void after a new password, and in another organization", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { phone } = await withAuthenticator(acme, ada);
  const pending = new Browser(acme);
  await pending.signsIn(ada.email, PASSWORD);
  const elsewhere = new Browser(other);
  elsewhere.cookies.set("signin", pending.cookies.get("signin") as string);
  assert.equal((await elsewhere.opens(STEP)).headers.location, "/login/");
  await withPassword(acme, ada);
  const answer = await pending.fills("/login/", { username: ada.email, password: "wrong" });
  assert.equal(answer.status, 403);
  assert.equal((await pending.opens(STEP)).headers.location, "/login/");
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, await phone.nextCode())).status, 302);
});

test("a password alone does not get the API key", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await withPassword(acme, await acme.member("Ada"));
  assert.equal((await fetchKey(acme, ada.email)).body.api_key, ada.apiKey);
  const { browser } = await withAuthenticator(acme, ada);
  assert.deepEqual(told(await fetchKey(acme, ada.email)), {
    status: 401,
    result: "error",
    msg: "This account needs two-factor authentication. Sign in with a browser.",
    code: "SECOND_FACTOR_REQUIRED",
  });
  const { body } = await browser.calls("POST /fetch_api_key", { password: PASSWORD });
  assert.match(String(body.api_key), /^[A-Za-z0-9]{32}$/, "in a session");
});

test("turning it on ends other sessions and replaces the API key; a second app replaces the first and keeps them", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const [here, elsewhere] = [new Browser(acme), new Browser(acme)];
  for (const browser of [here, elsewhere]) await browser.signsIn(ada.email, PASSWORD);
  const { phone } = await setsUp(acme, here);
  assert.deepEqual([await isIn(here), await isIn(elsewhere)], [true, false]);
  const { server, realm } = acme;
  const headers = { authorization: basic(ada.email, ada.apiKey) };
  assert.equal((await ask(server, "GET /users/me", { host: realm.host, headers })).status, 401);

  const { body: before } = await here.calls("POST /fetch_api_key", { password: PASSWORD });
  await signsInWithCode(elsewhere, ada.email, await phone.nextCode());
  await acme.clock.leap({ seconds: 30 });
  const replaced = await setsUp(acme, here);
  assert.deepEqual(replaced.recoveryCodes, [], "the account keeps its own");
  assert.equal(await isIn(elsewhere), true);
  const { body: after } = await here.calls("POST /fetch_api_key", { password: PASSWORD });
  assert.equal(after.api_key, before.api_key);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, await phone.nextCode())).status, 403);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, replaced.phone.code())).status, 302);
});

test("changes need a confirmation: of the same person, in the same session, not long ago", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const [ada, eve] = [await acme.member("Ada"), await withPassword(acme, await acme.member("Eve"))];
  const { browser, phone } = await withAuthenticator(acme, ada);
  const confirmed = await confirms(browser);
  const tries = async (asking: Browser, confirmation: string) => {
    const answers = [
      await asking.calls("POST /users/me/authenticator/setup", { confirmation }),
      await asking.calls("POST /users/me/recovery_codes", { confirmation }),
      await asking.calls("DELETE /users/me/authenticator", { confirmation }),
    ];
    return answers.map(({ status, body }) => `${status} ${body.code}`);
  };
  const REFUSED = Array.from({ length: 3 }, () => "403 CONFIRMATION_REQUIRED");
  assert.deepEqual(await tries(browser, ""), REFUSED);
  assert.deepEqual(await tries(browser, `${confirmed.slice(0, -4)}AAAA`), REFUSED);
  const evesBrowser = new Browser(acme);
  await evesBrowser.signsIn(eve.email, PASSWORD);
  assert.deepEqual(await tries(evesBrowser, confirmed), REFUSED, "another person's");
  const other = new Browser(acme);
  await signsInWithCode(other, ada.email, await phone.nextCode());
  assert.deepEqual(await tries(other, confirmed), REFUSED, "another session's");
  await acme.clock.leap({ minutes: 10 });
  assert.deepEqual(await tries(browser, confirmed), REFUSED, "too late");
  const wrong = await browser.calls("POST /users/me/identity_confirmation", { password: "wrong" });
  assert.deepEqual([wrong.status, wrong.body.msg], [400, "Password is incorrect."]);
  const none = await browser.calls("POST /users/me/identity_confirmation", { code: await phone.nextCode() });
  assert.equal(none.status, 400, "a code does not replace the password");
  assert.equal((await browser.calls("GET /users/me/second_factors")).body.recovery_codes_left, 10, "nothing changed");
});

test("a set-up is of the person and session that started it, needs a right code, and expires", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const browsers = [new Browser(acme), new Browser(acme)] as const;
  for (const [n, person] of [ada, eve].entries()) {
    await withPassword(acme, person);
    await browsers[n]?.signsIn(person.email, PASSWORD);
  }
  const [browser, eves] = browsers;
  const confirmation = await confirms(browser);
  const { body } = await browser.calls("POST /users/me/authenticator/setup", { confirmation });
  const [setup, phone] = [String(body.setup), new Phone(acme, String(body.secret))];
  assert.match(String(body.url), /^otpauth:\/\/totp\/Acme:ada%40example\.com\?issuer=Acme&secret=[A-Z2-7]{32}&/);
  assert.match((body.qr_code as { path: string }).path, /^(M\d+ \d+h\d+v1h-\d+z)+$/);
  const finishes = async (asking: Browser, code: string) =>
    (await asking.calls("POST /users/me/authenticator", { setup, code })).body.msg;
  assert.equal(await finishes(eves, phone.code()), "This took too long. Start again.");
  assert.match(String(await finishes(browser, "123456")), /That code is wrong/);
  await acme.clock.leap({ minutes: 10 });
  assert.equal(await finishes(browser, phone.code()), "This took too long. Start again.");
  const { body: factors } = await browser.calls("GET /users/me/second_factors");
  assert.deepEqual([factors.authenticator, factors.recovery_codes_left], [null, 0]);
});

test("without the app, the password is enough again", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { browser, recoveryCodes } = await withAuthenticator(acme, ada);
  const { body: factors } = await browser.calls("GET /users/me/second_factors");
  const now = Math.floor(acme.clock.now() / 1000);
  assert.deepEqual(factors.authenticator, { created_at: now, last_used_at: null });
  const confirmation = await confirms(browser);
  assert.equal((await browser.calls("DELETE /users/me/authenticator", { confirmation })).status, 200);
  assert.equal((await new Browser(acme).signsIn(ada.email, PASSWORD)).headers.location, "/");
  assert.equal((await fetchKey(acme, ada.email)).status, 200);
  const again = await browser.calls("DELETE /users/me/authenticator", { confirmation });
  assert.deepEqual([again.status, again.body.msg], [400, "There is no second factor to remove."]);
  const codes = await browser.calls("POST /users/me/recovery_codes", { confirmation });
  assert.equal(codes.status, 400);
  assert.equal(recoveryCodes.length, 10);
});

test("where passwords are not used, a code or a recent sign-in confirms who it is", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const [ada, ben] = [await acme.member("Ada"), await withPassword(acme, await acme.member("Ben"))];
  const { browser, phone } = await withAuthenticator(acme, ada);
  const bens = new Browser(acme);
  await bens.signsIn(ben.email, PASSWORD);
  const settings = JSON.stringify({ name: "Acme", authentication_methods: { Email: false } });
  await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
  const confirm = async (asking: Browser, form: Record<string, string>) =>
    (await asking.calls("POST /users/me/identity_confirmation", form)).body;
  assert.equal((await confirm(browser, { password: PASSWORD })).code, "BAD_REQUEST");
  const code = await phone.nextCode();
  assert.equal((await confirm(browser, { code })).result, "success");
  assert.equal((await confirm(browser, { code })).code, "BAD_REQUEST", "again");
  assert.equal((await confirm(bens, {})).result, "success");
  await acme.clock.leap({ minutes: 10 });
  assert.equal((await confirm(bens, {})).code, "SIGN_IN_AGAIN");
});

test("programs and bots cannot change second factors", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  for (const [method, path] of [
    ["POST", "/users/me/identity_confirmation"],
    ["POST", "/users/me/authenticator/setup"],
    ["POST", "/users/me/authenticator"],
    ["DELETE", "/users/me/authenticator"],
    ["POST", "/users/me/recovery_codes"],
  ] as const)
    assert.equal((await ada.asks(method, path)).result, "error", path);
  assert.equal((await ada.asks("GET", "/users/me/second_factors")).result, "success");
  const bot = await acme.bot("Robin", ada);
  assert.equal((await bot.asks("GET", "/users/me/second_factors")).msg, "This endpoint does not accept bot requests.");
});
