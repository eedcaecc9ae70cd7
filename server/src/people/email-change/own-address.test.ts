/** Confirming the address that an account already has. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { auditOf } from "../../../test/audit.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { linkIn, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { getUnverifiedEmails, updateUser } from "../users/contract.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "api_by_ip=100000/60" });
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url, rateLimits }));

const PAGE = "/accounts/confirm_email/";

const unverified = async ({ owner }: Organization) => (await owner.call(getUnverifiedEmails, {})).user_ids;

/** Somebody whose address nobody has confirmed. All tests share the mailbox, so each has their own. */
async function unconfirmed(acme: Organization): Promise<Person> {
  const ada = await withPassword(acme, await acme.member(`Ada ${acme.realm.string_id} ${acme.server.engine}`));
  await acme.alter((tx) => tx.updateTable("user").set({ is_email_verified: false }).where("id", "=", ada.id).execute());
  return ada;
}

async function signedIn(acme: Organization, person: Person): Promise<Browser> {
  const browser = new Browser(acme);
  await browser.signsIn(person.email, PASSWORD);
  return browser;
}

/** Asks for the link, which is emailed to the address. */
async function linkFor(person: Person): Promise<string> {
  assert.equal((await person.asks("PATCH", "/settings", { email: person.email })).result, "success");
  for (;;) {
    const mail = await mailbox.next(person.email);
    if (mail.subject === "Confirm your email address for Acme") return linkIn(mail, PAGE);
  }
}

test("people confirm the address that they have, signed in, with a link that was sent to it", async (t) => {
  const acme = await org(t);
  const ada = await unconfirmed(acme);
  const browser = await signedIn(acme, ada);
  const link = await linkFor(ada);
  const page = await browser.opens(link);
  assert.match(page.text, /This confirms that .* is your address/);
  assert.deepEqual(await unverified(acme), [ada.id], "opening it confirms nothing");
  const entries = await auditOf(acme, async () => {
    assert.match((await browser.sends(page, {})).text, /Your email address is confirmed/);
  });
  assert.deepEqual(
    entries.map(({ action, actor_id, user_id }) => [action, actor_id, user_id]),
    [["user_email_confirmed", ada.id, ada.id]],
  );
  assert.deepEqual(await unverified(acme), []);
  assert.equal((await browser.opens(link)).status, 404, "once");
  const { body } = await browser.calls("GET /users/me/sign_in_methods");
  assert.equal(body.is_email_confirmed, true);
});

test("whoever gets the email because somebody mistyped an address confirms nothing with it", async (t) => {
  const acme = await org(t);
  const ada = await unconfirmed(acme);
  const link = await linkFor(ada);
  const stranger = new Browser(acme);
  const path = new URL(link).pathname;
  assert.equal((await stranger.opens(link)).headers.location, `/login/?next=${encodeURIComponent(path)}`);
  const eve = await withPassword(acme, await acme.member("Eve"));
  const eves = await signedIn(acme, eve);
  assert.equal((await eves.opens(link)).headers.location, "/");
  const forged = await eves.asks(`POST /${path}`, { csrfmiddlewaretoken: eves.csrfToken });
  assert.equal(forged.headers.location, "/");
  assert.deepEqual(await unverified(acme), [ada.id]);

  // Once the address is mended, the link to the wrong one neither confirms it nor brings the wrong one back.
  const mended = `mended.${acme.realm.string_id}.${acme.server.engine}@example.com`;
  await acme.owner.call(updateUser, { user_id: ada.id, new_email: mended });
  const browser = new Browser(acme);
  await browser.signsIn(mended, PASSWORD);
  assert.equal((await browser.opens(link)).status, 404);
  assert.equal((await browser.calls("GET /users/me")).body.delivery_email, mended);
  assert.deepEqual(await unverified(acme), [ada.id]);
});

test("a link lasts a day, is the newest, and is not sent for a confirmed address", async (t) => {
  const acme = await org(t);
  const ada = await unconfirmed(acme);
  // Where addresses are fixed, one's own can still be confirmed.
  await acme.owner.call(updateRealm, { email_changes_disabled: true });
  const browser = await signedIn(acme, ada);
  const first = await linkFor(ada);
  const second = await linkFor(ada);
  assert.equal((await browser.opens(first)).status, 404);
  assert.equal((await browser.opens(second)).status, 200);
  assert.equal((await ada.asks("PATCH", "/settings", { email: ada.email })).code, "RATE_LIMIT_HIT");
  await acme.clock.leap({ hours: 25 });
  assert.equal((await (await signedIn(acme, ada)).opens(second)).status, 404, "too late");
  await acme.alter((tx) => tx.updateTable("user").set({ is_email_verified: true }).where("id", "=", ada.id).execute());
  const { reader } = acme.server.app.database;
  const links = () => reader.selectFrom("one_time_link").select("id").where("user_id", "=", ada.id).execute();
  const before = (await links()).length;
  assert.equal((await ada.asks("PATCH", "/settings", { email: ada.email })).result, "success");
  assert.equal((await links()).length, before, "nothing to confirm");
});
