import assert from "node:assert/strict";
import { ask, type TestResponse, told } from "../../../test/ask.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import { hashesForReal } from "../../../test/passwords.ts";
import { raiseVersion } from "../../kernel/access/store.ts";
import { EXPIRED_PASSWORD, hashPassword } from "../../kernel/secrets.ts";
import { storeSettings } from "../../organization/realms/store.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { changeUser } from "./store.ts";

const signIn = ({ server, realm }: Organization, username: string, password: string): Promise<TestResponse> =>
  ask(server, "POST /fetch_api_key", { host: realm.host, form: { username, password } });

const failed = (code: string, msg: string, status = 401) => ({ status, result: "error", msg, code });
const wrong = failed("AUTHENTICATION_FAILED", "Your username or password is incorrect");

test("an account's API key can be fetched with its email address and password", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const expected = { status: 200, result: "success", msg: "", api_key: ada.apiKey, email: ada.email, user_id: ada.id };
  assert.deepEqual(told(await signIn(acme, ada.email, PASSWORD)), expected);
  assert.deepEqual(told(await signIn(acme, ada.email.toUpperCase(), PASSWORD)), expected);
});

test("a multipart form works too", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const form = new FormData();
  form.set("username", ada.email);
  form.set("password", PASSWORD);
  const answer = await acme.server.fetch(`${acme.realm.url}/api/v1/fetch_api_key`, { method: "POST", body: form });
  assert.equal(((await answer.json()) as { api_key: string }).api_key, ada.apiKey);
});

test("a missing parameter is named, the address first", async (t) => {
  const { server, realm } = await org(t);
  const ask2 = async (form: Record<string, string>) =>
    (await ask(server, "POST /fetch_api_key", { host: realm.host, form })).body.var_name;
  assert.equal(await ask2({}), "username");
  assert.equal(await ask2({ username: "x" }), "password");
});

test("a username that is not an email address is rejected first", async (t) => {
  const acme = await org(t);
  for (const username of ["", "ada", "ada@", "@example.com", "a b@example.com", `${"a".repeat(250)}@example.com`])
    assert.deepEqual(
      told(await signIn(acme, username, "")),
      failed("BAD_REQUEST", "Enter a valid email address.", 400),
      username,
    );
});

test("if password sign-in is disabled, even the correct password is rejected", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  // Set directly, because the operation does not allow turning off the only method.
  await acme.alter((tx) => storeSettings(tx, acme.realm.id, { authentication_methods: { Email: false } }));
  const off = failed("PASSWORD_AUTH_DISABLED", "Password authentication is disabled in this organization");
  for (const password of [PASSWORD, "wrong", ""]) assert.deepEqual(told(await signIn(acme, ada.email, password)), off);
  const { body } = await ask(acme.server, "GET /server_settings", { host: acme.realm.host });
  const { email, password } = body.authentication_methods as Record<string, boolean>;
  assert.deepEqual([body.email_auth_enabled, email, password], [false, false, false]);
});

test("a wrong or missing password, an unknown account and a bot get the same error", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const ada = await withPassword(acme, await acme.member("Ada"));
  const bot = await withPassword(acme, await acme.bot("Bot", ada));
  const passwordless = await acme.member("Ben");
  await withPassword(other, await other.member("Cem"));
  const attempts: [string, string][] = [
    [ada.email, "wrong"],
    [ada.email, ""],
    [ada.email, `${PASSWORD} `],
    ["nobody@example.com", PASSWORD],
    ["nobody@example.com", ""],
    ["cem@example.com", PASSWORD],
    [passwordless.email, ""],
    [passwordless.email, "nobody"],
    [bot.email, PASSWORD],
  ];
  for (const [username, password] of attempts) assert.deepEqual(told(await signIn(acme, username, password)), wrong);
});

test("a deactivated account is reported only with the correct password", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  await acme.alter((tx) => tx.updateTable("user").set({ is_active: false }).where("id", "=", ada.id).execute());
  assert.deepEqual(told(await signIn(acme, ada.email, PASSWORD)), failed("USER_DEACTIVATED", "Account is deactivated"));
  for (const password of ["wrong", ""]) assert.deepEqual(told(await signIn(acme, ada.email, password)), wrong);
  // No password is correct any more.
  await acme.alter((tx) => changeUser(tx, ada.id, { password_hash: EXPIRED_PASSWORD }));
  assert.deepEqual(told(await signIn(acme, ada.email, PASSWORD)), wrong);
});

