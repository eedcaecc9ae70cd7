import assert from "node:assert/strict";
import { after } from "node:test";
import { ask } from "../../../test/ask.ts";
import { auditOf } from "../../../test/audit.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { linkIn, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { identitiesOf } from "../../kernel/access/providers.ts";
import { readConfig } from "../../kernel/config.ts";
import { keepIdentity } from "../identity-providers/store.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { getUnverifiedEmails } from "../users/contract.ts";
import { accountToSignIn, changeUser } from "../users/store.ts";
import { makePasswordResetLink } from "./contract.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "sends_email_by_ip=1000/60,api_by_ip=100000/60" });
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url, rateLimits }));

const ASK = "/accounts/password/reset/";
const NEW_PASSWORD = "a lighthouse keeps its own hours";

/** All tests share the mailbox, so each uses its own people. */
const someone = (acme: Organization, name = "Ada"): Promise<Person> => acme.member(`${name} ${acme.realm.string_id}`);

async function linkFor(acme: Organization, person: Person): Promise<string> {
  await new Browser(acme).fills(ASK, { email: person.email });
  return linkIn(await mailbox.next(person.email), ASK);
}

const signIn = async ({ server, realm }: Organization, username: string, password: string) =>
  (await ask(server, "POST /fetch_api_key", { host: realm.host, form: { username, password } })).status;

test("a forgotten password can be replaced with a link sent by email", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await someone(acme));
  const elsewhere = new Browser(acme);
  await elsewhere.signsIn(ada.email, PASSWORD);

  const browser = new Browser(acme);
  const asked = await browser.fills(ASK, { email: ` ${ada.email.toUpperCase()} ` });
  assert.match(asked.text, /If that address has an account, a link is on its way\./);
  const mail = await mailbox.next(ada.email);
  assert.equal(mail.subject, "Reset your password for Acme");
  const link = linkIn(mail, ASK);
  assert.equal(new URL(link).origin, acme.realm.url);
  // Mail scanners open links.
  for (let n = 0; n < 2; n++) assert.equal((await new Browser(acme).opens(link)).status, 200);

  const done = await browser.fills(link, { password: NEW_PASSWORD });
  assert.equal(done.headers.location, `/login/?email=${encodeURIComponent(ada.email)}`);
  assert.equal((await elsewhere.calls("GET /users/me")).status, 401, "sessions end with the old password");
  assert.equal(await signIn(acme, ada.email, PASSWORD), 401);
  assert.equal(await signIn(acme, ada.email, NEW_PASSWORD), 200);
  const again = await browser.opens(link);
  assert.equal(again.status, 404);
  assert.match(again.text, /no longer valid/);
});

test("a link works for only one of two simultaneous requests", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await someone(acme));
  const link = await linkFor(acme, ada);
  const browsers = [new Browser(acme), new Browser(acme)];
  const pages = await Promise.all(browsers.map((each) => each.opens(link)));
  const answers = await Promise.all(
    browsers.map((each, n) => each.sends(pages[n] as never, { password: `${NEW_PASSWORD} ${n}` })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 404]);
});

test("unknown addresses and bots get the same response, but no email", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await someone(acme));
  const bot = await acme.bot(`Bot ${acme.realm.string_id}`, ada);
  const nobody = `nobody-${acme.realm.string_id}@example.com`;
  const answers = [];
  for (const email of [ada.email, nobody, bot.email]) answers.push(await new Browser(acme).fills(ASK, { email }));
  await acme.server.app.jobs.settled();
  await mailbox.next(ada.email);
  assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  const arrived = mailbox.arrived.flatMap(({ recipients }) => recipients);
  assert.ok(!arrived.includes(nobody) && !arrived.includes(bot.email));
});

test("a deactivated account gets an email without a link that says why", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await someone(acme));
  const link = await linkFor(acme, ada);
  await acme.deactivate(ada);
  await new Browser(acme).fills(ASK, { email: ada.email });
  const mail = await mailbox.next(ada.email);
  assert.match(mail.text ?? "", /has been deactivated/);
  assert.doesNotMatch(mail.text ?? "", /password\/reset/);
  assert.equal((await new Browser(acme).opens(link)).status, 404, "an earlier link does not work either");
});

