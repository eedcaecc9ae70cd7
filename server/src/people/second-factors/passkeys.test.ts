/** Passkeys: adding them, signing in with them, and attacks on that. */
import assert from "node:assert/strict";
import { auditOf } from "../../../test/audit.ts";
import { Browser } from "../../../test/browser.ts";
import { org, test } from "../../../test/index.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { Device } from "./test-device.ts";
import {
  addsPasskey,
  confirms,
  isIn,
  passkeyFormIn,
  setsUp,
  signsInWithCode,
  usesPasskey,
  withAuthenticator,
  withPasskey,
} from "./testing.ts";

const STEP = "/login/second-factor/";
const REPLACED = "turning two-factor authentication on replaces the API key of their client";

test("a passkey signs in by itself, and is the second factor after a password", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { browser: first, device, recoveryCodes } = await withPasskey(acme, ada);
  assert.equal(recoveryCodes.length, 10);
  const browser = new Browser(acme);
  const page = await browser.opens("/login/?next=/api/");
  assert.match(page.text, /autocomplete="username webauthn"/);
  const { options } = passkeyFormIn(page);
  assert.deepEqual(
    [options.rpId, options.userVerification, options.allowCredentials],
    [acme.realm.host, "required", []],
  );
  const [entry] = await auditOf(acme, async () => {
    const entered = await usesPasskey(browser, page, device);
    assert.equal(entered.headers.location, "/api/");
  });
  assert.deepEqual([entry?.action, entry?.actor_id], ["signed_in", ada.id]);
  assert.equal((await browser.calls("GET /users/me")).body.user_id, ada.id);

  const other = new Browser(acme);
  assert.equal((await other.signsIn(ada.email, PASSWORD)).headers.location, STEP);
  const step = await other.opens(STEP);
  assert.equal(passkeyFormIn(step).options.allowCredentials[0].id, device.keys[0]?.id);
  assert.equal((await usesPasskey(other, step, device, { isVerified: false })).headers.location, "/");
  assert.equal(await isIn(other), true);
  const { body } = await first.calls("GET /users/me/second_factors");
  const now = Math.floor(acme.clock.now() / 1000);
  assert.deepEqual(body.passkeys, [
    { id: (body.passkeys as { id: number }[])[0]?.id, name: "Laptop", created_at: now, last_used_at: now },
  ]);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, recoveryCodes[0] ?? "")).status, 302);
});

test("a passkey that has not verified its user does not sign in by itself", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const { device } = await withPasskey(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  const refused = await usesPasskey(browser, await browser.opens("/login/"), device, { isVerified: false });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Your device did not ask for a PIN/);
  assert.equal(await isIn(browser), false);
});

test("a challenge is used once, in the browser that got it, in time, at our address", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const { device } = await withPasskey(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  const page = await browser.opens("/login/");
  const { action, options, hidden } = passkeyFormIn(page);
  const credential = JSON.stringify(device.uses(options));

  const thief = new Browser(acme);
  await thief.opens("/login/");
  const csrfmiddlewaretoken = thief.csrfToken;
  const stolen = await thief.asks(`POST /${action}`, { ...hidden, csrfmiddlewaretoken, credential });
  assert.equal(stolen.status, 400, "in another browser");
  const own = passkeyFormIn(await thief.opens("/login/"));
  const mixed = await thief.asks(`POST /${action}`, { ...own.hidden, credential });
  assert.equal(mixed.status, 400, "for another browser's challenge");
  assert.equal((await usesPasskey(browser, page, device, { origin: "https://evil.example" })).status, 400, "elsewhere");
  assert.equal((await browser.asks(`POST /${action}`, { ...hidden, credential: "{}" })).status, 400);
  assert.equal((await browser.asks(`POST /${action}`, { ...hidden, credential: "nonsense" })).status, 400);

  assert.equal((await browser.asks(`POST /${action}`, { ...hidden, credential })).status, 302);
  await browser.asks("POST //accounts/logout/", { csrfmiddlewaretoken: browser.csrfToken });
  const again = { ...hidden, csrfmiddlewaretoken: browser.csrfToken, credential };
  assert.equal((await browser.asks(`POST /${action}`, again)).status, 400, "a second time");
  assert.equal(await isIn(browser), false);

  const late = await browser.opens("/login/");
  await acme.clock.leap({ minutes: 10 });
  assert.equal((await usesPasskey(browser, late, device)).status, 400, "too late");
});

test("the same response twice at once signs in once", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const { device } = await withPasskey(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  const { action, options, hidden } = passkeyFormIn(await browser.opens("/login/"));
  const credential = JSON.stringify(device.uses(options));
  const answers = await Promise.all([1, 2, 3].map(() => browser.asks(`POST /${action}`, { ...hidden, credential })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 400, 400]);
});

