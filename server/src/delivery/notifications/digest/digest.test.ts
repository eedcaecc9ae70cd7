import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../../test/index.ts";
import { linkIn } from "../../../../test/mailbox.ts";
import { setTopicVisibility } from "../../../channels/user-topics/contract.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import { updateSettings } from "../../../people/settings/contract.ts";
import { isPresent, mailsTo, serverWithMailbox, settled } from "../testing.ts";

const mailbox = await serverWithMailbox();
const DAY = 86_400;

/** Advances the clock in one step: otherwise each hour on the way would run jobs. */
async function sleep(acme: Organization, time: { hours?: number; days?: number }): Promise<void> {
  await settled(acme);
  await acme.clock.leap(time);
  acme.server.app.jobs.wake();
  await settled(acme);
  acme.server.app.jobs.wake();
  await settled(acme);
}

const weekday = ({ clock }: Organization) => (Math.floor(clock.now() / 1000 / DAY) + 3) % 7;

async function wantsDigestIn(acme: Organization, days: number): Promise<void> {
  const digest_weekday = ((weekday(acme) + days) % 7) as 0;
  await acme.owner.call(updateRealm, { digest_emails_enabled: true, digest_weekday });
}

const digests = (acme: Organization, person: Person) =>
  mailsTo(mailbox, acme, person).filter((mail) => /^What happened|^Was bei/.test(mail.subject ?? ""));

test("people who were away get a weekly digest of what they can see", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo, dora] = [
    await acme.member("Ada"),
    await acme.member("Ben"),
    await acme.member("Cleo"),
    await acme.member("Dora"),
  ];
  const stream_id = await acme.channel("design", [ada, ben, cleo, dora]);
  await dora.call(updateSettings, { enable_digest_emails: false });
  await wantsDigestIn(acme, 8);
  await sleep(acme, { days: 6 });
  await acme.channel("secret plans", [ada], { invite_only: true });
  await acme.channel("hiking", [ada]);
  await acme.member("Eve");
  await ben.call(setTopicVisibility, { stream_id, topic: "noise", visibility_policy: 1 });
  await ada.sends("#design > logo", "blue");
  await cleo.sends("#design > logo", "red");
  await ada.sends("#design > noise", "blah");
  await ada.sends("#secret plans > coup", "tonight");
  mailsTo(mailbox, acme, ben);
  await isPresent(cleo);
  await sleep(acme, { days: 2 });
  const [mail, ...others] = digests(acme, ben);
  assert.deepEqual(others, []);
  assert.equal(mail?.subject, "What happened at Acme");
  assert.match(mail?.text ?? "", /- #design > logo \(2 messages by 2 people\)\n {2}http.*\/topic\/logo/);
  assert.match(mail?.text ?? "", /- #hiking\n/);
  assert.match(mail?.text ?? "", /New people: Eve\./);
  assert.doesNotMatch(mail?.text ?? "", /secret|coup|noise/);
  assert(linkIn(mail ?? {}, "/accounts/unsubscribe/digest/"));
  assert.match(mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "", /unsubscribe\/digest/);
  // Cleo was present, and Dora has turned digests off.
  assert.deepEqual([digests(acme, cleo), digests(acme, dora)], [[], []]);
  await sleep(acme, { hours: 3 });
  assert.deepEqual(digests(acme, ben), [], "one a day at most");
});

test("there is no digest if nothing happened, on other days, or if the organization has turned digests off", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  await wantsDigestIn(acme, 15);
  await sleep(acme, { days: 15 });
  assert.deepEqual(digests(acme, ben), [], "nothing happened for a week");
  await ada.sends("#design > logo", "blue");
  await sleep(acme, { days: 1 });
  assert.deepEqual(digests(acme, ben), [], "not the day");
  await wantsDigestIn(acme, 1);
  await acme.owner.call(updateRealm, { digest_emails_enabled: false });
  await sleep(acme, { days: 1 });
  assert.deepEqual(digests(acme, ben), [], "switched off");
});
