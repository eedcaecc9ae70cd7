import assert from "node:assert/strict";
import { after } from "node:test";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { linkIn, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "api_by_ip=100000/60" });
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url, rateLimits }));

const PAGE = "/accounts/confirm_new_email/";

/** All tests share the mailbox, so each uses its own people and addresses. */
const someone = async (acme: Organization, name = "Ada"): Promise<Person> =>
  withPassword(acme, await acme.member(`${name} ${acme.realm.string_id}`));
const address = ({ realm }: Organization, name = "new") => `${name}.${realm.string_id}@example.org`;
const change = (person: Person, email: string) => person.asks("PATCH", "/settings", { email });

async function linkTo(person: Person, email: string): Promise<string> {
  assert.equal((await change(person, email)).result, "success");
  return linkIn(await mailbox.next(email), PAGE);
}

/** Only the account's own sessions can use its link. */
async function signedIn(acme: Organization, person: Person, password = PASSWORD): Promise<Browser> {
  const browser = new Browser(acme);
  await browser.signsIn(person.email, password);
  return browser;
}

const confirms = async (acme: Organization, person: Person, link: string) =>
  (await signedIn(acme, person)).fills(link, {});

const addressOf = async ({ server, realm }: Organization, person: Person) =>
  (
    await server.app.database.reader
      .selectFrom("user")
      .select("delivery_email")
      .where("realm_id", "=", realm.id)
      .where("id", "=", person.id)
      .executeTakeFirstOrThrow()
  ).delivery_email;

test("an email address changes when the link sent to the new address is confirmed", async (t) => {
  const acme = await org(t);
  const ada = await someone(acme);
  const email = address(acme);
  assert.equal((await change(ada, ` ${email} `)).result, "success");
  const mail = await mailbox.next(email);
  assert.equal(mail.subject, "Confirm your new email address for Acme");
  const link = linkIn(mail, PAGE);
  // Opening the link does not confirm it: mail scanners open links too.
  const browser = await signedIn(acme, ada);
  assert.match((await browser.opens(link)).text, new RegExp(email));
  assert.equal(await addressOf(acme, ada), ada.email);

  const done = await browser.fills(link, {});
  assert.equal(done.status, 200);
  assert.match(done.text, /Your email address has changed/);
  assert.equal(await addressOf(acme, ada), email);
  const told = await mailbox.next(ada.email);
  assert.equal(told.subject, "Your email address at Acme has changed");
  assert.match(told.text ?? "", new RegExp(email));
  assert.equal((await new Browser(acme).opens(link)).status, 404, "once");
  assert.equal((await new Browser(acme).signsIn(email, PASSWORD)).status, 302);
  assert.equal((await new Browser(acme).signsIn(ada.email, PASSWORD)).status, 403);
});

test("whoever got the link because somebody mistyped their address does not get the account with it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await someone(acme), await someone(acme, "Ben")];
  const link = await linkTo(ada, address(acme));
  const { pathname } = new URL(link);
  const stranger = new Browser(acme);
  const asked = await stranger.opens(link);
  assert.equal(asked.headers.location, `/login/?next=${encodeURIComponent(pathname)}`);
  assert.doesNotMatch(asked.text, new RegExp(ada.email), "it does not say whose it is");
  const other = await signedIn(acme, ben);
  assert.equal((await other.opens(link)).headers.location, "/");
  // A form that was not shown: the token is their own.
  for (const browser of [stranger, other]) {
    await browser.opens("/login/");
    const sent = await browser.asks(`POST /${pathname}`, { csrfmiddlewaretoken: browser.csrfToken });
    assert.equal(sent.status, 302);
  }
  assert.equal(await addressOf(acme, ada), ada.email);
  const own = new Browser(acme);
  await own.fills(asked.headers.location as string, { username: ada.email, password: PASSWORD });
  assert.equal((await own.fills(link, {})).status, 200);
  assert.equal(await addressOf(acme, ada), address(acme));
  await mailbox.next(ada.email);
});

test("only users who can see the address are notified of the change", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await someone(acme), await acme.member("Ben")];
  await ada.asks("PATCH", "/settings", { email_address_visibility: "3" });
  const email = address(acme);
  const link = await linkTo(ada, email);
  const browser = await signedIn(acme, ada);
  const confirm = () => browser.fills(link, {});
  const people = async (person: Person, during: () => Promise<unknown>) =>
    (await person.eventsDuring(during)).map((event) => event.person as Record<string, unknown>);
  await acme.owner.watches();
  const heard = await people(ben, confirm);
  assert.ok(heard.every((person) => !("delivery_email" in person) && !("new_email" in person)));
  const byOwner = (await acme.owner.catchesUp()).map((event) => event.person);
  assert.deepEqual(byOwner[0], { user_id: ada.id, delivery_email: email });
  await mailbox.next(ada.email);
});