test("a device whose count goes back is refused: it may be a copy", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const [browser, device] = [new Browser(acme), new Device(acme.realm)];
  device.counter = 5;
  await browser.signsIn(ada.email, PASSWORD);
  await addsPasskey(browser, device);
  const signsIn = async () => {
    const fresh = new Browser(acme);
    return (await usesPasskey(fresh, await fresh.opens("/login/"), device)).status;
  };
  assert.equal(await signsIn(), 302);
  device.counter = 3;
  assert.equal(await signsIn(), 400);
  device.counter = 10;
  assert.equal(await signsIn(), 302);
});

test("passkeys of another account or organization do not count", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  acme.stopFollowing(REPLACED);
  other.stopFollowing(REPLACED);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  await withPasskey(acme, ada);
  const eves = await withPasskey(acme, eve);
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  const refused = await usesPasskey(browser, await browser.opens(STEP), eves.device);
  assert.equal(refused.status, 403);
  assert.match(refused.text, /This passkey belongs to another account/);
  assert.equal(await isIn(browser), false);

  const elsewhere = new Browser(other);
  const page = await elsewhere.opens("/login/");
  assert.equal((await usesPasskey(elsewhere, page, eves.device)).status, 400);
  assert.equal((await usesPasskey(elsewhere, page, eves.device, { origin: other.realm.url })).status, 400);
});

test("a deactivated account's passkey does not sign in", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { device } = await withPasskey(acme, ada);
  await acme.deactivate(ada);
  const browser = new Browser(acme);
  const refused = await usesPasskey(browser, await browser.opens("/login/"), device);
  assert.equal(refused.status, 403);
  assert.match(refused.text, /This account has been deactivated/);
  assert.equal(await isIn(browser), false);
});

test("a refused passkey says why, in the language of the page, as far as it is about what the device has sent", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const eves = await withPasskey(acme, eve);
  await withPassword(acme, ada);
  const [setting, device] = [new Browser(acme), new Device(acme.realm)];
  device.counter = 5;
  await setting.signsIn(ada.email, PASSWORD);
  await addsPasskey(setting, device);
  const saidBy = ({ text }: { text: string }) => /<p class="error" role="alert" dir="auto">([^<]*)</.exec(text)?.[1];
  const attempt = async (how: Parameters<Device["uses"]>[1] = {}, language = "en") => {
    const browser = new Browser(acme);
    browser.headers = { "accept-language": language };
    return saidBy(await usesPasskey(browser, await browser.opens("/login/"), device, how));
  };
  assert.equal(
    await attempt({ origin: "https://evil.example" }),
    "This passkey was used at another address than your organization&#39;s.",
  );
  assert.match((await attempt({ isVerified: false })) ?? "", /^Your device did not ask for a PIN/);
  assert.match((await attempt({ isVerified: false }, "de")) ?? "", /^Dein Gerät hat weder nach einer PIN/);
  assert.equal(await attempt(), undefined, "accepted");
  device.counter = 3;
  assert.match((await attempt()) ?? "", /there may be a copy of it/);

  const late = new Browser(acme);
  const page = await late.opens("/login/");
  await acme.clock.leap({ minutes: 10 });
  assert.match(saidBy(await usesPasskey(late, page, device)) ?? "", /^This took too long/);

  // A credential that nobody here has, and one whose signature is another's, are told apart; whose they are is not.
  const stranger = new Browser(acme);
  const asked = passkeyFormIn(await stranger.opens("/login/"));
  const foreign = { ...(eves.device.uses(asked.options) as Record<string, unknown>), id: "AAAAAAAAAAAAAAAAAAAAAA" };
  const sends = async (credential: object) =>
    saidBy(await stranger.asks(`POST /${asked.action}`, { ...asked.hidden, credential: JSON.stringify(credential) }));
  assert.match((await sends(foreign)) ?? "", /^This passkey is not known here/);
  const { id, rawId } = device.uses(asked.options) as { id: string; rawId: string };
  const forged = { ...(eves.device.uses(asked.options) as Record<string, unknown>), id, rawId };
  assert.equal(await sends(forged), "This passkey was not accepted. Try again.");
});

test("a copied count is only said to whoever has the key: a forged signature learns nothing of it", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const [browser, device] = [new Browser(acme), new Device(acme.realm)];
  device.counter = 50;
  await browser.signsIn(ada.email, PASSWORD);
  await addsPasskey(browser, device);
  const forger = new Device(acme.realm);
  forger.creates({ challenge: "AAAA", rp: { id: acme.realm.host }, user: { id: "AAAA" } });
  const attacker = new Browser(acme);
  const { action, options, hidden } = passkeyFormIn(await attacker.opens("/login/"));
  const [known] = device.keys;
  const forged = { ...(forger.uses(options) as object), id: known?.id, rawId: known?.id };
  const answer = await attacker.asks(`POST /${action}`, { ...hidden, credential: JSON.stringify(forged) });
  assert.match(answer.text, /This passkey was not accepted/);
});

