import assert from "node:assert/strict";
import { after } from "node:test";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { deleteMessage } from "../../messages/delete/contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { markAllAsRead, updateMessageFlags } from "../../messages/read-state/contract.ts";
import { deactivateRealm, getServerSettings, updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { register } from "../../registration/contract.ts";
import { open } from "./sealed-box.ts";
import { notify, Receiver, settled } from "./testing.ts";

const SECRET = "a secret of the gateway";
const KEYS = {
  publicKey: "RwHQhIhFH1RaQJ+1iuPlhYHKQKw/fxFGmM1x3qxzygE=",
  privateKey: "PZTupJxYCu+BaTV2K+BJVZ1tFEDe3hLmoSXxhB//jm8=",
};

const gateway = await Receiver.open();
after(() => gateway.close());
useServer((engine) => startServer(engine, { pushGateway: { url: gateway.url, secret: SECRET } }));

interface Parcel {
  device: string;
  kind: string;
  token?: string;
  app_id?: string;
  priority: string;
  notification?: Record<string, unknown>;
  gateway_device_id?: string;
  push_account_id?: string;
  encrypted_notification?: string;
}

/** The batches the gateway has received since the last call. */
const handed = () =>
  gateway.take("/notify").map(({ body }) => JSON.parse(String(body)) as { id: string; notifications: Parcel[] });

const notified = (): Parcel[] => handed().flatMap((batch) => batch.notifications);

const hasToken = (person: Person, token = `token of ${person.name}`) =>
  person.asks("POST", "/users/me/android_gcm_reg_id", { token });

async function hasDevice(acme: Organization, person: Person, push_account_id = "1"): Promise<void> {
  gateway.answers("/register", 200, { device_id: `gw-${push_account_id}` });
  await person.asks("POST", "/mobile_push/register", {
    token_kind: "apns",
    push_account_id,
    push_public_key: KEYS.publicKey,
    bouncer_public_key: "key",
    encrypted_push_registration: "sealed",
  });
  await settled(acme);
  gateway.take("/register");
}

async function makeDesign(acme: Organization) {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const channel_id = await acme.channel("design", [ada, ben]);
  gateway.answers("/notify", 200);
  return { ada, ben, channel_id };
}

test("a device receives what a client needs to display a message", async (t) => {
  const acme = await org(t);
  const { ada, ben, channel_id } = await makeDesign(acme);
  await hasToken(ben);
  await ben.asks("POST", "/users/me/apns_device_token", { token: "c0ffee", appid: "org.example.chat" });
  const id = await ada.sends("#design > logo", "What do **you** say, @**Ben**?");
  await notify(acme, [ben], id);
  const [batch, ...more] = gateway.take("/notify");
  assert.equal(more.length, 0);
  assert.equal(batch?.headers.authorization, `Bearer ${SECRET}`);
  assert.equal(batch?.headers["content-type"], "application/json");
  const { id: batchId, realm_url, notifications } = JSON.parse(String(batch?.body));
  assert.match(batchId, /^[0-9a-f-]{36}$/);
  assert.equal(realm_url, acme.realm.url);
  const notification = {
    type: "message",
    realm_url: acme.realm.url,
    realm_name: "Acme",
    user_id: ben.id,
    message_id: id,
    sender_id: ada.id,
    sender_full_name: "Ada",
    sender_avatar_url: notifications[0].notification.sender_avatar_url,
    content: "What do you say, @Ben?",
    time: Math.floor(acme.clock.now() / 1000),
    recipient_type: "channel",
    channel_id,
    channel_name: "design",
    topic: "logo",
  };
  assert.match(notification.sender_avatar_url, /^https?:\/\//);
  const { device, ...first } = notifications[0];
  assert.match(device, /^token-\d+$/);
  assert.deepEqual(first, { kind: "fcm", token: "token of Ben", priority: "high", notification });
  const { device: _, ...second } = notifications[1];
  const apple = { kind: "apns", token: "c0ffee", app_id: "org.example.chat", priority: "high", notification };
  assert.deepEqual([second, notifications.length], [apple, 2]);
});

test("a direct message names its participants, and an empty topic has its display name", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  const eve = await acme.member("Eve");
  await hasToken(ben);
  await notify(acme, [ben], await ada.writes([ben, eve], "hello"), "direct_message");
  const [direct] = notified();
  assert.equal(direct?.notification?.recipient_type, "direct");
  assert.deepEqual(direct?.notification?.recipient_user_ids, [ada.id, ben.id, eve.id]);
  await notify(acme, [ben], await ada.sends("#design > ", "@**Ben** hello"));
  assert.equal(notified()[0]?.notification?.topic, "general chat");
});

test("notifications for a device with a key are encrypted for it", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  await hasDevice(acme, ben, "42");
  const id = await ada.writes(ben, "a secret");
  await notify(acme, [ben], id);
  const [parcel, ...more] = notified();
  assert.equal(more.length, 0);
  assert.ok(!JSON.stringify(parcel).includes("secret"));
  const { encrypted_notification = "", device: _, ...rest } = parcel as Parcel;
  assert.deepEqual(rest, { kind: "apns", gateway_device_id: "gw-42", push_account_id: "42", priority: "high" });
  const opened = JSON.parse(open(encrypted_notification, KEYS));
  assert.deepEqual([opened.type, opened.message_id, opened.content], ["message", id, "a secret"]);
});