test("if everyone can see the address, the API's email field changes too", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await someone(acme), await acme.member("Ben")];
  await ada.asks("PATCH", "/settings", { email_address_visibility: "1" });
  const email = address(acme);
  const link = await linkTo(ada, email);
  const browser = await signedIn(acme, ada);
  const heard = await ben.eventsDuring(() => browser.fills(link, {}));
  assert.deepEqual(heard.at(0)?.person, { user_id: ada.id, delivery_email: email });
  assert.deepEqual(heard.at(-1)?.person, { user_id: ada.id, new_email: email });
  await mailbox.next(ada.email);
});

test("the same address is no change; an invalid or taken one is rejected with the reason", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await someone(acme), await someone(acme, "Ben"), await someone(acme, "Cem")];
  await acme.deactivate(cem);
  assert.equal((await change(ada, ada.email)).result, "success");
  const refused = async (email: string) => {
    const { result, code, msg } = await change(ada, email);
    assert.deepEqual([result, code], ["error", "BAD_REQUEST"]);
    return msg;
  };
  assert.equal(await refused("nonsense"), "Invalid address.");
  assert.equal(await refused("a@b\r\nBcc: c@example.com"), "Invalid address.");
  assert.equal(await refused(ben.email.toUpperCase()), "Already has an account.");
  assert.equal(await refused(cem.email), "Account has been deactivated.");
  await acme.server.app.jobs.settled();
  assert.deepEqual(
    mailbox.arrived.filter(({ recipients }) => recipients.some((each) => [ben.email, cem.email].includes(each))),
    [],
  );
});

test("an address that someone else has taken since is rejected on the page", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await someone(acme), await someone(acme, "Ben")];
  const email = address(acme);
  const links = [await linkTo(ada, email), await linkTo(ben, email)];
  assert.equal((await confirms(acme, ada, links[0] as string)).status, 200);
  const late = await confirms(acme, ben, links[1] as string);
  assert.equal(late.status, 400);
  assert.match(late.text, /Already has an account\./);
  assert.equal(await addressOf(acme, ben), ben.email);
  await mailbox.next(ada.email);
});

test("if email changes are disabled, only administrators can change theirs", async (t) => {
  const acme = await org(t);
  const [ada, mel] = [
    await someone(acme),
    await withPassword(acme, await acme.administrator(`Mel ${acme.realm.string_id}`)),
  ];
  const earlier = await linkTo(ada, address(acme, "earlier"));
  const settings = JSON.stringify({ name: "Acme", email_changes_disabled: true });
  await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
  const refused = await change(ada, address(acme));
  assert.deepEqual(
    [refused.code, refused.msg],
    ["BAD_REQUEST", "Email address changes are disabled in this organization."],
  );
  assert.equal((await confirms(acme, ada, earlier)).status, 400);
  assert.equal(await addressOf(acme, ada), ada.email);
  await confirms(acme, mel, await linkTo(mel, address(acme, "mel")));
  assert.equal(await addressOf(acme, mel), address(acme, "mel"));
  await mailbox.next(mel.email);
});

test("a link is valid for a day, and a newer one replaces it", async (t) => {
  const acme = await org(t);
  const ada = await someone(acme);
  const first = await linkTo(ada, address(acme, "first"));
  const second = await linkTo(ada, address(acme, "second"));
  const browser = await signedIn(acme, ada);
  const status = async (link: string) => (await browser.opens(link)).status;
  assert.deepEqual([await status(first), await status(second)], [404, 200]);
  await acme.clock.leap({ hours: 24 });
  assert.equal(await status(second), 404);
});

test("at most two changes an hour and five a day; rejected ones do not count", async (t) => {
  const acme = await org(t);
  const ada = await someone(acme);
  for (let n = 0; n < 4; n++) await change(ada, "nonsense");
  const codes: unknown[] = [];
  for (let hour = 0; hour < 3; hour++) {
    for (let n = 0; n < 3; n++) codes.push((await change(ada, address(acme, `n${hour}${n}`))).code ?? "ok");
    await acme.clock.leap({ minutes: 61 });
  }
  const hit = "RATE_LIMIT_HIT";
  assert.deepEqual(codes, ["ok", "ok", hit, "ok", "ok", hit, "ok", hit, hit]);
});

test("bots cannot change their address", async (t) => {
  const acme = await org(t);
  const bot = await acme.bot("Helper", acme.owner);
  assert.equal((await change(bot, address(acme))).msg, "This endpoint does not accept bot requests.");
});

test("changing the password invalidates a pending change of address", async (t) => {
  const acme = await org(t);
  const ada = await someone(acme);
  const link = await linkTo(ada, address(acme, "thief"));
  const new_password = "another horse battery staple";
  assert.equal((await ada.asks("PATCH", "/settings", { old_password: PASSWORD, new_password })).result, "success");
  assert.equal((await new Browser(acme).opens(link)).status, 404);
  assert.equal(await addressOf(acme, ada), ada.email);
  // A change requested together with the password comes from the account's owner.
  const both = { old_password: new_password, new_password: PASSWORD, email: address(acme) };
  assert.equal((await ada.asks("PATCH", "/settings", both)).result, "success");
  await confirms(acme, ada, linkIn(await mailbox.next(address(acme)), PAGE));
  assert.equal(await addressOf(acme, ada), address(acme));
});
