import assert from "node:assert/strict";
import { after } from "node:test";
import { Browser } from "../../../test/browser.ts";
import { org, test, useServer } from "../../../test/index.ts";
import { linkIn, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { PASSWORD, withPassword } from "./testing.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url }));

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("the email is in the account's language", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member(`Ada ${acme.realm.string_id}`));
  await ada.asks("PATCH", "/settings", { default_language: "de" });
  await acme.clock.leap({ minutes: 2 });
  await new Browser(acme).signsIn(ada.email, PASSWORD);
  await acme.server.app.jobs.settled();
  assert.equal((await mailbox.next(ada.email)).subject, "Neue Anmeldung bei Acme");
});

const arrivedFor = ({ email }: { email: string }) =>
  mailbox.arrived.filter(({ recipients }) => recipients.includes(email)).length;

test("users get an email about a sign-in with a new browser, unless they are new or turned these emails off", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member(`Ada ${acme.realm.string_id}`));
  const signIn = async () => {
    const browser = new Browser(acme);
    browser.headers = { "user-agent": FIREFOX };
    await browser.signsIn(ada.email, PASSWORD);
    await acme.server.app.jobs.settled();
  };
  await signIn();
  await acme.clock.leap({ minutes: 2 });
  await signIn();
  const mail = await mailbox.next(ada.email);
  assert.equal(mail.subject, "New sign-in to Acme");
  assert.match(mail.text ?? "", /When: .*2026 at .*\(UTC\)\. With: Firefox, Linux\. From: 203\.0\.113\.7\./);
  linkIn(mail, "/accounts/password/reset/");
  await ada.asks("PATCH", "/settings", { enable_login_emails: "false" });
  await signIn();
  assert.equal(arrivedFor(ada), 0);
});

test("a browser is known to the accounts that have signed in with it, until their password changes", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [
    await withPassword(acme, await acme.member(`Ada ${acme.realm.string_id}`)),
    await withPassword(acme, await acme.member(`Ben ${acme.realm.string_id}`)),
  ];
  await acme.clock.leap({ minutes: 2 });
  const browser = new Browser(acme);
  /** Whether an email came. */
  const signIn = async ({ email }: { email: string }, { isShared = false, password = PASSWORD } = {}) => {
    browser.cookies.delete("sessionid");
    const fields = { username: email, password, ...(isShared ? { shared: "on" } : {}) };
    assert.equal((await browser.fills("/login/", fields)).status, 302);
    await acme.server.app.jobs.settled();
    const count = arrivedFor({ email });
    if (count > 0) await mailbox.next(email);
    return count > 0;
  };
  assert.equal(await signIn(ada, { isShared: true }), true);
  assert.equal(browser.cookies.get("knownbrowser"), undefined, "a shared computer remembers nobody");
  assert.equal(await signIn(ada), true);
  assert.equal(await signIn(ada), false);
  assert.equal(await signIn(ben), true, "it was only known to Ada");
  assert.deepEqual([await signIn(ada), await signIn(ben)], [false, false]);

  const marks = browser.cookies.get("knownbrowser") as string;
  assert.match(marks, /^[\w-]{43}\.[\w-]{43}$/);
  for (const forged of ["", "A".repeat(43), `${marks.slice(0, 42)}A`, Array(500).fill("x").join(".")]) {
    browser.cookies.set("knownbrowser", forged);
    assert.equal(await signIn(ada), true, forged.slice(0, 50));
  }
  browser.cookies.set("knownbrowser", `${Array(8).fill("B".repeat(43)).join(".")}.${marks}`);
  assert.equal(await signIn(ada), true, "only the last eight accounts are remembered");
  assert.equal(browser.cookies.get("knownbrowser")?.split(".").length, 8);

  browser.cookies.set("knownbrowser", marks);
  const password = "another horse battery staple";
  await ada.asks("PATCH", "/settings", { old_password: PASSWORD, new_password: password });
  assert.equal(await signIn(ada, { password }), true, "whoever knew the old one may have used this browser");
  assert.equal(await signIn(ben), false);
});
