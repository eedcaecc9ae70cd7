import assert from "node:assert/strict";
import { ask, type TestResponse, told } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { asFile, encoded, uploads } from "../../messages/uploads/testing.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { changeUser } from "../users/store.ts";
import { deleteSessionsIn } from "./store.ts";

async function signedIn(acme: Organization, person: Person): Promise<Browser> {
  await withPassword(acme, person);
  const browser = new Browser(acme);
  await browser.signsIn(person.email, PASSWORD);
  return browser;
}

const noSession = {
  status: 401,
  result: "error",
  msg: "Not logged in: API authentication or user session required",
  code: "UNAUTHORIZED",
};

const forged = (reason: string) => ({
  status: 403,
  result: "error",
  msg: `CSRF error: ${reason}`,
  code: "CSRF_FAILED",
  reason,
});

test("a session is accepted under /json only", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = await signedIn(acme, ada);
  assert.equal((await browser.calls("GET /users/me")).body.full_name, "Ada");
  const answer = await browser.calls("PATCH /settings", { web_font_size_px: "18", nonsense: "1" });
  assert.deepEqual(told(answer), {
    status: 200,
    result: "success",
    msg: "",
    ignored_parameters_unsupported: ["nonsense"],
  });
  assert.equal((await browser.asks("GET //api/v1/users/me")).status, 401, "cookies are ignored there");
  const credentials = Buffer.from(`${ada.email}:${ada.apiKey}`).toString("base64");
  const basic = { authorization: `Basic ${credentials}` };
  assert.deepEqual(told(await new Browser(acme).asks("GET //json/users/me", undefined, basic)), noSession);
});

test("a request without a session gets an error that says so", async (t) => {
  const acme = await org(t);
  const answer = await new Browser(acme).calls("GET /users/me");
  assert.deepEqual(told(answer), noSession);
  assert.equal(answer.headers["www-authenticate"], 'Session realm="zulip"');
  const browser = new Browser(acme);
  await browser.opens("/login/");
  assert.deepEqual(told(await browser.calls("PATCH /settings", { enter_sends: "true" })), noSession);
  for (const token of ["", "x", "A".repeat(32), "A".repeat(4000), "\u00e4".repeat(32)]) {
    browser.cookies.set("sessionid", token);
    assert.deepEqual(told(await browser.calls("GET /users/me")), noSession, token);
  }
});

test("changes require the CSRF token, in a header or in the form [A2]", async (t) => {
  const acme = await org(t);
  const browser = await signedIn(acme, await acme.member("Ada"));
  const token = browser.cookies.get("csrftoken") as string;
  const change = (form: Record<string, string>, headers: Record<string, string> = {}): Promise<TestResponse> =>
    browser.asks("PATCH //json/settings", { enter_sends: "true", ...form }, headers);

  assert.deepEqual(told(await change({})), forged("CSRF token missing."));
  assert.deepEqual(told(await change({ csrfmiddlewaretoken: "x" })), forged("CSRF token incorrect."));
  assert.deepEqual(told(await change({}, { "x-csrftoken": `${token}x` })), forged("CSRF token incorrect."));
  for (const headers of [{ origin: "http://evil.example" }, { "sec-fetch-site": "cross-site" }])
    assert.deepEqual(
      told(await change({ csrfmiddlewaretoken: token }, headers as Record<string, string>)),
      forged("The request comes from another site."),
    );
  assert.deepEqual(told(await new Browser(acme).asks("POST //json/messages", {})), forged("CSRF cookie not set."));
  // A planted cookie does not match the session.
  browser.cookies.set("csrftoken", "planted");
  assert.deepEqual(told(await change({ csrfmiddlewaretoken: "planted" })), forged("CSRF token incorrect."));

  assert.equal((await browser.calls("GET /users/me")).status, 200, "reading does not need it");
  assert.deepEqual(told(await change({ csrfmiddlewaretoken: token })), { status: 200, result: "success", msg: "" });
  assert.equal((await change({}, { "x-csrftoken": token })).status, 200);
  const multipart = `--b\r\ncontent-disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n${token}\r\n--b--\r\n`;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const parts = await ask(acme.server, "PATCH //json/settings", {
    host: acme.realm.host,
    headers: { cookie, "content-type": "multipart/form-data; boundary=b" },
    payload: multipart,
  });
  assert.equal(parts.status, 200);
});

