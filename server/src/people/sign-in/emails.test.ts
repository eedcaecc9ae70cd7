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

test("users get an email about each sign-in, unless they are new or turned these emails off", async (t) => {
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
  assert.deepEqual(
    mailbox.arrived.filter(({ recipients }) => recipients.includes(ada.email)),
    [],
  );
});
