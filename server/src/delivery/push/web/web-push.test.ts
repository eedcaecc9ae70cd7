import assert from "node:assert/strict";
import { after } from "node:test";
import { Browser as Window } from "../../../../test/browser.ts";
import { type Organization, org, type Person, test, useServer } from "../../../../test/index.ts";
import { startServer } from "../../../../test/server.ts";
import { readConfig } from "../../../kernel/config.ts";
import { collections } from "../../../kernel/limits/collections.ts";
import { updateMessageFlags } from "../../../messages/read-state/contract.ts";
import { deleteSessionsOf } from "../../../people/sessions/store.ts";
import { PASSWORD, withPassword } from "../../../people/sign-in/testing.ts";
import { Browser, notify, Receiver, settled } from "../testing.ts";
import {
  getWebPushKey,
  getWebPushSubscriptions,
  subscribeToWebPush,
  testWebPush,
  unsubscribeFromWebPush,
} from "./contract.ts";

const service = await Receiver.open();
after(() => service.close());
useServer((engine) => startServer(engine, { outgoingAllow: ["127.0.0.1"] }));

let paths = 0;

async function hasBrowser(person: Person): Promise<Browser & { path: string }> {
  const path = `/push/${++paths}`;
  service.answers(path, 201);
  const browser = Object.assign(new Browser(service.url + path), { path });
  await person.call(subscribeToWebPush, browser.subscription);
  return browser;
}

const notificationsTo = (browser: Browser & { path: string }): Record<string, unknown>[] =>
  service.take(browser.path).map(({ body }) => JSON.parse(browser.opens(body)));

const endpointsOf = async (person: Person) =>
  (await person.call(getWebPushSubscriptions, {})).subscriptions.map((each) => each.endpoint);

async function countSubscriptions({ server }: Organization, { id }: Person): Promise<number> {
  const rows = server.app.database.reader.selectFrom("web_push_subscription").select("id");
  return (await rows.where("user_id", "=", id).execute()).length;
}

test("a closed browser gets a notification that only it can read, from a server its push service can verify", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const { public_key } = await ben.call(getWebPushKey, {});
  assert.equal((await ada.call(getWebPushKey, {})).public_key, public_key);
  const [first, second] = [await hasBrowser(ben), await hasBrowser(ben)];
  const id = await ada.writes(ben, "Lunch?");
  await notify(acme, [ben], id, "direct_message");
  const [request, ...more] = service.take(first.path);
  assert.equal(more.length, 0);
  const { authorization = "", ttl, urgency, "content-encoding": encoding } = request?.headers ?? {};
  assert.match(authorization, new RegExp(`^vapid t=[\\w-]+\\.[\\w-]+\\.[\\w-]+, k=${public_key}$`));
  assert.deepEqual([ttl, urgency, encoding], ["259200", "high", "aes128gcm"]);
  const notification = JSON.parse(first.opens(request?.body as Buffer));
  assert.deepEqual(
    [notification.type, notification.message_id, notification.sender_full_name, notification.content],
    ["message", id, "Ada", "Lunch?"],
  );
  assert.deepEqual(notification.recipient_user_ids, [ada.id, ben.id]);
  assert.deepEqual(notificationsTo(second), [notification]);

  await ben.call(updateMessageFlags, { messages: [id], op: "add", flag: "read" });
  await settled(acme);
  for (const browser of [first, second])
    assert.deepEqual(
      notificationsTo(browser).map(({ type, message_ids }) => [type, message_ids]),
      [["remove", [id]]],
    );
});

test("a subscription belongs to one user, is created once, and can be ended", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const browser = await hasBrowser(ada);
  const { endpoint } = browser;
  const { id } = await ada.call(subscribeToWebPush, browser.subscription);
  const { subscriptions } = await ada.call(getWebPushSubscriptions, {});
  assert.deepEqual(subscriptions, [{ id, endpoint, subscribed_at: Math.floor(acme.clock.now() / 1000) }]);
  assert.deepEqual(await endpointsOf(ben), []);
  const missing = { code: "BAD_REQUEST", message: "Subscription does not exist" };
  await assert.rejects(ben.call(unsubscribeFromWebPush, { endpoint }), missing);
  await ada.call(unsubscribeFromWebPush, { endpoint });
  await assert.rejects(ada.call(unsubscribeFromWebPush, { endpoint }), missing);

  await ada.call(subscribeToWebPush, browser.subscription);
  await ben.call(subscribeToWebPush, browser.subscription);
  assert.deepEqual(
    [await endpointsOf(ada), await endpointsOf(ben)],
    [[], [endpoint]],
    "the next user who signs in takes it over",
  );
});

test("the oldest subscriptions make room for new ones, and a new API key ends those created with the old one", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const first = await hasBrowser(ada);
  for (let n = 0; n < collections.web_push_subscriptions.max; n++) await hasBrowser(ada);
  const endpoints = await endpointsOf(ada);
  assert.deepEqual(
    [endpoints.length, endpoints.includes(first.endpoint)],
    [collections.web_push_subscriptions.max, false],
  );
  await ada.asks("POST", "/users/me/api_key/regenerate");
  assert.equal(await countSubscriptions(acme, ada), 0);
});