test("some operations are not available to sessions", async (t) => {
  const acme = await org(t);
  const browser = await signedIn(acme, await acme.member("Ada"));
  for (const what of ["GET /server_settings", "POST /users/me/api_key/regenerate"])
    assert.equal((await browser.calls(what)).status, 404, what);
  assert.equal((await browser.calls("GET /nowhere")).headers["access-control-allow-origin"], undefined);
  const options = await browser.asks("OPTIONS //json/users/me");
  assert.equal(options.status, 204);
  assert.equal(options.headers["access-control-allow-origin"], undefined);
});

test('messages sent in a session have the client "website"', async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const browser = await signedIn(acme, ada);
  const send = async (userAgent: string) => {
    browser.headers = { "user-agent": userAgent };
    const form = { type: "direct", to: `[${ben.id}]`, content: "hi" };
    const { id } = (await browser.calls("POST /messages", form)).body as { id: number };
    const { message } = (await ben.asks("GET", `/messages/${id}`)) as unknown as { message: { client: string } };
    return message.client;
  };
  assert.equal(await send("Mozilla/5.0"), "website");
  assert.equal(await send("ZulipElectron/5.0"), "ZulipElectron");
});

test("a session expires, and opening the application extends it", async (t) => {
  const acme = await org(t);
  const browser = await signedIn(acme, await acme.member("Ada"));
  const isKnown = async () => (await browser.calls("GET /users/me")).status === 200;
  await acme.clock.leap({ days: 13 });
  assert.ok(await isKnown());
  const home = await browser.opens("/");
  assert.match(String(home.headers["set-cookie"]), /sessionid=\w+;.*Max-Age=1209600/);
  assert.equal((await browser.opens("/")).headers["set-cookie"], undefined, "not again on the same day");
  await acme.clock.leap({ days: 13 });
  assert.ok(await isKnown());
  await acme.clock.leap({ days: 2 });
  assert.ok(!(await isKnown()));
  const rows = () =>
    acme.server.app.database.reader
      .selectFrom("session")
      .innerJoin("user", "user.id", "session.user_id")
      .select("session.id")
      .where("user.realm_id", "=", acme.realm.id)
      .execute();
  await acme.clock.leap({ days: 1 });
  acme.server.app.jobs.wake();
  await acme.server.app.jobs.settled();
  assert.deepEqual(await rows(), []);
});

test("a session survives a restart", async (t) => {
  const acme = await org(t);
  const browser = await signedIn(acme, await acme.member("Ada"));
  await acme.server.restart();
  assert.equal((await browser.calls("GET /users/me")).status, 200);
});

test("a new password ends all sessions except the one that set it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [here, there, others] = [await signedIn(acme, ada), new Browser(acme), await signedIn(acme, ben)];
  await there.signsIn(ada.email, PASSWORD);
  const session = await acme.server.app.database.reader
    .selectFrom("session")
    .select("id")
    .where("user_id", "=", ada.id)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const password_hash = "new";
  await acme.alter((tx) => changeUser(tx, ada.id, { password_hash }, { keptSession: session.id }));
  const statuses = async () =>
    Promise.all([here, there, others].map(async (each) => (await each.calls("GET /users/me")).status));
  assert.deepEqual(await statuses(), [200, 401, 200]);
  await acme.alter((tx) => changeUser(tx, ada.id, { password_hash }));
  assert.deepEqual(await statuses(), [401, 401, 200]);
  // Other changes to an account do not end its sessions.
  await acme.alter((tx) => changeUser(tx, ben.id, { full_name: "Benjamin" }));
  assert.deepEqual(await statuses(), [401, 401, 200]);
});

test("deactivating an account ends its sessions for good", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = await signedIn(acme, ada);
  await acme.deactivate(ada);
  assert.deepEqual(told(await browser.calls("GET /users/me")), noSession);
  await acme.alter((tx) => changeUser(tx, ada.id, { is_active: true }));
  assert.deepEqual(told(await browser.calls("GET /users/me")), noSession);
});

test("remaining sessions of deactivated accounts and organizations are rejected", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = await signedIn(acme, ada);
  await acme.alter((tx) => tx.updateTable("user").set({ is_active: false }).where("id", "=", ada.id).execute());
  const code = async () => {
    const { status, body } = await browser.calls("GET /users/me");
    return [status, body.code, body.msg];
  };
  assert.deepEqual(await code(), [401, "USER_DEACTIVATED", "Account is deactivated"]);
  await acme.alter((tx) => tx.updateTable("realm").set({ is_active: false }).where("id", "=", acme.realm.id).execute());
  assert.deepEqual(await code(), [401, "REALM_DEACTIVATED", "This organization has been deactivated"]);
  assert.match((await browser.opens("/login/")).text, /This organization has been deactivated/);
  await acme.alter((tx) => deleteSessionsIn(tx, acme.realm.id));
  assert.deepEqual(await code(), [401, "UNAUTHORIZED", noSession.msg]);
});