test("if the organization requires encryption, other devices learn only that there is a message", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  await hasToken(ben);
  await hasDevice(acme, ben);
  await acme.owner.call(updateRealm, { require_e2ee_push_notifications: true });
  const contents = async () => {
    await notify(acme, [ben], await ada.writes(ben, "a secret"));
    const parcels = notified();
    const sealed = parcels.find((each) => each.encrypted_notification)?.encrypted_notification as string;
    return [parcels.find((each) => each.token)?.notification?.content, JSON.parse(open(sealed, KEYS)).content];
  };
  assert.deepEqual(await contents(), ["New message", "a secret"]);
  await ben.call(updateSettings, { default_language: "de" });
  assert.deepEqual(await contents(), ["Neue Nachricht", "a secret"]);
});

test("a restricted guest does not learn the name of a sender they cannot access", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  const gil = await acme.guest("Gil");
  await acme.channel("launch", [ada, gil]);
  const { "role:members": members } = acme.realm.systemGroups;
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: members } });
  await hasToken(gil);
  await hasToken(ada);
  await notify(acme, [gil, ada], await ben.sends("#launch > plans", "@**all** hello"));
  const names = notified().map((each) => each.notification?.sender_full_name);
  assert.deepEqual(names, ["Unknown user", "Ben"]);
});

test("no notification goes to people who have no device, have read the message, cannot see it or are deactivated", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  const [eve, dora] = [await acme.member("Eve"), await acme.member("Dora")];
  await acme.channel("private", [ada, ben, dora], { invite_only: true });
  for (const person of [ben, eve, dora]) await hasToken(person);
  const id = await ada.sends("#private > plans", "hello");
  await ben.call(updateMessageFlags, { messages: [id], op: "add", flag: "read" });
  await acme.deactivate(dora);
  await notify(acme, [ada, ben, eve, dora], id, "stream_notify");
  assert.deepEqual(handed(), []);
});

test("the notification settings decide who gets push notifications", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  await hasToken(ben);
  let topics = 0;
  const isTold = async (content: string) => {
    // A new topic each time, because mentions make users follow the topic.
    await ada.sends(`#design > ${++topics}`, content);
    await settled(acme);
    return notified().length === 1;
  };
  assert.ok(await isTold("@**Ben** hello"));
  assert.ok(!(await isTold("hello")));
  await ben.call(updateSettings, { enable_stream_push_notifications: true });
  assert.ok(await isTold("hello"));
  await ben.call(updateSettings, {
    enable_stream_push_notifications: false,
    enable_offline_push_notifications: false,
    enable_followed_topic_push_notifications: false,
  });
  assert.ok(!(await isTold("@**Ben** hello")));
});

test("reading a message elsewhere withdraws its notification, once", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  await hasToken(ben);
  await hasDevice(acme, ben);
  const [first, second] = [await ada.writes(ben, "1"), await ada.writes(ben, "2")];
  const unnotified = await ada.sends("#design > logo", "3");
  for (const id of [first, second]) await notify(acme, [ben], id);
  notified();
  const reads = async (work: () => Promise<unknown>) => {
    await work();
    await settled(acme);
    return notified();
  };
  const flag = (ids: number[]) => () => ben.call(updateMessageFlags, { messages: ids, op: "add", flag: "read" });
  const parcels = await reads(flag([first, unnotified]));
  const removal = { realm_url: acme.realm.url, realm_name: "Acme", user_id: ben.id };
  assert.deepEqual(
    parcels.map((each) => each.notification ?? JSON.parse(open(each.encrypted_notification as string, KEYS))),
    Array(2).fill({ type: "remove", ...removal, message_ids: [first] }),
  );
  assert.deepEqual(
    parcels.map((each) => each.priority),
    ["normal", "normal"],
  );
  // In no particular order: one of the two is encrypted.
  const rest = await reads(() => ben.call(markAllAsRead, {}));
  assert.deepEqual(
    rest.flatMap(({ notification }) => notification?.message_ids ?? []),
    [second],
  );
  assert.deepEqual(await reads(flag([first, second])), []);
});

