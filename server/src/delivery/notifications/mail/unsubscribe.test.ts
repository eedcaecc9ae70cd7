import assert from "node:assert/strict";
import { Browser } from "../../../../test/browser.ts";
import { type Organization, org, Person, test } from "../../../../test/index.ts";
import { linkIn } from "../../../../test/mailbox.ts";
import { updateSubscription } from "../../../channels/subscribe/contract.ts";
import { mailsTo, pass, serverWithMailbox } from "../testing.ts";

const mailbox = await serverWithMailbox();

async function linkFor(acme: Organization, ada: Person, ben: Person): Promise<string> {
  await ada.writes(ben, "hello");
  await pass(acme, { seconds: 125 });
  const [mail] = mailsTo(mailbox, acme, ben);
  assert(mail);
  return linkIn(mail, "/accounts/unsubscribe/");
}

const OFF = ["enable_offline_email_notifications", "enable_followed_topic_email_notifications"];

test("the link in an email unsubscribes after a confirmation, and the reader's clients get the new settings", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  await ben.call(updateSubscription, { stream_id, property: "email_notifications", value: true });
  const link = await linkFor(acme, ada, ben);
  const browser = new Browser(acme);
  const page = await browser.opens(link);
  assert.equal(page.status, 200);
  assert.match(page.text, /You will no longer receive them/);
  const heard = await ben.eventsDuring(() => browser.sends(page, {}));
  const settings = heard.filter(({ type }) => type === "user_settings");
  assert.deepEqual(
    settings.map(({ property, value }) => [property, value]),
    OFF.map((name) => [name, false]),
  );
  const [subscription] = heard.filter(({ type }) => type === "subscription");
  assert.deepEqual(subscription, {
    type: "subscription",
    op: "update",
    stream_id,
    property: "email_notifications",
    value: false,
  });
  await ada.writes(ben, "anybody there?");
  await ada.sends("#design > logo", "@**Ben** anybody there?");
  await pass(acme, { seconds: 125 });
  assert.deepEqual(mailsTo(mailbox, acme, ben), []);
});

test("an email client can unsubscribe with one request", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const { pathname } = new URL(await linkFor(acme, ada, ben));
  const program = new Browser(acme);
  const answer = await program.asks(`POST /${pathname}`, { "List-Unsubscribe": "One-Click" });
  assert.equal(answer.status, 200);
  const again = await program.asks(`POST /${pathname}`, { "List-Unsubscribe": "One-Click" });
  assert.equal(again.status, 200);
  await ada.writes(ben, "hello again");
  await pass(acme, { seconds: 125 });
  assert.deepEqual(mailsTo(mailbox, acme, ben), []);
});

test("a link in an abandoned mailbox reveals nothing about its user, and still unsubscribes", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const link = await linkFor(acme, ada, ben);
  await acme.alter((tx) =>
    tx
      .updateTable("user")
      .set({ delivery_email: "new@example.com", delivery_email_key: "new@example.com" })
      .where("id", "=", ben.id)
      .execute(),
  );
  const moved = new Person(acme.server, acme.realm.url, { ...ben, email: "new@example.com" });
  const says = async () => {
    await ada.writes(ben, "hello again");
    await pass(acme, { seconds: 125 });
    return mailsTo(mailbox, acme, moved).length;
  };
  assert.equal(await says(), 1);
  const browser = new Browser(acme);
  const page = await browser.opens(link);
  assert.doesNotMatch(page.text, /example\.com|Ben/);
  await browser.sends(page, {});
  assert.equal(await says(), 0);
});

test("an invalid link changes nothing", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const link = await linkFor(acme, ada, ben);
  const browser = new Browser(acme);
  for (const forged of [
    link.replace(`/${ben.id}-`, `/${cleo.id}-`),
    link.replace("missed_messages", "digest"),
    link.replace("missed_messages", "everything"),
    link.replace(/-[^-/]+\/$/, "-x/"),
  ]) {
    const { pathname } = new URL(forged);
    assert.equal((await browser.opens(forged)).status, 404, forged);
    assert.equal((await browser.asks(`POST /${pathname}`, {})).status, 404, forged);
  }
  await acme.deactivate(ben);
  assert.equal((await browser.opens(link)).status, 404);
});