test("a session is valid only in its own organization", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const browser = await signedIn(acme, await acme.member("Ada"));
  const stranger = new Browser(other);
  for (const [name, value] of browser.cookies) stranger.cookies.set(name, value);
  assert.deepEqual(told(await stranger.calls("GET /users/me")), {
    status: 400,
    result: "error",
    msg: "Account is not associated with this subdomain",
    code: "BAD_REQUEST",
  });
});

test("an incoming webhook bot cannot use a session", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = await signedIn(acme, ada);
  await acme.alter((tx) => tx.updateTable("user").set({ bot_type: 2 }).where("id", "=", ada.id).execute());
  const { status, body } = await browser.calls("GET /users/me");
  assert.deepEqual([status, body.code, body.msg], [400, "BAD_REQUEST", "Webhook bots can only access webhooks"]);
  await acme.alter((tx) => tx.updateTable("user").set({ bot_type: null }).where("id", "=", ada.id).execute());
});

test("without a session, browsers are redirected to the sign-in page and programs get an error", async (t) => {
  const acme = await org(t);
  const browser = new Browser(acme);
  const page = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const answer = await browser.asks("GET //api/v1/users/me?x=1", undefined, { accept: page });
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.location, "/login/?next=%2Fapi%2Fv1%2Fusers%2Fme");
  for (const accept of ["*/*", "application/json", "application/json, text/html", "text/html;q=0.5, application/json"])
    assert.equal((await browser.asks("GET //api/v1/users/me", undefined, { accept })).status, 401, accept);
});

test("a session can open the files its user can access", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const browser = await signedIn(acme, ada);
  const path = `//user_uploads/${encoded(await uploads(ada, asFile("hello")))}`;
  assert.equal((await browser.asks(`GET ${path}`)).text, "hello");
  assert.equal((await (await signedIn(acme, ben)).asks(`GET ${path}`)).status, 403);
  const accept = { accept: "text/html" };
  const stranger = await new Browser(acme).asks(`GET ${path}`, undefined, accept);
  assert.equal(stranger.status, 302);
  assert.ok(stranger.headers.location?.startsWith("/login/?next=%2Fuser_uploads%2F"));
});

test("with an https URL, cookies are Secure and bound to the host", async (t) => {
  const server = await startServer("sqlite", { externalUrl: "https://chat.test" });
  try {
    const acme = await org(t, server);
    const ada = await withPassword(acme, await acme.member("Ada"));
    const browser = new Browser(acme);
    const { headers } = await browser.signsIn(ada.email, PASSWORD);
    const cookies = [headers["set-cookie"] ?? []].flat();
    for (const cookie of cookies) assert.match(cookie, /^__Host-\w+=.*; Path=\/;.*; Secure$/);
    assert.equal((await browser.asks("GET //json/users/me")).status, 200);
    browser.cookies.set("sessionid", browser.cookies.get("__Host-sessionid") as string);
    browser.cookies.delete("__Host-sessionid");
    assert.equal((await browser.asks("GET //json/users/me")).status, 401);
  } finally {
    await server.close();
  }
});

test("a cached session needs no query except for the organization's version", async (t) => {
  const acme = await org(t);
  const browser = await signedIn(acme, await acme.member("Ada"));
  await browser.calls("GET /users/me");
  const { identities, database } = acme.server.app;
  const token = browser.cookies.get("sessionid") as string;
  assert.ok(await identities.recall(database, `session\n${token}`));
});

test("a session's token is not an API key, even while the session is cached", async (t) => {
  const acme = await org(t);
  const browser = await signedIn(acme, await acme.member("Ada"));
  assert.equal((await browser.calls("GET /users/me")).status, 200);
  const token = browser.cookies.get("sessionid") as string;
  for (const authorization of [`session ${token}`, `session\t${token}`, token]) {
    const answer = await new Browser(acme).asks("GET //api/v1/users/me", undefined, { authorization });
    assert.equal(answer.body.result, "error", authorization);
  }
});