test("notifications are withdrawn when the message is deleted, its channel is left, or the mention is removed", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  await hasToken(ben);
  const tells = async (content: string) => {
    const id = await ada.sends("#design > logo", content);
    await notify(acme, [ben], id);
    notified();
    return id;
  };
  const removed = async (work: () => Promise<unknown>) => {
    await work();
    await settled(acme);
    return notified().flatMap((each) => each.notification?.message_ids as number[]);
  };
  const deleted = await tells("@**Ben** 1");
  assert.deepEqual(await removed(() => acme.owner.call(deleteMessage, { message_id: deleted })), [deleted]);
  const edited = await tells("@**Ben** 2");
  const edit = (content: string) => () => ada.call(editMessage, { message_id: edited, content });
  assert.deepEqual(await removed(edit("@**Ben** two")), []);
  assert.deepEqual(await removed(edit("two")), [edited]);
  const left = await tells("@**Ben** 3");
  assert.deepEqual(await removed(() => ben.call(unsubscribe, { subscriptions: ["design"] })), [left]);
});

test("notifications are withdrawn when the message is moved out of sight or archived", async (t) => {
  const acme = await org(t);
  const { ada, ben, channel_id } = await makeDesign(acme);
  const hidden = await acme.channel("hidden", [ada, acme.owner], { invite_only: true });
  await hasToken(ben);
  const removed = async (work: () => Promise<unknown>) => {
    await work();
    await settled(acme);
    return notified().flatMap((each) => (each.notification?.message_ids ?? []) as number[]);
  };
  const [moved, stays] = [await ada.sends("#design > a", "@**Ben**"), await ada.sends("#design > b", "@**Ben**")];
  await settled(acme);
  notified();
  const move = { message_id: moved, stream_id: hidden, send_notification_to_old_thread: false };
  assert.deepEqual(await removed(() => acme.owner.call(editMessage, move)), [moved]);
  assert.deepEqual(await removed(() => acme.owner.asks("DELETE", `/streams/${channel_id}`)), [stays]);
});

test("tokens that the gateway rejects are deleted, and the device's registration fails", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  await hasToken(ben);
  await hasToken(ben, "another");
  await hasDevice(acme, ben, "3");
  await notify(acme, [ben], await ada.writes(ben, "1"));
  const parcels = notified();
  const token = parcels.find((each) => each.token === "token of Ben")?.device;
  const device = parcels.find((each) => each.push_account_id === "3")?.device;
  gateway.answers("/notify", 200, { gone: [token, device, "token-x", "device-0", 7] });
  const heard = await ben.eventsDuring(async () => {
    await notify(acme, [ben], await ada.writes(ben, "2"));
  });
  const event = { type: "push_device", push_account_id: "3", status: "failed" };
  assert.deepEqual(
    heard.filter((each) => each.type === "push_device"),
    [{ ...event, error_code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN" }],
  );
  notified();
  gateway.answers("/notify", 200);
  await notify(acme, [ben], await ada.writes(ben, "3"));
  assert.deepEqual(
    notified().map((each) => each.token),
    ["another"],
  );
});

test("rejected batches are retried unchanged, except for messages read in the meantime, and not for ever", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  await hasToken(ben);
  gateway.answers("/notify", 503);
  await notify(acme, [ben], await ada.writes(ben, "1"));
  gateway.answers("/notify", 200);
  await acme.clock.advance({ seconds: 3 });
  await settled(acme);
  const [first, second, ...more] = handed();
  assert.deepEqual([first, more], [second, []]);

  gateway.answers("/notify", 500);
  const read = await ada.writes(ben, "2");
  await notify(acme, [ben], read);
  await ben.call(updateMessageFlags, { messages: [read], op: "add", flag: "read" });
  gateway.answers("/notify", 200);
  await acme.clock.advance({ seconds: 5 });
  await settled(acme);
  const types = notified().map((each) => each.notification?.type);
  assert.deepEqual(types, ["message", "remove"], "tried once, and not retried");

  gateway.answers("/notify", 401);
  await notify(acme, [ben], await ada.writes(ben, "3"));
  for (let n = 0; n < 60; n++) {
    await acme.clock.leap({ minutes: 5 });
    await settled(acme);
  }
  assert.ok(handed().length <= 12);
  gateway.answers("/notify", 200);
  await acme.clock.leap({ hours: 1 });
  await settled(acme);
  assert.deepEqual(handed(), []);
});

