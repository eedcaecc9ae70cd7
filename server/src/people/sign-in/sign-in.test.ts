import assert from "node:assert/strict";
import type { TestResponse } from "../../../test/ask.ts";
import { told } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { org, test } from "../../../test/index.ts";
import { EXPIRED_PASSWORD } from "../../kernel/secrets.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { changeUser } from "../users/store.ts";
import { PASSWORD, withPassword } from "./testing.ts";

test("signing in with a password starts a session", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  const answer = await browser.signsIn(ada.email, PASSWORD);
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.location, "/");
  const { body, headers } = await browser.calls("GET /users/me");
  assert.equal(body.user_id, ada.id);
  assert.equal(headers["access-control-allow-origin"], undefined);
  assert.equal(JSON.parse((await browser.opens("/session")).text).user_id, ada.id);
  assert.equal((await browser.opens("/login/?next=/api/")).headers.location, "/api/");
});

test("the page has only our own script, loads nothing from other sites, and is not cached", async (t) => {
  const acme = await org(t);
  const { text, headers } = await new Browser(acme).opens("/login/");
  assert.doesNotMatch(text, /<script>|<style|style="| on\w+=|(?:src|href)="(?:https?:)?\/\//);
  const [, script = ""] = /<script src="([^"]+)" defer>/.exec(text) ?? [];
  assert.match(String((await new Browser(acme).opens(script)).headers["content-type"]), /^text\/javascript/);
  const policy = String(headers["content-security-policy"]);
  assert.match(
    policy,
    /^default-src 'none'.*script-src 'self'.*require-trusted-types-for 'script'.*form-action 'self'/,
  );
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["referrer-policy"], "same-origin");
  assert.equal((await new Browser(acme).opens("/login?next=/x")).headers.location, "/login/?next=/x");
});

test("cookies are limited to our host and hidden from scripts", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const answer = await new Browser(acme).signsIn(ada.email, PASSWORD);
  const cookies = [answer.headers["set-cookie"] ?? []].flat();
  assert.equal(cookies.length, 3);
  for (const cookie of cookies)
    assert.match(cookie, /^(sessionid|csrftoken|knownbrowser)=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  assert.ok(cookies.some((cookie) => cookie.includes("Max-Age=1209600")));
});

test("on a shared computer, sessions end early, and the application can tell", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  const cookiesOf = ({ headers }: TestResponse) => [headers["set-cookie"] ?? []].flat();
  const signedIn = await browser.fills("/login/", { username: ada.email, password: PASSWORD, shared: "on" });
  assert.deepEqual(
    cookiesOf(signedIn).map((cookie) => cookie.replace(/=[\w-]+;/, ";")),
    [
      "sessionid; Path=/; HttpOnly; SameSite=Lax",
      "csrftoken; Path=/; HttpOnly; SameSite=Lax",
      "sharedcomputer; Path=/; SameSite=Lax",
    ],
  );
  await acme.clock.leap({ hours: 23 });
  assert.deepEqual(cookiesOf(await browser.opens("/")), [], "it is not extended");
  assert.equal((await browser.calls("GET /users/me")).status, 200);
  await acme.clock.leap({ hours: 2 });
  assert.equal((await browser.calls("GET /users/me")).status, 401, "it ends after a day");
  // The next sign-in chooses again.
  const again = await browser.signsIn(ada.email, PASSWORD);
  assert.ok(cookiesOf(again).includes("sharedcomputer=; Path=/; Max-Age=0; SameSite=Lax"));
});

test("the strength of a password is available to our own pages", async (t) => {
  const browser = new Browser(await org(t));
  const judged = async (password: string, own = "", headers = {}) =>
    (await browser.asks("POST //accounts/password/strength/", { password, own }, headers)).body.strength;
  assert.equal(await judged("abc"), "short");
  assert.equal(await judged("password1"), "guessable");
  assert.equal(await judged("olivia.owner", "Olivia Owner\nolivia.owner"), "guessable");
  assert.equal(await judged("correct horse battery staple"), "strong");
  assert.equal(await judged("x".repeat(1000)), "guessable");
  const foreign = await browser.asks(
    "POST //accounts/password/strength/",
    { password: "x" },
    { origin: "http://evil.test" },
  );
  assert.equal(foreign.status, 403);
});

test("the page is in the reader's language if we support it", async (t) => {
  const acme = await org(t);
  const browser = new Browser(acme);
  browser.headers = { "accept-language": "fr-CA,de-AT;q=0.8,en;q=0.5" };
  assert.match((await browser.opens("/login/")).text, /<html lang="de-AT" data-theme[\s\S]*<h1>Anmelden<\/h1>/);
  browser.headers = { "accept-language": "ar-EG,en;q=0.5" };
  assert.match((await browser.opens("/login/")).text, /<html lang="ar" dir="rtl"[\s\S]*<h1>تسجيل الدخول<\/h1>/);
  browser.headers = { "accept-language": "zh-TW,zh-CN;q=0.8,en;q=0.5" };
  assert.match((await browser.opens("/login/")).text, /<html lang="zh-Hans" data-theme[\s\S]*<h1>登录<\/h1>/);
  // In the organization's language, or if we do not support that either, in English.
  browser.headers = { "accept-language": "fr,zh-hant" };
  await acme.owner.call(updateRealm, { default_language: "ar" });
  assert.match((await browser.opens("/login/")).text, /<html lang="ar" dir="rtl"/);
  await acme.owner.call(updateRealm, { default_language: "fr" });
  assert.match((await browser.opens("/login/")).text, /<html lang="en" data-theme[\s\S]*<h1>Sign in<\/h1>/);
});