test("a subscription ends with the session that created it", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await withPassword(acme, ada);
  const window = new Window(acme);
  await window.signsIn(ada.email, PASSWORD);
  const { subscription } = new Browser(`${service.url}/push/session`);
  assert.equal((await window.calls("POST /web_push/subscriptions", subscription)).status, 200);
  await ada.asks("POST", "/users/me/api_key/regenerate");
  assert.equal(await countSubscriptions(acme, ada), 1);
  await acme.server.app.database.transaction((tx) => deleteSessionsOf(tx, ada.id));
  assert.equal(await countSubscriptions(acme, ada), 0);
});

test("invalid subscriptions are refused, and so are bots", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { endpoint, p256dh, auth } = new Browser("https://push.example.com/1").subscription;
  const fault = async (changes: Record<string, string>) =>
    (await ada.asks("POST", "/web_push/subscriptions", { endpoint, p256dh, auth, ...changes })).msg;
  for (const wrong of [
    "",
    "push",
    "ftp://example.com/",
    "https://user:password@example.com/",
    "https://example.com/#a",
  ])
    assert.equal(await fault({ endpoint: wrong }), "Invalid endpoint");
  assert.match(await fault({ endpoint: `https://example.com/${"x".repeat(2000)}` }), /too long/);
  assert.equal(await fault({ p256dh: "AAAA" }), "Invalid p256dh");
  assert.equal(await fault({ auth: "AAAA" }), "Invalid auth");
  const bot = await acme.bot("Robin", ada);
  const refused = await bot.asks("POST", "/web_push/subscriptions", { endpoint, p256dh, auth });
  assert.match(refused.msg, /does not accept bot requests/);
  assert.deepEqual(await endpointsOf(ada), []);
});

test("a subscription that the push service no longer knows is deleted", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [gone, missing, alive] = [await hasBrowser(ben), await hasBrowser(ben), await hasBrowser(ben)];
  service.answers(gone.path, 410);
  service.answers(missing.path, 404);
  await notify(acme, [ben], await ada.writes(ben, "hello"));
  assert.deepEqual(await endpointsOf(ben), [alive.endpoint]);
});

test("only failed notifications are retried, and not for ever", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [slow, fine, refusing] = [await hasBrowser(ben), await hasBrowser(ben), await hasBrowser(ben)];
  service.answers(slow.path, 503);
  service.answers(refusing.path, 400);
  await notify(acme, [ben], await ada.writes(ben, "hello"));
  service.answers(slow.path, 201);
  await acme.clock.advance({ seconds: 3 });
  await settled(acme);
  assert.deepEqual(
    [notificationsTo(slow).length, notificationsTo(fine).length, notificationsTo(refusing).length],
    [2, 1, 1],
  );
  assert.equal((await endpointsOf(ben)).length, 3);

  service.answers(slow.path, 429);
  await notify(acme, [ben], await ada.writes(ben, "again"));
  for (let n = 0; n < 10; n++) {
    await acme.clock.leap({ minutes: 11 });
    await settled(acme);
  }
  assert.equal(notificationsTo(slow).length, 6);
});

test("a test notification reports whether it arrived", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [first, second] = [await hasBrowser(ada), await hasBrowser(ada)];
  await ada.call(testWebPush, {});
  const time = Math.floor(acme.clock.now() / 1000);
  const expected = { type: "test", realm_url: acme.realm.url, realm_name: "Acme", user_id: ada.id, time };
  assert.deepEqual([notificationsTo(first), notificationsTo(second)], [[expected], [expected]]);
  await ada.call(testWebPush, { endpoint: first.endpoint });
  assert.deepEqual([notificationsTo(first).length, notificationsTo(second).length], [1, 0]);
  const nobody = { code: "NO_ACTIVE_PUSH_DEVICE" };
  await assert.rejects(ben.call(testWebPush, {}), nobody);
  await assert.rejects(ben.call(testWebPush, { endpoint: first.endpoint }), nobody);
  service.answers(first.path, 410);
  await assert.rejects(ada.call(testWebPush, { endpoint: first.endpoint }), nobody);
});

test("test notifications are rate limited", async (t) => {
  const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "test_push_by_user=2/60" });
  const server = await startServer("sqlite", { outgoingAllow: ["127.0.0.1"], rateLimits });
  t.after(() => server.close());
  const acme = await org(t, server);
  const browser = await hasBrowser(acme.owner);
  for (let n = 0; n < 2; n++) await acme.owner.call(testWebPush, {});
  await assert.rejects(acme.owner.call(testWebPush, {}), { code: "RATE_LIMIT_HIT" });
  assert.equal(notificationsTo(browser).length, 2);
  await acme.clock.advance({ seconds: 62 });
  await acme.owner.call(testWebPush, {});
});

test("URLs inside the internal network are not called", async (t) => {
  const server = await startServer("sqlite");
  t.after(() => server.close());
  const acme = await org(t, server);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const browser = await hasBrowser(ben);
  await ben.call(subscribeToWebPush, new Browser("http://169.254.169.254/latest").subscription);
  await notify(acme, [ben], await ada.writes(ben, "hello"));
  await assert.rejects(ben.call(testWebPush, {}), { code: "NO_ACTIVE_PUSH_DEVICE" });
  assert.deepEqual(service.take(browser.path), []);
});
