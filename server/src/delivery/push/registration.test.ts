import assert from "node:assert/strict";
import { after } from "node:test";
import { type Organization, org, Person, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { register } from "../../registration/contract.ts";
import { Receiver, settled } from "./testing.ts";

const SECRET = "a secret of the gateway";
const KEY = "RwHQhIhFH1RaQJ+1iuPlhYHKQKw/fxFGmM1x3qxzygE=";
const APNS = "/users/me/apns_device_token";
const FCM = "/users/me/android_gcm_reg_id";
const REGISTER = "/mobile_push/register";

const gateway = await Receiver.open();
after(() => gateway.close());
useServer((engine) => startServer(engine, { pushGateway: { url: gateway.url, secret: SECRET } }));

const device = (push_account_id: string, changes: Record<string, string> = {}) => ({
  token_kind: "fcm",
  push_account_id,
  push_public_key: KEY,
  bouncer_public_key: "gateway's key",
  encrypted_push_registration: "sealed",
  ...changes,
});

async function devicesOf(person: Person) {
  return (await person.call(register, { fetch_event_types: ["push_device"] })).push_devices;
}

async function tokensOf({ server }: Organization, person: Person): Promise<string[]> {
  const rows = server.app.database.reader.selectFrom("push_token").select(["kind", "token", "app_id"]);
  const found = await rows.where("user_id", "=", person.id).orderBy("id").execute();
  return found.map(({ kind, token, app_id }) => [kind, token, ...(app_id ? [app_id] : [])].join(" "));
}

test("a token is registered once per account, however often it is sent, and can be removed", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  for (const person of [ada, ada, ben]) {
    assert.equal((await person.asks("POST", APNS, { token: "C0FFEE", appid: "org.example.chat" })).result, "success");
    assert.equal((await person.asks("POST", FCM, { token: "c0ffee" })).result, "success");
  }
  assert.deepEqual(await tokensOf(acme, ada), ["apns c0ffee org.example.chat", "fcm c0ffee"]);
  assert.equal((await ada.asks("DELETE", APNS, { token: "c0ffee" })).result, "success");
  assert.deepEqual(await tokensOf(acme, ada), ["fcm c0ffee"]);
  const gone = await ada.asks("DELETE", APNS, { token: "c0ffee" });
  assert.deepEqual([gone.code, gone.msg], ["BAD_REQUEST", "Token does not exist"]);
  assert.equal((await ada.asks("DELETE", FCM, { token: "c0ffee" })).result, "success");
  assert.equal((await tokensOf(acme, ben)).length, 2);
});

test("invalid tokens are refused, and so are bots", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const bot = await acme.bot("Robin", ada);
  const appid = "org.example.chat";
  for (const method of ["POST", "DELETE"]) {
    const apns = async (token: string) => (await ada.asks(method, APNS, { token, appid })).msg;
    assert.equal(await apns(""), "Empty or invalid length token");
    assert.equal(await apns("a".repeat(4098)), "Empty or invalid length token");
    for (const token of ["abc", "xyz0", "ab cd"]) assert.equal(await apns(token), "Invalid APNS token");
    assert.equal((await ada.asks(method, FCM, { token: "" })).msg, "Empty or invalid length token");
    assert.equal((await ada.asks(method, FCM)).code, "REQUEST_VARIABLE_MISSING");
    assert.match((await bot.asks(method, FCM, { token: "a" })).msg, /does not accept bot requests/);
  }
  assert.equal((await ada.asks("POST", APNS, { token: "ab", appid: "no app" })).msg, "Invalid app ID");
  assert.equal((await ada.asks("POST", APNS, { token: "ab" })).code, "REQUEST_VARIABLE_MISSING");
  for (const path of [REGISTER, "/mobile_push/test_notification", "/mobile_push/e2ee/test_notification"])
    assert.match((await bot.asks("POST", path, device("1"))).msg, /does not accept bot requests/);
  assert.deepEqual(await tokensOf(acme, ada), []);
  assert.equal((await ada.asks("POST", FCM, { token: "t".repeat(4096) })).result, "success");
});

test("the number of devices per user is limited", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  for (let n = 0; n < collections.push_tokens.max; n++) await ada.asks("POST", FCM, { token: `token ${n}` });
  assert.equal((await ada.asks("POST", FCM, { token: "one more" })).msg, "You can register at most 100 devices.");
  assert.equal((await ada.asks("POST", FCM, { token: "token 7" })).result, "success");
  assert.equal((await tokensOf(acme, ada)).length, collections.push_tokens.max);
});

test("a device is pending until the gateway responds, and only its owner learns the result", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.watches();
  gateway.answers("/register", 200, { device_id: "gw-1" });
  const heard = await ada.eventsDuring(async () => {
    assert.equal((await ada.asks("POST", REGISTER, device("9223372036854775807"))).result, "success");
    await settled(acme);
  });
  const event = { type: "push_device", push_account_id: "9223372036854775807" };
  assert.deepEqual(heard, [
    { ...event, status: "pending" },
    { ...event, status: "active" },
  ]);
  assert.deepEqual(await devicesOf(ada), { "9223372036854775807": { status: "active", error_code: null } });
  assert.deepEqual([await ben.catchesUp(), await devicesOf(ben)], [[], {}]);
  const [request, ...more] = gateway.take("/register");
  assert.equal(more.length, 0);
  assert.equal(request?.headers.authorization, `Bearer ${SECRET}`);
  assert.deepEqual(JSON.parse(String(request?.body)), {
    realm_url: acme.realm.url,
    push_account_id: "9223372036854775807",
    token_kind: "fcm",
    bouncer_public_key: "gateway's key",
    encrypted_push_registration: "sealed",
  });
  const again = await ada.eventsDuring(() => ada.asks("POST", REGISTER, device("9223372036854775807")));
  await settled(acme);
  assert.deepEqual([again, gateway.take("/register")], [[], []]);
});