test("a deactivated organization sends no notifications, not even queued ones", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  await hasToken(ben);
  gateway.answers("/notify", 503);
  await notify(acme, [ben], await ada.writes(ben, "hello"));
  assert.equal(handed().length, 1);
  await acme.owner.call(deactivateRealm, {});
  gateway.answers("/notify", 200);
  await acme.clock.advance({ seconds: 5 });
  await settled(acme);
  assert.deepEqual(handed(), []);
});

test("notifications to many devices are sent in batches", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  for (let n = 0; n < 60; n++) for (const person of [ada, ben]) await hasToken(person, `${person.name} ${n}`);
  await notify(acme, [ada, ben], await acme.owner.writes([ada, ben], "hello"));
  const batches = handed();
  // The batches are sent in parallel.
  const sizes = batches.map((batch) => batch.notifications.length).sort((a, b) => a - b);
  assert.deepEqual(sizes, [20, 100]);
  assert.equal(new Set(batches.flatMap((batch) => batch.notifications.map((each) => each.token))).size, 120);
});

test("a test notification is sent at once, and errors are reported", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await makeDesign(acme);
  await hasToken(ada);
  const tries = (token?: string) => ada.asks("POST", "/mobile_push/test_notification", token ? { token } : {});
  const sealed = (id?: string) =>
    ada.asks("POST", "/mobile_push/e2ee/test_notification", id ? { push_account_id: id } : {});
  assert.equal((await tries()).result, "success");
  assert.equal((await tries("token of Ada")).result, "success");
  const time = Math.floor(acme.clock.now() / 1000);
  const facts = { type: "test", realm_url: acme.realm.url, realm_name: "Acme", user_id: ada.id, time };
  assert.deepEqual(
    notified().map((each) => each.notification),
    [facts, facts],
  );
  const fault = async (answer: Promise<{ code?: string; msg: string }>) => {
    const { code, msg } = await answer;
    return [code, msg];
  };
  assert.deepEqual(await fault(tries("unknown")), ["INVALID_PUSH_DEVICE_TOKEN", "Device not recognized"]);
  const none = ["NO_ACTIVE_PUSH_DEVICE", "No active registered push device"];
  assert.deepEqual(await fault(ben.asks("POST", "/mobile_push/test_notification")), none);
  assert.deepEqual(await fault(sealed()), none);
  await hasDevice(acme, ada, "8");
  assert.equal((await sealed()).result, "success");
  assert.equal((await sealed("8")).result, "success");
  assert.deepEqual(await fault(sealed("9")), none);
  assert.deepEqual(JSON.parse(open(notified()[0]?.encrypted_notification as string, KEYS)), facts);

  for (const [status, code] of [
    [500, "INTERNAL_SERVER_ERROR_ON_BOUNCER"],
    [401, "ADMIN_ACTION_REQUIRED"],
  ] as const) {
    gateway.answers("/notify", status);
    for (const tried of [tries(), sealed()]) assert.equal((await tried).code, code);
  }
  const device = notified().find((each) => each.token)?.device;
  gateway.answers("/notify", 200, { gone: [device] });
  const gone = ["INVALID_REMOTE_PUSH_DEVICE_TOKEN", "Device not recognized by the push bouncer"];
  assert.deepEqual(await fault(tries("token of Ada")), gone);
  assert.deepEqual(await fault(tries("token of Ada")), ["INVALID_PUSH_DEVICE_TOKEN", "Device not recognized"]);
  notified();
});

test("clients learn that push notifications are available when there is a gateway", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  assert.equal((await ada.call(getServerSettings, {})).push_notifications_enabled, true);
  const state: Record<string, unknown> = await ada.call(register, { fetch_event_types: ["realm"] });
  assert.equal(state.realm_push_notifications_enabled, true);
  assert.equal(state.realm_push_notifications_enabled_end_timestamp, null);
});