test("a failed sign-in costs the same whether or not the account exists or is active", async (t) => {
  hashesForReal(t);
  const acme = await org(t);
  const [ada, ben] = [
    await withPassword(acme, await acme.member("Ada")),
    await withPassword(acme, await acme.member("Ben")),
  ];
  const [passwordless, expired] = [await acme.member("Cem"), await acme.member("Dua")];
  await acme.alter((tx) => changeUser(tx, expired.id, { password_hash: EXPIRED_PASSWORD }));
  await acme.deactivate(ben);
  /** CPU time of the whole process, including the hashing threads; the minimum of three tries. */
  const cost = async (username: string, password: string) => {
    const tries: number[] = [];
    for (let n = 0; n < 3; n++) {
      const before = process.cpuUsage();
      await signIn(acme, username, password);
      const { user, system } = process.cpuUsage(before);
      tries.push(user + system);
    }
    return Math.min(...tries);
  };
  const right = await cost(ada.email, PASSWORD);
  for (const { email } of [ada, ben, passwordless, expired, { email: "nobody@example.com" }])
    assert.ok((await cost(email, "wrong")) > right / 2, email);
});

test("many simultaneous sign-ins do not use the memory of many hashes", async (t) => {
  hashesForReal(t);
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const password_hash = await hashPassword(PASSWORD);
  await acme.alter((tx) => changeUser(tx, ada.id, { password_hash }));
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const before = process.memoryUsage.rss();
  try {
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(acme, ada.email, PASSWORD)));
    assert.ok(answers.every(({ status }) => status === 200));
  } finally {
    clearInterval(watch);
  }
  // Four at once, one for each of Node's threads, would use 256 MiB.
  assert.ok(most - before < 200 * 2 ** 20, `${Math.round((most - before) / 2 ** 20)} MiB`);
});

test("nobody waits for passwords that another address tries", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const order: string[] = [];
  const signsIn = async (name: string, remoteAddress: string) => {
    const form = { username: name === "Ada" ? ada.email : `${name}@example.com`, password: PASSWORD };
    await ask(acme.server, "POST /fetch_api_key", { host: acme.realm.host, form, remoteAddress });
    order.push(name);
  };
  const guesses = Array.from({ length: 12 }, (_, n) => signsIn(`guess${n}`, "198.51.100.1"));
  await Promise.all([...guesses, signsIn("Ada", "198.51.100.2")]);
  assert.ok(order.indexOf("Ada") < 6, `${order}`);
});

test("a deactivated organization is reported before a deactivated account, and after a wrong password", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("rows are changed without the API");
  const ada = await withPassword(acme, await acme.member("Ada"));
  await acme.server.app.database.transaction(async (tx) => {
    await tx.updateTable("user").set({ is_active: false }).where("id", "=", ada.id).execute();
    await tx.updateTable("realm").set({ is_active: false }).where("id", "=", acme.realm.id).execute();
    await raiseVersion(tx, acme.realm.id);
  });
  assert.deepEqual(
    told(await signIn(acme, ada.email, PASSWORD)),
    failed("REALM_DEACTIVATED", "This organization has been deactivated"),
  );
  for (const email of [ada.email, "nobody@example.com"])
    assert.deepEqual(told(await signIn(acme, email, "wrong")), wrong);
});

test("an expired password gets an error that says so", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.alter((tx) => changeUser(tx, ada.id, { password_hash: EXPIRED_PASSWORD }));
  const replaced = failed("PASSWORD_RESET_REQUIRED", "Your password has been disabled and needs to be reset");
  for (const password of [PASSWORD, EXPIRED_PASSWORD])
    assert.deepEqual(told(await signIn(acme, ada.email, password)), replaced);
  assert.deepEqual(told(await signIn(acme, ada.email, "")), wrong);
});

test("disabled password sign-in is reported before anything about the account", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const settings = JSON.stringify({ name: "Acme", authentication_methods: { Email: false } });
  await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
  const disabled = failed("PASSWORD_AUTH_DISABLED", "Password authentication is disabled in this organization");
  for (const [username, password] of [
    [ada.email, PASSWORD],
    [ada.email, ""],
    ["nobody@example.com", "x"],
  ] as const)
    assert.deepEqual(told(await signIn(acme, username, password)), disabled);
  assert.equal((await signIn(acme, "nonsense", "x")).status, 400);
});
