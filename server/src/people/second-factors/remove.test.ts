/** Second factors that administrators remove, and what people are told about changes. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { PASSWORD } from "../sign-in/testing.ts";
import { getPeopleWithSecondFactor, removeSecondFactors } from "./contract.ts";
import { confirms, signsInWithCode, withAuthenticator } from "./testing.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url }));

const REPLACED = "turning two-factor authentication on replaces the API key of their client";

/** Emails about second factors, in the order they were sent. */
async function mailsTo({ server }: Organization, { email }: Person): Promise<string[]> {
  await server.app.jobs.settled();
  return mailbox.arrived
    .filter(({ recipients, subject }) => recipients.includes(email) && subject?.startsWith("Two-factor"))
    .map(({ text }) => (text ?? "").split("\n", 1)[0] ?? "");
}

test("an administrator removes the second factors of a person who has lost them, and the person is told", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ann = await acme.administrator("Ann");
  const ada = await acme.member(`Ada ${acme.realm.string_id}`);
  const { browser } = await withAuthenticator(acme, ada);
  assert.deepEqual((await ann.call(getPeopleWithSecondFactor, {})).user_ids, [ada.id]);
  await ann.call(removeSecondFactors, { user_id: ada.id });
  assert.deepEqual((await ann.call(getPeopleWithSecondFactor, {})).user_ids, []);
  assert.equal((await new Browser(acme).signsIn(ada.email, PASSWORD)).headers.location, "/");
  const { body } = await browser.calls("GET /users/me/second_factors");
  assert.deepEqual([body.authenticator, body.recovery_codes_left], [null, 0]);
  await assert.rejects(ann.call(removeSecondFactors, { user_id: ada.id }), { message: /no second factor/ });
  assert.deepEqual(await mailsTo(acme, ada), [
    "An authenticator app was added to your account. You now need its codes to sign in.",
    "An administrator removed the second factors of your account. Your password is enough to sign in until you set up a new one.",
  ]);
});

test("only administrators can remove them, and only owners those of owners", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const [ann, ada, mo] = [await acme.administrator("Ann"), await acme.member("Ada"), await acme.moderator("Mo")];
  const bot = await acme.bot("Robin", ann);
  const second = await acme.person("Olga", 100);
  await withAuthenticator(acme, ada);
  await withAuthenticator(acme, acme.owner);
  const refusal = async (person: Person, { id }: Person, message: RegExp) =>
    assert.rejects(person.call(removeSecondFactors, { user_id: id }), { message });
  await refusal(mo, ada, /Must be an organization administrator/);
  await refusal(ann, acme.owner, /Must be an organization owner/);
  await refusal(ann, bot, /No such user/);
  await assert.rejects(mo.call(getPeopleWithSecondFactor, {}), { message: /Must be an organization administrator/ });
  await second.call(removeSecondFactors, { user_id: acme.owner.id });
  const neighbour = await (await org(t)).administrator("Nell");
  await refusal(neighbour, ada, /No such user/);
});

test("people get an email about every change, and about each recovery code that is used", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member(`Ada ${acme.realm.string_id}`);
  const { browser, recoveryCodes } = await withAuthenticator(acme, ada);
  await signsInWithCode(new Browser(acme), ada.email, recoveryCodes[0] ?? "");
  const confirmation = await confirms(browser);
  await browser.calls("POST /users/me/recovery_codes", { confirmation });
  await browser.calls("DELETE /users/me/authenticator", { confirmation });
  assert.deepEqual(await mailsTo(acme, ada), [
    "An authenticator app was added to your account. You now need its codes to sign in.",
    "Someone used one of your recovery codes. It does not work again.",
    "Your account has new recovery codes. The previous ones no longer work.",
    "The authenticator app was removed from your account.",
  ]);
});
