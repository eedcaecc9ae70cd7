/** Confirming one's identity: with a password, a code, a passkey, or by having just signed in. */
import assert from "node:assert/strict";
import { auditOf } from "../../../test/audit.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import { EXPIRED_PASSWORD } from "../../kernel/secrets.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { changeUser } from "../users/store.ts";
import { Device } from "./test-device.ts";
import { addsPasskey, confirms, usesPasskey, withAuthenticator, withPasskey } from "./testing.ts";

const REPLACED = "a first second factor replaces the API key of their client";

interface AskedPasskey {
  readonly options: never;
  readonly request: string;
}

const ways = async (browser: Browser) => (await browser.calls("GET /users/me/identity_confirmation")).body;
const asked = async (browser: Browser) => (await ways(browser)).passkey as AskedPasskey;

async function sends(browser: Browser, { request }: Pick<AskedPasskey, "request">, credential: unknown) {
  return browser.calls("POST /users/me/identity_confirmation", {
    passkey_request: request,
    credential: JSON.stringify(credential),
  });
}

const reasonOf = ({ body }: { body: Record<string, unknown> }) => [body.code, body.reason];

async function withoutPasswords(acme: Organization): Promise<void> {
  const settings = JSON.stringify({ name: "Acme", authentication_methods: { Email: false } });
  await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
}

test("a passkey confirms who somebody is, instead of the password", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const { browser, device, id } = await withPasskey(acme, await acme.member("Ada"));
  const { has_password, has_code, has_just_signed_in, passkey } = await ways(browser);
  assert.deepEqual([has_password, has_code, has_just_signed_in], [true, false, false]);
  const { options, request } = passkey as AskedPasskey;
  assert.equal((options as { userVerification: string }).userVerification, "required");
  const answer = await sends(browser, { request }, device.uses(options));
  assert.equal(answer.status, 200, answer.text);
  const { confirmation } = answer.body as { confirmation: string };
  const key = await browser.calls("POST /fetch_api_key", { confirmation });
  assert.equal(key.status, 200, key.text);
  assert.match(String(key.body.api_key), /^\w{32}$/);
  assert.equal((await browser.calls(`DELETE /users/me/passkeys/${id}`, { confirmation })).status, 200);
  assert.equal((await ways(browser)).passkey, null);
});

test("what a passkey has signed counts once, for its person and session, in time, and with a verified user", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const { browser, device } = await withPasskey(acme, ada);
  const eves = await withPasskey(acme, eve);
  const second = new Browser(acme);
  await second.signsIn(ada.email, PASSWORD);

  const first = await asked(browser);
  const credential = device.uses(first.options);
  assert.deepEqual(reasonOf(await sends(eves.browser, first, credential)), ["PASSKEY_REFUSED", "outdated"]);
  assert.equal((await sends(browser, first, credential)).status, 200);
  assert.deepEqual(reasonOf(await sends(browser, first, credential)), ["PASSKEY_REFUSED", "outdated"], "again");

  const next = await asked(browser);
  const entries = await auditOf(acme, async () => {
    const foreign = await sends(browser, next, eves.device.uses(next.options));
    assert.deepEqual(reasonOf(foreign), ["PASSKEY_REFUSED", "other_account"]);
  });
  assert.deepEqual(
    entries.map(({ action, user_id, details }) => [action, user_id, details]),
    [["sign_in_refused", ada.id, { reason: "wrong_passkey" }]],
  );
  const unverified = await sends(browser, next, device.uses(next.options, { isVerified: false }));
  assert.deepEqual(reasonOf(unverified), ["PASSKEY_REFUSED", "user_not_verified"]);
  for (const nonsense of [null, 7, {}, { id: 7 }, "x"])
    assert.deepEqual(reasonOf(await sends(browser, next, nonsense)), ["PASSKEY_REFUSED", "invalid"]);
});

test("a challenge for signing in confirms nothing, and one that confirms signs nobody in", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const { browser, device } = await withPasskey(acme, await acme.member("Ada"));
  const { options, request } = await asked(browser);
  const visitor = new Browser(acme);
  const page = await visitor.opens("/login/");
  assert.ok(page);
  const form = { request, credential: JSON.stringify(device.uses(options)), csrfmiddlewaretoken: visitor.csrfToken };
  assert.equal((await visitor.asks("POST //login/passkey/", form)).status, 400);
  assert.equal((await visitor.calls("GET /users/me")).status, 401);
});

test("without a password, a code, a passkey or having just signed in counts", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const { browser, phone } = await withAuthenticator(acme, await acme.member("Ada"));
  const device = new Device(acme.realm);
  await addsPasskey(browser, device);
  await withoutPasswords(acme);
  const fresh = await ways(browser);
  assert.deepEqual([fresh.has_password, fresh.has_code, fresh.has_just_signed_in], [false, true, true]);
  await acme.clock.leap({ minutes: 11 });
  const later = await ways(browser);
  assert.deepEqual([later.has_code, later.has_just_signed_in], [true, false]);
  assert.equal((await browser.calls("POST /users/me/identity_confirmation", {})).body.code, "SIGN_IN_AGAIN");
  const { options, request } = later.passkey as AskedPasskey;
  assert.equal((await sends(browser, { request }, device.uses(options))).status, 200);
  const code = await phone.nextCode();
  assert.equal((await browser.calls("POST /users/me/identity_confirmation", { code })).status, 200);
});

test("an expired password is none: its owner confirms who they are in another way", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { device } = await withPasskey(acme, ada);
  await acme.alter((tx) => changeUser(tx, ada.id, { password_hash: EXPIRED_PASSWORD }));
  const browser = new Browser(acme);
  await usesPasskey(browser, await browser.opens("/login/"), device);
  const { has_password, has_just_signed_in } = await ways(browser);
  assert.deepEqual([has_password, has_just_signed_in], [false, true]);
  assert.equal((await browser.calls("POST /users/me/identity_confirmation", {})).status, 200);
});

test("an API key is shown for a confirmation, and for nobody else's", async (t) => {
  const acme = await org(t);
  const [ada, eve] = [
    await withPassword(acme, await acme.member("Ada")),
    await withPassword(acme, await acme.member("Eve")),
  ];
  const [adas, eves] = [new Browser(acme), new Browser(acme)];
  await adas.signsIn(ada.email, PASSWORD);
  await eves.signsIn(eve.email, PASSWORD);
  const confirmation = await confirms(eves);
  for (const sent of [confirmation, "x"])
    assert.equal((await adas.calls("POST /fetch_api_key", { confirmation: sent })).body.code, "CONFIRMATION_REQUIRED");
  assert.equal((await eves.calls("POST /fetch_api_key", { confirmation })).body.api_key, eve.apiKey);
  assert.equal((await adas.calls("POST /fetch_api_key", {})).status, 400, "the password is asked for as before");
});
