/** Changing one's own address on a server that sends no email (decision 084). */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import { outboxFile } from "../../kernel/mail/mailer.ts";
import { addDomain } from "../../organization/domains/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { makePasswordResetLink } from "../password-reset/contract.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { getUnverifiedEmails } from "../users/contract.ts";

const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "api_by_ip=100000/60" });
useServer((engine) => startServer(engine, { rateLimits }));

const NEW = "ada.new@example.org";
const LAST_NOTICE = { anchor: "newest", num_before: "1", num_after: "0", narrow: '[{"operator":"is","operand":"dm"}]' };
const change = (person: Person, email = NEW) => person.asks("PATCH", "/settings", { email });
const addressOf = async (person: Person) => (await person.asks("GET", "/users/me")).delivery_email;
const unverified = async ({ owner }: Organization) => (await owner.call(getUnverifiedEmails, {})).user_ids;

/** Signed in with a session, which lasts when the address changes. */
async function signedIn(acme: Organization, person: Person): Promise<Browser> {
  const browser = new Browser(acme);
  await browser.signsIn(person.email, PASSWORD);
  return browser;
}

test("without email, an address changes at once, is marked as unverified, and the person is told", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = await signedIn(acme, ada);
  assert.equal((await browser.calls("PATCH /settings", { email: ` ${NEW} ` })).status, 200);
  const { body: me } = await browser.calls("GET /users/me");
  assert.equal(me.delivery_email, NEW);
  assert.deepEqual(await unverified(acme), [ada.id]);
  const { body: told } = await browser.calls(`GET /messages?${new URLSearchParams(LAST_NOTICE)}`);
  assert.match(JSON.stringify(told.messages), /Your email address was changed in your settings/);
  assert.equal((await new Browser(acme).signsIn(NEW, PASSWORD)).status, 302);
  assert.equal((await new Browser(acme).signsIn(ada.email, PASSWORD)).status, 403);
  await acme.server.app.jobs.settled();
  assert.ok(!existsSync(outboxFile(acme.server.app.config.dataDirectory)), "no link waits for anybody");
});

test("only people who can see the address hear of it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ada.asks("PATCH", "/settings", { email_address_visibility: "3" });
  const heard = await ben.eventsDuring(() => change(ada));
  assert.ok(!JSON.stringify(heard).includes(NEW));
});

test("an address that somebody has, and one that is none, are refused", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  assert.equal((await change(ada, ben.email)).msg, "Already has an account.");
  assert.equal((await change(ada, "nonsense")).msg, "Invalid address.");
  assert.equal(await addressOf(ada), ada.email);
});

test("where addresses must be confirmed, it says that they cannot be", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.owner.call(updateRealm, { allow_unverified_sign_up: false });
  assert.match((await change(ada)).msg as string, /This server sends no email, so nobody can confirm/);
  assert.match((await change(acme.owner)).msg as string, /This server sends no email/);
  await acme.owner.call(updateRealm, { allow_unverified_sign_up: true });
  await acme.owner.call(addDomain, { domain: "example.org", allow_subdomains: false });
  await acme.owner.call(updateRealm, { emails_restricted_to_domains: true });
  assert.match((await change(ada)).msg as string, /This server sends no email/);
  assert.equal(await addressOf(ada), ada.email);
});

test("if email changes are disabled, only administrators can change theirs", async (t) => {
  const acme = await org(t);
  const [ada, ann] = [await acme.member("Ada"), await acme.administrator("Ann")];
  await acme.owner.call(updateRealm, { email_changes_disabled: true });
  assert.equal((await change(ada)).msg, "Email address changes are disabled in this organization.");
  assert.equal((await change(ann)).result, "success");
});

test("at most two changes an hour", async (t) => {
  const acme = await org(t);
  const browser = await signedIn(acme, await withPassword(acme, await acme.member("Ada")));
  const codes: unknown[] = [];
  for (const n of [1, 2, 3])
    codes.push((await browser.calls("PATCH /settings", { email: `ada${n}@example.org` })).body.code ?? "ok");
  assert.deepEqual(codes, ["ok", "ok", "RATE_LIMIT_HIT"]);
});

test("a password reset link for the old address ends", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const { reset_link } = await acme.owner.call(makePasswordResetLink, { user_id: ada.id });
  await change(ada);
  assert.equal((await new Browser(acme).opens(reset_link)).status, 404);
});