test("a link is valid for a day, and only the newest one", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await someone(acme));
  const first = await linkFor(acme, ada);
  const second = await linkFor(acme, ada);
  const status = async (link: string) => (await new Browser(acme).opens(link)).status;
  assert.deepEqual([await status(first), await status(second)], [404, 200]);
  await acme.clock.leap({ hours: 24 });
  assert.equal(await status(second), 404);
  assert.equal(await status(`${ASK}${"A".repeat(32)}/`), 404);
  assert.equal(await status(`${ASK}x/`), 404);
});

test("a new password or a new email address invalidates a link", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [
    await withPassword(acme, await someone(acme)),
    await withPassword(acme, await someone(acme, "Ben")),
  ];
  const links = [await linkFor(acme, ada), await linkFor(acme, ben)];
  await acme.alter((tx) => changeUser(tx, ada.id, { password_hash: "another" }));
  await acme.alter((tx) =>
    changeUser(tx, ben.id, { delivery_email: "b@example.org", delivery_email_key: "b@example.org" }),
  );
  for (const link of links) assert.equal((await new Browser(acme).opens(link)).status, 404);
});

test("a link does not work in another organization", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const ada = await withPassword(acme, await someone(acme));
  const link = await linkFor(acme, ada);
  assert.equal((await new Browser(other).opens(new URL(link).pathname)).status, 404);
});

test("a weak password is rejected, and the link stays valid", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await someone(acme));
  const link = await linkFor(acme, ada);
  for (const password of ["", "a1B!x", "password", ada.email, "x".repeat(101)]) {
    const { status, text } = await new Browser(acme).fills(link, { password });
    assert.equal(status, 400, password);
    assert.match(text, /too easy to guess/);
  }
  assert.equal(await signIn(acme, ada.email, PASSWORD), 200);
  assert.equal((await new Browser(acme).fills(link, { password: NEW_PASSWORD })).status, 302);
});

test("an expired password can be replaced with a reset link", async (t) => {
  const acme = await org(t);
  const ada = await someone(acme);
  await acme.alter((tx) => changeUser(tx, ada.id, { password_hash: "expired" }));
  await new Browser(acme).fills(await linkFor(acme, ada), { password: NEW_PASSWORD });
  assert.equal(await signIn(acme, ada.email, NEW_PASSWORD), 200);
});

test("an address gets at most two emails an hour and five a day, whether or not it has an account", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await someone(acme));
  for (const email of [ada.email, `nobody-${acme.realm.string_id}@example.com`]) {
    const statuses: number[] = [];
    for (let hour = 0; hour < 4; hour++) {
      for (let n = 0; n < 3; n++) statuses.push((await new Browser(acme).fills(ASK, { email })).status);
      await acme.clock.leap({ minutes: 61 });
    }
    assert.deepEqual(statuses, [200, 200, 429, 200, 200, 429, 200, 429, 429, 429, 429, 429]);
  }
  for (let n = 0; n < 5; n++) await mailbox.next(ada.email);
  assert.equal((await new Browser(acme).fills(ASK, { email: "not an address" })).status, 400);
});

test("the email is in the recipient's language", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await someone(acme));
  await ada.asks("PATCH", "/settings", { default_language: "de" });
  await new Browser(acme).fills(ASK, { email: ada.email });
  assert.equal((await mailbox.next(ada.email)).subject, "Ein neues Passwort für Acme");
});

test("on a server that sends email, administrators make no links for others", async (t) => {
  const acme = await org(t);
  const ada = await someone(acme);
  await assert.rejects(acme.owner.call(makePasswordResetLink, { user_id: ada.id }), {
    message: "This server sends email: people reset their password themselves, on the sign-in page.",
  });
});