test("where passwords are not used, passkeys still sign in", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const { device } = await withPasskey(acme, await acme.member("Ada"));
  const settings = JSON.stringify({ name: "Acme", authentication_methods: { Email: false } });
  await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
  const browser = new Browser(acme);
  assert.equal((await usesPasskey(browser, await browser.opens("/login/"), device)).status, 302);
});

test("people name, rename and remove their passkeys, and nobody else's", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const { browser, device, id } = await withPasskey(acme, ada);
  const eves = await withPasskey(acme, eve);
  const second = await addsPasskey(browser, new Device(acme.realm), "Key ring");
  assert.deepEqual(second.recoveryCodes, []);
  const named = async () => (await browser.calls("GET /users/me/second_factors")).body.passkeys as { name: string }[];
  assert.equal((await browser.calls(`PATCH /users/me/passkeys/${id}`, { name: " Old laptop " })).status, 200);
  assert.deepEqual(
    (await named()).map(({ name }) => name),
    ["Old laptop", "Key ring"],
  );
  for (const name of ["", " ", "x".repeat(61)])
    assert.equal((await browser.calls(`PATCH /users/me/passkeys/${id}`, { name })).status, 400);
  const evesConfirmation = await confirms(eves.browser);
  assert.equal((await eves.browser.calls(`PATCH /users/me/passkeys/${id}`, { name: "mine" })).status, 400);
  const foreign = { confirmation: evesConfirmation };
  assert.equal((await eves.browser.calls(`DELETE /users/me/passkeys/${id}`, foreign)).body.msg, "Invalid passkey ID");

  assert.equal((await browser.calls(`DELETE /users/me/passkeys/${id}`, { confirmation: "" })).status, 403);
  const confirmation = await confirms(browser);
  assert.equal((await browser.calls(`DELETE /users/me/passkeys/${id}`, { confirmation })).status, 200);
  const gone = new Browser(acme);
  assert.equal((await usesPasskey(gone, await gone.opens("/login/"), device)).status, 400);
  assert.equal((await gone.signsIn(ada.email, PASSWORD)).headers.location, STEP, "another factor is left");
  assert.equal((await browser.calls(`DELETE /users/me/passkeys/${second.id}`, { confirmation })).status, 200);
  assert.equal((await new Browser(acme).signsIn(ada.email, PASSWORD)).headers.location, "/");
});

test("a set-up is of the person and session that started it, works once, and refuses what is not as asked", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const [ada, eve] = [await withPassword(acme, await acme.member("Ada")), await acme.member("Eve")];
  const eves = await withAuthenticator(acme, eve);
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  const confirmation = await confirms(browser);
  const { body } = await browser.calls("POST /users/me/passkeys/setup", { confirmation });
  const [setup, options] = [String(body.setup), body.options as never];
  const device = new Device(acme.realm);
  const adds = async (asking: Browser, credential: unknown, name = "Laptop") =>
    (await asking.calls("POST /users/me/passkeys", { setup, credential: JSON.stringify(credential), name })).body.msg;
  const REFUSED = "This passkey was not accepted. Try again.";
  assert.equal(await adds(eves.browser, device.creates(options)), "This took too long. Start again.");
  assert.equal(
    await adds(browser, device.creates(options, { origin: "https://evil.example" })),
    "This passkey was used at another address than your organization's.",
  );
  assert.equal(await adds(browser, device.creates({ ...(options as object), challenge: "AAAA" } as never)), REFUSED);
  for (const nonsense of [null, 7, {}, { id: "x" }]) assert.equal(await adds(browser, nonsense), REFUSED);
  const right = device.creates(options);
  assert.equal(await adds(browser, right), "");
  assert.equal(await adds(browser, right), "This took too long. Start again.", "a second time");
  assert.equal((await browser.calls("POST /users/me/passkeys/setup", { confirmation: "" })).status, 403);
});

test("an authenticator app and a passkey: each is enough, and the last one turns it off", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { browser, id } = await withPasskey(acme, ada);
  const { phone, recoveryCodes } = await setsUp(acme, browser);
  assert.deepEqual(recoveryCodes, []);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, await phone.nextCode())).status, 302);
  const confirmation = await confirms(browser);
  await browser.calls(`DELETE /users/me/passkeys/${id}`, { confirmation });
  assert.equal((await new Browser(acme).signsIn(ada.email, PASSWORD)).headers.location, STEP);
  await browser.calls("DELETE /users/me/authenticator", { confirmation });
  assert.equal((await new Browser(acme).signsIn(ada.email, PASSWORD)).headers.location, "/");
});