test("a wrong password, an unknown address and a bot get the same error, and the address stays filled in", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const bot = await withPassword(acme, await acme.bot("Helper", ada));
  for (const [email, password] of [
    [ada.email, "wrong"],
    ["nobody@example.com", PASSWORD],
    [bot.email, PASSWORD],
  ] as const) {
    const browser = new Browser(acme);
    const { status, text } = await browser.signsIn(email, password);
    assert.equal(status, 403);
    assert.match(text, /That email and password do not match\./);
    assert.ok(text.includes(`value="${email}"`));
    assert.equal(browser.cookies.has("sessionid"), false);
  }
  const escaped = await new Browser(acme).signsIn('"><script>@x', "y");
  assert.match(escaped.text, /Enter a valid email address\./);
  assert.doesNotMatch(escaped.text, /<script>/);
});

test("deactivated accounts and expired passwords get specific errors", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.alter((tx) => changeUser(tx, ada.id, { password_hash: EXPIRED_PASSWORD }));
  assert.match((await new Browser(acme).signsIn(ada.email, PASSWORD)).text, /need to choose a new password/);
  await withPassword(acme, ben);
  await acme.deactivate(ben);
  assert.match((await new Browser(acme).signsIn(ben.email, PASSWORD)).text, /has been deactivated/);
  assert.match((await new Browser(acme).signsIn(ben.email, "wrong")).text, /do not match/);
});

test("after signing in, users go to the requested path, but never to another site", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const goesTo = async (next: string) =>
    (
      await new Browser(acme).fills(`/login/?next=${encodeURIComponent(next)}`, {
        username: ada.email,
        password: PASSWORD,
      })
    ).headers.location;
  assert.equal(await goesTo("/user_uploads/1/a?b=c#d"), "/user_uploads/1/a?b=c#d");
  for (const elsewhere of [
    "https://evil.example",
    "//evil.example/x",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    "/.\\/evil.example",
    "x",
    "",
  ])
    assert.equal(await goesTo(elsewhere), "/", elsewhere);
});

test("signing in starts a new session and ends the one the browser sent", async (t) => {
  const acme = await org(t);
  const [ada, eve] = [
    await withPassword(acme, await acme.member("Ada")),
    await withPassword(acme, await acme.member("Eve")),
  ];
  const attacker = new Browser(acme);
  await attacker.signsIn(eve.email, PASSWORD);
  const planted = attacker.cookies.get("sessionid") as string;

  const browser = new Browser(acme);
  const page = await browser.opens("/login/");
  browser.cookies.set("sessionid", planted);
  // The form was created without the session, so it is not accepted with it.
  assert.equal((await browser.sends(page, { username: ada.email, password: PASSWORD })).status, 403);
  browser.cookies.set("sessionid", "A".repeat(32));
  await browser.signsIn(ada.email, PASSWORD);
  assert.notEqual(browser.cookies.get("sessionid"), "A".repeat(32));
  assert.equal((await browser.calls("GET /users/me")).body.user_id, ada.id);
});

test("a form sent by another site is rejected", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const form = { username: ada.email, password: PASSWORD };
  const bare = await new Browser(acme).asks("POST //login/", form);
  assert.equal(bare.status, 403);
  assert.match(bare.text, /This form has expired/);

  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ]) {
    const browser = new Browser(acme);
    const page = await browser.opens("/login/");
    browser.headers = headers as Record<string, string>;
    assert.equal((await browser.sends(page, form)).status, 403, JSON.stringify(headers));
    assert.equal(browser.cookies.has("sessionid"), false);
  }
  const browser = new Browser(acme);
  browser.headers = { origin: acme.realm.url, "sec-fetch-site": "same-origin" };
  assert.equal((await browser.signsIn(ada.email, PASSWORD)).status, 302);
});

test("signing out ends the session", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  const stolen = new Map(browser.cookies);
  const answer = await browser.asks("POST //accounts/logout/", { csrfmiddlewaretoken: browser.csrfToken });
  assert.equal(answer.headers.location, "/login/");
  assert.equal(answer.headers["clear-site-data"], '"cache", "storage"', "the application's storage is cleared too");
  assert.equal(browser.cookies.has("sessionid"), false);

  const thief = new Browser(acme);
  for (const [name, value] of stolen) thief.cookies.set(name, value);
  assert.equal((await thief.calls("GET /users/me")).status, 401);
  assert.equal((await browser.asks("GET //accounts/logout/")).status, 404);
});

test("a session can get its user's API key with the password", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  assert.deepEqual(told(await browser.calls("POST /fetch_api_key", { password: PASSWORD })), {
    status: 200,
    result: "success",
    msg: "",
    api_key: ada.apiKey,
    email: ada.email,
    user_id: ada.id,
  });
  for (const form of [{ password: "wrong" }, { password: "" }, {}])
    assert.deepEqual(told(await browser.calls("POST /fetch_api_key", form as Record<string, string>)), {
      status: 400,
      result: "error",
      msg: "Password is incorrect.",
      code: "BAD_REQUEST",
    });
  assert.equal((await new Browser(acme).calls("POST /fetch_api_key", { password: PASSWORD })).status, 403);
});

test("without password authentication, nobody can sign in with one, and a session gets the API key without one", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  const settings = JSON.stringify({ name: "Acme", authentication_methods: { Email: false } });
  await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());

  const other = new Browser(acme);
  const page = await other.opens("/login/");
  assert.match(page.text, /does not use password sign-in/);
  assert.doesNotMatch(page.text, /name="(?:username|password)"/);
  assert.equal((await browser.calls("POST /fetch_api_key", {})).body.api_key, ada.apiKey);
});