test("a link that was emailed proves that the address is the person's", async (t) => {
  const acme = await org(t);
  const ada = await someone(acme);
  await acme.alter((tx) => changeUser(tx, ada.id, { is_email_verified: false }));
  assert.deepEqual((await acme.owner.call(getUnverifiedEmails, {})).user_ids, [ada.id]);
  await new Browser(acme).fills(await linkFor(acme, ada), { password: NEW_PASSWORD });
  assert.deepEqual((await acme.owner.call(getUnverifiedEmails, {})).user_ids, []);
});

test("a link that was emailed proves nothing while a second factor may be somebody else's", async (t) => {
  const acme = await org(t);
  const ada = await someone(acme);
  await acme.alter((tx) => changeUser(tx, ada.id, { is_email_verified: false, has_second_factor: true }));
  assert.deepEqual((await acme.owner.call(getUnverifiedEmails, {})).user_ids, [ada.id]);
  await new Browser(acme).fills(await linkFor(acme, ada), { password: NEW_PASSWORD });
  assert.deepEqual((await acme.owner.call(getUnverifiedEmails, {})).user_ids, [ada.id]);
});

test("a reset that proves the address ends everything that was possible without that proof", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("the API key of their client is replaced");
  const ada = await withPassword(acme, await someone(acme));
  const [bot, others] = [await acme.bot("Helper", ada), await acme.bot("Other", acme.owner)];
  const retired = await acme.bot("Retired", ada);
  await acme.deactivate(retired);
  await acme.alter(async (tx) => {
    const marks = { has_provider_factor: true, has_unlinked_provider: true };
    await changeUser(tx, ada.id, { is_email_verified: false, ...marks });
    const at = { issuer: "https://id.example", subject: ada.email, linked_at: 1, has_second_factor: true };
    await keepIdentity(tx, { realm_id: acme.realm.id, user_id: ada.id, ...at });
  });
  // Somebody who only typed the address in.
  const earlier = new Browser(acme);
  await earlier.signsIn(ada.email, PASSWORD);
  assert.equal((await ada.asks("GET", "/users/me")).result, "success");
  const link = await linkFor(acme, ada);
  const entries = await auditOf(acme, () => new Browser(acme).fills(link, { password: NEW_PASSWORD }));
  assert.deepEqual(
    entries.map(({ action, actor_id, user_id }) => [action, actor_id, user_id]),
    [
      ["password_changed", ada.id, ada.id],
      ["api_key_replaced", ada.id, ada.id],
      ["api_key_replaced", ada.id, bot.id],
      ["api_key_replaced", ada.id, retired.id],
      ["identities_unlinked", ada.id, ada.id],
    ],
  );
  assert.equal((await earlier.calls("GET /users/me")).status, 401, "the session");
  assert.equal((await ada.asks("GET", "/users/me")).result, "error", "the API key");
  assert.equal((await bot.asks("GET", "/users/me")).result, "error", "the API key of her bot");
  assert.equal((await others.asks("GET", "/users/me")).result, "success");
  const { reader } = acme.server.app.database;
  assert.deepEqual(await identitiesOf(reader, ada.id), [], "the identity");
  assert.match((await mailbox.next(ada.email)).text ?? "", /A sign-in provider was unlinked/);
  const now = await accountToSignIn(reader, acme.realm.id, ada.id);
  assert.deepEqual([now?.has_provider_factor, now?.has_unlinked_provider], [false, false]);
});

test("a reset of an account whose address was proven before keeps its identities and API key", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await someone(acme));
  const at = { issuer: "https://id.example", subject: ada.email, linked_at: 1, has_second_factor: false };
  await acme.alter((tx) => keepIdentity(tx, { realm_id: acme.realm.id, user_id: ada.id, ...at }));
  await new Browser(acme).fills(await linkFor(acme, ada), { password: NEW_PASSWORD });
  assert.equal((await ada.asks("GET", "/users/me")).result, "success");
  assert.equal((await identitiesOf(acme.server.app.database.reader, ada.id)).length, 1);
});
