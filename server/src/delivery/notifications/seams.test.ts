/** Messages that the server sends cause notifications like any other: scheduled messages, reminders, notices. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import type { Arrived } from "../../../test/mailbox.ts";
import { archiveChannel } from "../../channels/update/contract.ts";
import { updateMessageFlags } from "../../messages/read-state/contract.ts";
import { deactivateRealm } from "../../organization/realms/contract.ts";
import { muteUser } from "../../people/muted-users/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { createReminder } from "../../personal/reminders/contract.ts";
import { inSeconds, schedules } from "../../personal/scheduled-messages/testing.ts";
import { notificationChannel } from "./channel.ts";
import { mailsTo, pass, serverWithMailbox, settled } from "./testing.ts";

/** The push notifications, with their triggers. */
const rang: { realm: number; user: number; trigger: string }[] = [];
const telephone = notificationChannel({
  name: "push",
  async deliver({ realm }, notifications) {
    for (const { userId, trigger } of notifications) rang.push({ realm: realm.id, user: userId, trigger });
  },
});

const mailbox = await serverWithMailbox([telephone]);
const mails = (acme: Organization, person: Person) => mailsTo(mailbox, acme, person);
const subjects = (arrived: readonly Arrived[]) => arrived.map((mail) => mail.subject?.replace("[Acme] ", "")).sort();
const ringsOf = ({ realm }: Organization, { id }: Person) =>
  rang.filter((each) => each.realm === realm.id && each.user === id).map(({ trigger }) => trigger);

/** Ids are the same on both engines. */
async function beginning(t: TestContext): Promise<Organization> {
  rang.length = 0;
  return org(t);
}

async function wait(acme: Organization, seconds: number): Promise<void> {
  await pass(acme, { seconds });
  acme.server.app.jobs.wake();
  await settled(acme);
}

test("a scheduled message is pushed when it is sent, and emailed if unread", async (t) => {
  const acme = await beginning(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const design = await acme.channel("design", [ada, ben, cleo]);
  await schedules(acme, ada, [ben], "psst");
  await schedules(acme, ada, design, "@**Ben** look", { topic: "" });
  await cleo.call(muteUser, { muted_user_id: ada.id });
  await schedules(acme, ada, [cleo], "you do not hear me");
  await wait(acme, 59);
  assert.deepEqual([ringsOf(acme, ben), mails(acme, ben)], [[], []]);
  await wait(acme, 2);
  assert.deepEqual(ringsOf(acme, ben).sort(), ["direct_message", "mentioned"]);
  await wait(acme, 130);
  assert.deepEqual(subjects(mails(acme, ben)), ["#design > (no topic)", "Direct messages with Ada"]);
  // Cleo has muted the sender, and Ada is the sender.
  for (const person of [cleo, ada]) assert.deepEqual([ringsOf(acme, person), mails(acme, person)], [[], []]);
});

test("a reminder is pushed and emailed to its owner; it is not emailed once read", async (t) => {
  const acme = await beginning(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const message_id = await ben.sends("#design > logo", "Which blue?");
  for (const wait of [60, 600])
    await ada.call(createReminder, { message_id, scheduled_delivery_timestamp: inSeconds(acme, wait), note: "Decide" });
  await wait(acme, 61);
  assert.deepEqual(ringsOf(acme, ada), ["direct_message"]);
  await wait(acme, 130);
  const [mail, ...more] = mails(acme, ada);
  assert.deepEqual([more, mail?.from?.name], [[], "Notification Bot"]);
  assert.match(mail?.text ?? "", /You asked to be reminded of[\s\S]*Decide[\s\S]*Which blue\?/);
  await wait(acme, 410);
  assert.equal(ringsOf(acme, ada).length, 2);
  const [newest] = await acme.server.app.database.reader
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  await ada.call(updateMessageFlags, { messages: [newest?.id as number], op: "add", flag: "read" });
  await wait(acme, 130);
  assert.deepEqual([mails(acme, ada), mails(acme, ben), ringsOf(acme, ben)], [[], [], []]);
});

test("a user who is away learns by email that their scheduled message could not be sent", async (t) => {
  const acme = await beginning(t);
  const ada = await acme.member("Ada");
  const design = await acme.channel("design", [ada]);
  await schedules(acme, ada, design, "too late");
  await acme.owner.call(archiveChannel, { stream_id: design });
  await wait(acme, 61);
  await wait(acme, 130);
  assert.match(mails(acme, ada)[0]?.text ?? "", /could not be sent:[\s\S]*Not authorized to send to channel 'design'/);
});

test("the welcome bot replies to a scheduled message", async (t) => {
  const acme = await beginning(t);
  const ada = await acme.member("Ada");
  const bot = await acme.server.app.database.reader
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .where("system_bot", "=", "welcome")
    .executeTakeFirstOrThrow();
  await schedules(acme, ada, [bot as Person], "What are topics?");
  await ada.watches();
  await wait(acme, 61);
  const said = (await ada.catchesUp()).filter(({ type }) => type === "message");
  const contents = said.map(({ message }) => (message as { content: string }).content);
  assert.equal(contents.length, 2);
  assert.match(contents[1] ?? "", /like an email to its subject/);
  await wait(acme, 130);
  assert.deepEqual([mails(acme, ada), ringsOf(acme, ada)], [[], []], "no notification about an old message");
});

test("deactivated organizations and users get no email and no push notification", async (t) => {
  const acme = await beginning(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const message_id = await ada.writes(ben, "before");
  await ben.call(createReminder, { message_id, scheduled_delivery_timestamp: inSeconds(acme, 60) });
  await settled(acme);
  const rings = ringsOf(acme, ben).length;
  await acme.deactivate(ben);
  await wait(acme, 200);
  assert.deepEqual([mails(acme, ben), ringsOf(acme, ben).length], [[], rings]);
  await acme.owner.writes(ada, "before");
  await schedules(acme, acme.owner, [ada], "after");
  await settled(acme);
  await acme.owner.call(deactivateRealm, {});
  await wait(acme, 61);
  await wait(acme, 130);
  assert.deepEqual(mails(acme, ada), []);
});

test("following a topic because of a mention does not notify users who have turned off mentions", async (t) => {
  const acme = await beginning(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  await ben.call(updateSettings, {
    enable_offline_email_notifications: false,
    enable_offline_push_notifications: false,
  });
  await ada.sends("#design > logo", "@**Ben** hello");
  await wait(acme, 125);
  assert.deepEqual([mails(acme, ben), ringsOf(acme, ben)], [[], []]);
  await ada.sends("#design > logo", "and what comes then is about a topic that he follows");
  await wait(acme, 125);
  assert.deepEqual(subjects(mails(acme, ben)), ["#design > logo"]);
  assert.deepEqual(ringsOf(acme, ben), ["followed_topic_notify"]);
});