test("a registration that the gateway rejects has failed, with the gateway's reason, and can be repeated", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  gateway.answers("/register", 400, { code: "INVALID_BOUNCER_PUBLIC_KEY" });
  const heard = await ada.eventsDuring(async () => {
    await ada.asks("POST", REGISTER, device("7", { token_kind: "apns" }));
    await settled(acme);
  });
  assert.deepEqual(heard.at(-1), {
    type: "push_device",
    push_account_id: "7",
    status: "failed",
    error_code: "INVALID_BOUNCER_PUBLIC_KEY",
  });
  assert.deepEqual(await devicesOf(ada), { 7: { status: "failed", error_code: "INVALID_BOUNCER_PUBLIC_KEY" } });
  gateway.answers("/register", 200, { device_id: "gw-7" });
  await ada.eventsDuring(async () => {
    await ada.asks("POST", REGISTER, device("7"));
    await settled(acme);
  });
  assert.deepEqual(await devicesOf(ada), { 7: { status: "active", error_code: null } });
  gateway.take("/register");
});

test("an unresponsive gateway is retried for one day", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  gateway.answers("/register", 503);
  await ada.asks("POST", REGISTER, device("1"));
  await settled(acme);
  assert.equal((await devicesOf(ada))?.["1"]?.status, "pending");
  gateway.answers("/register", 200, { device_id: "gw" });
  await acme.clock.advance({ seconds: 10 });
  await settled(acme);
  assert.equal((await devicesOf(ada))?.["1"]?.status, "active");
  assert.ok(gateway.take("/register").length >= 2);

  gateway.answers("/register", 500);
  await ada.asks("POST", REGISTER, device("2"));
  await settled(acme);
  await acme.clock.leap({ hours: 25 });
  await settled(acme);
  const heard = { status: "failed", error_code: "REQUEST_EXPIRED" };
  assert.deepEqual((await devicesOf(ada))?.["2"], heard);
  gateway.take("/register");
});

test("an invalid registration is refused at once", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const asks = (changes: Record<string, string>) => ada.asks("POST", REGISTER, { ...device("1"), ...changes });
  for (const push_public_key of ["", "short", Buffer.alloc(31).toString("base64"), Buffer.alloc(32).toString("base64")])
    assert.equal((await asks({ push_public_key })).msg, "Invalid push_public_key");
  for (const push_account_id of ["one", "1.5", "9223372036854775808", "[1]"])
    assert.equal((await asks({ push_account_id })).result, "error", push_account_id);
  assert.equal((await asks({ token_kind: "pigeon" })).result, "error");
  assert.match((await asks({ encrypted_push_registration: "x".repeat(10_001) })).msg, /too long/);
  for (const name of Object.keys(device("1"))) {
    const { [name]: _, ...rest } = device("1") as Record<string, string>;
    assert.equal((await ada.asks("POST", REGISTER, rest)).code, "REQUEST_VARIABLE_MISSING");
  }
  assert.deepEqual(await devicesOf(ada), {});
  assert.deepEqual(gateway.take("/register"), []);
});

test("a new API key ends earlier registrations, and so does deactivation", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  gateway.answers("/register", 200, { device_id: "gw" });
  await ada.asks("POST", FCM, { token: "token" });
  await ada.asks("POST", REGISTER, device("5"));
  await settled(acme);
  const { queue_id } = await ada.call(register, { event_types: ["push_device"] });
  const { api_key: apiKey } = (await ada.asks("POST", "/users/me/api_key/regenerate")) as unknown as {
    api_key: string;
  };
  const again = new Person(acme.server, acme.realm.url, { id: ada.id, name: ada.name, email: ada.email, apiKey });
  const heard = await again.asks("GET", "/events", { queue_id: queue_id as string, last_event_id: "-1" });
  const [event] = heard.events as Record<string, unknown>[];
  assert.deepEqual(
    [event?.push_account_id, event?.status, event?.error_code],
    ["5", "failed", "INVALID_PUSH_DEVICE_TOKEN"],
  );
  assert.deepEqual(await tokensOf(acme, ada), []);
  const rows = await acme.server.app.database.reader
    .selectFrom("push_device")
    .select(["push_account_id", "error_code", "push_public_key", "gateway_device_id"])
    .where("user_id", "=", ada.id)
    .execute();
  const ended = { error_code: "INVALID_PUSH_DEVICE_TOKEN", push_public_key: null, gateway_device_id: null };
  assert.deepEqual({ ...rows[0] }, { push_account_id: "5", ...ended });
  const ben = await acme.member("Ben");
  await ben.asks("POST", FCM, { token: "token" });
  await acme.deactivate(ben);
  assert.deepEqual(await tokensOf(acme, ben), []);
  gateway.take("/register");
});
