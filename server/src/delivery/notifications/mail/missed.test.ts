import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../../test/index.ts";
import type { Arrived } from "../../../../test/mailbox.ts";
import { unsubscribe, updateSubscription } from "../../../channels/subscribe/contract.ts";
import { setTopicVisibility } from "../../../channels/user-topics/contract.ts";
import { deleteMessage } from "../../../messages/delete/contract.ts";
import { editMessage } from "../../../messages/edit/contract.ts";
import { updateMessageFlags } from "../../../messages/read-state/contract.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import { createUserGroup } from "../../../people/groups/contract.ts";
import { muteUser } from "../../../people/muted-users/contract.ts";
import { updateSettings } from "../../../people/settings/contract.ts";
import { isPresent, mailsTo, pass, serverWithMailbox, settled } from "../testing.ts";

const mailbox = await serverWithMailbox();
const mails = (acme: Organization, person: Person) => mailsTo(mailbox, acme, person);
const header = (mail: Arrived | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value;
/** Without the organization's name, which depends on other tests: their people may have the same addresses. */
const plainly = (mail: Arrived | undefined) => mail?.subject?.replace("[Acme] ", "");
const subjects = (arrived: readonly Arrived[]) => arrived.map(plainly);

test("an unread direct message is emailed after two minutes, with all the headers an email needs", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const id = await ada.writes(ben, "Lunch at **noon**? See [the menu](/user_uploads/menu.pdf)");
  await pass(acme, { seconds: 110 });
  assert.deepEqual(mails(acme, ben), []);
  await pass(acme, { seconds: 15 });
  const [mail, ...others] = mails(acme, ben);
  assert.deepEqual(others, []);
  assert(mail?.text && mail.html);
  assert.deepEqual(mail?.from, { name: "Ada", address: "chat@example.com" });
  assert.deepEqual(mail?.replyTo, [{ name: "Ada", address: "chat@example.com" }]);
  assert.equal(plainly(mail), "Direct messages with Ada");
  const near = `${acme.realm.url}/#narrow/dm/${[ada.id, ben.id].sort((a, b) => a - b).join(",")}-dm/near/${id}`;
  assert(mail.text.includes(`Read and reply:\n${near}`), mail.text);
  assert.match(mail?.text ?? "", /^Ada \(.*\):\nLunch at noon\? See the menu \(http:.*\/user_uploads\/menu\.pdf\)$/m);
  assert.match(mail?.text ?? "", /Replies to this email are not read/);
  assert.match(mail?.text ?? "", /because you received direct messages\./);
  assert.match(mail?.html ?? "", /Lunch at <strong>noon<\/strong>\?/);
  assert(mail.html.includes(`href="${acme.realm.url}/user_uploads/menu.pdf"`), mail.html);
  assert.equal(header(mail, "auto-submitted"), "auto-generated");
  assert.match(header(mail, "list-unsubscribe") ?? "", /^<http:.*\/accounts\/unsubscribe\/missed_messages\/.*>$/);
  assert.equal(header(mail, "list-unsubscribe-post"), "List-Unsubscribe=One-Click");
  await pass(acme, { minutes: 30 });
  assert.deepEqual(mails(acme, ben), []);
});

test("messages that arrive during the waiting period share one email per conversation, and later emails continue its thread", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  await acme.channel("design", [ada, ben]);
  await ada.writes(ben, "one");
  await pass(acme, { seconds: 100 });
  await ada.writes(ben, "two");
  await cleo.writes([ben, ada], "and the three of us");
  await ada.sends("#design > logo", "@**Ben** what do you think?");
  await pass(acme, { seconds: 30 });
  const first = mails(acme, ben);
  assert.deepEqual(subjects(first).sort(), [
    "#design > logo",
    "Direct messages with Ada",
    "Group direct messages with Ada and Cleo",
  ]);
  const direct = first.find((mail) => plainly(mail) === "Direct messages with Ada");
  assert.match(direct?.text ?? "", /one[\s\S]*two/);
  const inTopic = first.find((mail) => plainly(mail) === "#design > logo");
  assert.match(inTopic?.text ?? "", /@Ben what do you think\?/);
  assert.match(inTopic?.text ?? "", /because you were mentioned\./);
  assert.match(inTopic?.text ?? "", /#narrow\/channel\/\d+-design\/topic\/logo\/near\/\d+/);
  await ada.writes(ben, "three");
  await pass(acme, { seconds: 121 });
  const [later, ...none] = mails(acme, ben);
  assert.deepEqual(none, []);
  assert.match(later?.text ?? "", /one[\s\S]*two[\s\S]*three/);
  assert.equal(later?.references, direct?.references);
  assert(later?.references);
  assert.notEqual(later?.messageId, direct?.messageId);
  // Cleo and Ada were in the group, but Cleo is the sender.
  assert.deepEqual(subjects(mails(acme, cleo)), []);
  assert.deepEqual(subjects(mails(acme, ada)), ["Group direct messages with Ben and Cleo"]);
});

test("each user chooses how long messages are collected", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.call(updateSettings, { email_notifications_batching_period_seconds: 600 });
  await ada.writes(ben, "no hurry");
  await pass(acme, { seconds: 590 });
  assert.deepEqual(mails(acme, ben), []);
  await pass(acme, { seconds: 15 });
  assert.equal(mails(acme, ben).length, 1);
});

test("messages that were read, deleted or muted in the meantime are not emailed, nor are those for disabled notifications or deactivated accounts", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("secret", [ada, ben], { invite_only: true, history_public_to_subscribers: false });
  const nothingAfter = async (meanwhile: (id: number) => Promise<unknown>, send = () => ada.writes(ben, "psst")) => {
    const id = await send();
    await settled(acme);
    await meanwhile(id);
    await pass(acme, { seconds: 125 });
    assert.deepEqual(subjects(mails(acme, ben)), []);
  };
  await ben.call(updateSettings, { automatically_follow_topics_where_mentioned: false });
  await nothingAfter((id) => ben.call(updateMessageFlags, { messages: [id], op: "add", flag: "read" }));
  await nothingAfter((id) => ada.call(deleteMessage, { message_id: id }));
  const mention = () => ada.sends("#secret > plan", "@**Ben** look");
  await nothingAfter((id) => ada.call(editMessage, { message_id: id, content: "nobody" }), mention);
  await nothingAfter(() => ben.call(unsubscribe, { subscriptions: ["secret"] }), mention);
  const off = { enable_offline_email_notifications: false };
  await nothingAfter(() => ben.call(updateSettings, off));
  await ben.call(updateSettings, { enable_offline_email_notifications: true });
  await nothingAfter(() => ben.call(muteUser, { muted_user_id: ada.id }));
  await nothingAfter(
    async () => {},
    () => ada.writes(ben, "and now he does not hear me"),
  );
});

test("deactivated people, bots, senders and mere subscribers get no email", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const bot = await acme.bot("Helper", ada);
  await acme.channel("design", [ada, ben, cleo, bot]);
  await ada.sends("#design > logo", "@**Helper** @**Ada** @**Cleo** hello");
  await ada.writes([bot], "hello");
  await settled(acme);
  await acme.deactivate(cleo);
  await pass(acme, { seconds: 125 });
  for (const person of [ada, ben, cleo, bot]) assert.deepEqual(subjects(mails(acme, person)), [], person.name);
});

test("people who are present get no email, unless they leave without reading the message", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await isPresent(ben);
  const read = await ada.writes(ben, "this he reads");
  await ada.writes(ben, "this he does not");
  await settled(acme);
  await ben.call(updateMessageFlags, { messages: [read], op: "add", flag: "read" });
  await pass(acme, { minutes: 5 });
  assert.deepEqual(mails(acme, ben), []);
  // Nobody polls the queue, so it expires after ten minutes.
  await pass(acme, { minutes: 10 });
  const [mail, ...others] = mails(acme, ben);
  assert.deepEqual(others, []);
  assert.match(mail?.text ?? "", /this he does not/);
});

test("an open window alone does not make someone present", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await isPresent(ben);
  await acme.clock.advance({ seconds: 201 });
  await ada.writes(ben, "still there?");
  await pass(acme, { seconds: 125 });
  assert.equal(mails(acme, ben).length, 1);
});

test("messages in channels and followed topics are emailed according to the settings, and so are wildcard mentions", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo, dora] = [
    await acme.member("Ada"),
    await acme.member("Ben"),
    await acme.member("Cleo"),
    await acme.member("Dora"),
  ];
  const stream_id = await acme.channel("design", [ada, ben, cleo, dora]);
  await ben.call(updateSubscription, { stream_id, property: "email_notifications", value: true });
  await cleo.call(setTopicVisibility, { stream_id, topic: "logo", visibility_policy: 3 });
  await ada.sends("#design > logo", "a new logo");
  await ada.sends("#design > font", "a new font");
  await pass(acme, { seconds: 125 });
  assert.deepEqual(subjects(mails(acme, ben)).sort(), ["#design > font", "#design > logo"]);
  const [followed, ...none] = mails(acme, cleo);
  assert.deepEqual([plainly(followed), none], ["#design > logo", []]);
  assert.match(followed?.text ?? "", /because you follow the topic\./);
  assert.deepEqual(mails(acme, dora), []);

  await dora.call(updateSettings, { wildcard_mentions_notify: false });
  await ben.call(updateSubscription, { stream_id, property: "email_notifications", value: false });
  await dora.call(setTopicVisibility, { stream_id, topic: "font", visibility_policy: 3 });
  await ada.sends("#design > colour", "@**all** what about blue?");
  await ada.sends("#design > font", "@**all** and this?");
  await pass(acme, { seconds: 125 });
  assert.deepEqual(subjects(mails(acme, ben)).sort(), ["#design > colour", "#design > font"]);
  assert.deepEqual(subjects(mails(acme, dora)), ["#design > font"]);
  assert.deepEqual(subjects(mails(acme, cleo)).sort(), ["#design > colour", "#design > font"]);

  await cleo.call(updateSettings, { enable_stream_email_notifications: true });
  await cleo.call(setTopicVisibility, { stream_id, topic: "font", visibility_policy: 1 });
  await ada.sends("#design > paper", "a new paper");
  await ada.sends("#design > font", "nobody hears this");
  await pass(acme, { seconds: 125 });
  assert.deepEqual(subjects(mails(acme, cleo)), ["#design > paper"]);
});

test("people mentioned by an edit get one email", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  await acme.channel("design", [ada, ben, cleo]);
  const message_id = await ada.sends("#design > logo", "hello @**Cleo**");
  await pass(acme, { seconds: 125 });
  assert.equal(mails(acme, cleo).length, 1);
  await ada.call(editMessage, { message_id, content: "hello @**Ben** and @**Cleo**" });
  await pass(acme, { seconds: 125 });
  assert.match(mails(acme, ben)[0]?.text ?? "", /hello @Ben and @Cleo/);
  assert.deepEqual(mails(acme, cleo), []);
  await ada.call(editMessage, { message_id, content: "hello @**all**, @**Ben** and @**Cleo**" });
  await pass(acme, { seconds: 125 });
  assert.deepEqual([mails(acme, ben), mails(acme, cleo)], [[], []]);
});

test("emails without message content say only that there are new messages, and why", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  await acme.channel("hidden", [ada, ben, cleo]);
  await ben.call(updateSettings, { message_content_in_email_notifications: false });
  const say = async () => {
    await ada.writes(ben, "the secret word");
    await ada.writes(cleo, "the secret word");
    await ada.sends("#hidden > place", "@**Ben** the secret word");
    await pass(acme, { seconds: 125 });
  };
  await say();
  const [mail, ...others] = mails(acme, ben);
  assert.deepEqual([others, plainly(mail), mail?.from?.name], [[], "New messages", "Acme"]);
  assert.match(mail?.text ?? "", /You have 2 new messages\.[\s\S]*Your settings do not allow/);
  assert.match(mail?.text ?? "", /because you received direct messages and you were mentioned\./);
  assert.doesNotMatch(mail?.source ?? "", /secret|Ada|hidden|place/);
  assert.match(mails(acme, cleo)[0]?.text ?? "", /the secret word/);
  await acme.owner.call(updateRealm, { message_content_allowed_in_email_notifications: false });
  await say();
  const [forbidden] = mails(acme, cleo);
  assert.match(forbidden?.text ?? "", /You have 1 new message\.[\s\S]*Your organization does not allow/);
  assert.doesNotMatch(forbidden?.source ?? "", /secret|Ada/);
});

test("the subject names the organization always, never, or for people in several organizations", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member(`Ben ${acme.realm.string_id}`)];
  const subjectWith = async (realm_name_in_email_notifications_policy: 1 | 2 | 3) => {
    await ben.call(updateSettings, { realm_name_in_email_notifications_policy });
    await ada.writes(ben, "hello");
    await pass(acme, { seconds: 125 });
    return mails(acme, ben)[0]?.subject;
  };
  assert.equal(await subjectWith(1), "Direct messages with Ada");
  assert.equal(await subjectWith(2), "[Acme] Direct messages with Ada");
  const other = await org(t);
  await other.member(ben.name);
  assert.equal(await subjectWith(1), "[Acme] Direct messages with Ada");
  assert.equal(await subjectWith(3), "Direct messages with Ada");
});

test("an email shows earlier messages for context, and is safe whatever they contain", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada & Co"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  await ada.sends("#design > old", "long ago");
  await ada.sends("#design > logo", "long ago in this topic");
  await pass(acme, { minutes: 20 });
  await ada.sends("#design > logo", "shortly before");
  await ada.sends(
    "#design > logo",
    "<script>alert(1)</script> @**Ben** [x](javascript:alert(1))\n```spoiler End\nthe butler\n```",
  );
  await pass(acme, { seconds: 125 });
  const [mail] = mails(acme, ben);
  assert.match(mail?.text ?? "", /earlier\):\nshortly before/);
  assert.doesNotMatch(mail?.text ?? "", /long ago/);
  assert.doesNotMatch(mail?.source ?? "", /the butler/);
  assert.match(mail?.text ?? "", /Open the conversation to see the hidden text/);
  assert.doesNotMatch(mail?.html ?? "", /<script|href="javascript|class=/);
  assert.match(mail?.html ?? "", /&lt;script&gt;/);
  assert.match(mail?.html ?? "", /Ada &amp; Co/);
});

test("emails are in the reader's language", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.call(updateSettings, { default_language: "de" });
  await ada.writes(ben, "Hallo");
  await pass(acme, { seconds: 125 });
  const [mail] = mails(acme, ben);
  assert.equal(plainly(mail), "Direktnachrichten mit Ada");
  assert.match(mail?.text ?? "", /weil du Direktnachrichten bekommen hast/);
  assert.match(mail?.html ?? "", /<html lang="de">/);
});

test("emails in Arabic run from right to left, and messages in the direction of their own language", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.call(updateSettings, { default_language: "ar" });
  await ada.writes(ben, "Hello");
  await pass(acme, { seconds: 125 });
  const [mail] = mails(acme, ben);
  assert.equal(plainly(mail), "رسائل مباشرة مع Ada");
  assert.match(mail?.text ?? "", /سبب وصول هذه الرسالة: وصول رسائل مباشرة إليك\./);
  assert.match(mail?.html ?? "", /<html lang="ar" dir="rtl">/);
  assert.match(mail?.html ?? "", /border-right:[^"]*"><div dir="auto"><p[^>]*>Hello/);

  await ben.call(updateSettings, { message_content_in_email_notifications: false });
  await ada.writes(ben, "one");
  await ada.writes(ben, "two");
  await pass(acme, { seconds: 125 });
  assert.match(mails(acme, ben).at(-1)?.text ?? "", /^لديك رسالتان جديدتان\./);
});

test("mentions of a group or of a topic's participants notify those people, and nobody else", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo, dora] = [
    await acme.member("Ada"),
    await acme.member("Ben"),
    await acme.member("Cleo"),
    await acme.member("Dora"),
  ];
  await acme.channel("design", [ada, ben, cleo]);
  await acme.owner.call(createUserGroup, { name: "painters", description: "", members: [ben.id, dora.id] });
  await ada.sends("#design > logo", "@*painters* look");
  await pass(acme, { seconds: 125 });
  assert.match(mails(acme, ben)[0]?.text ?? "", /because you were mentioned/);
  // Dora is not subscribed to the channel.
  assert.deepEqual([mails(acme, cleo), mails(acme, dora)], [[], []]);
  await cleo.call(updateSettings, { automatically_follow_topics_policy: 4 });
  await cleo.sends("#design > font", "I like this one");
  await ada.sends("#design > font", "@**topic** shall we?");
  await pass(acme, { seconds: 125 });
  assert.match(mails(acme, cleo)[0]?.text ?? "", /because everyone in the topic was mentioned/);
  assert.deepEqual(mails(acme, ben), []);
});

test("a restricted guest does not learn the name of a sender they cannot access", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  await acme.channel("design", [acme.owner, gil]);
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: acme.realm.systemGroups["role:members"] } });
  await ada.sends("#design > logo", "@**Gil** can you see this?");
  await pass(acme, { seconds: 125 });
  const [mail] = mails(acme, gil);
  assert.equal(mail?.from?.name, "Unknown user");
  assert.match(mail?.text ?? "", /can you see this\?/);
  assert.doesNotMatch(mail?.source ?? "", /\bAda\b/);
});

test("an email about very many messages shows the newest ones, and says how many are left out", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  for (let n = 1; n <= 63; n++) await ada.writes([ben, cleo], `number ${n}.`);
  await ben.call(muteUser, { muted_user_id: cleo.id });
  await pass(acme, { seconds: 125 });
  const [mail] = mails(acme, ben);
  assert.match(mail?.text ?? "", /^3 earlier messages are not shown\./);
  assert.match(mail?.text ?? "", /number 4\.[\s\S]*number 63\./);
  assert.doesNotMatch(mail?.text ?? "", /number 3\.$/m);
  // Messages from people the reader has muted are not shown as context either.
  await cleo.writes([ada, ben], "you do not hear me");
  await ada.writes([ben, cleo], "he does not");
  await pass(acme, { seconds: 125 });
  const [later] = mails(acme, ben);
  assert.match(later?.text ?? "", /he does not/);
  assert.doesNotMatch(later?.text ?? "", /you do not hear me/);
});

test("an email about long messages shows the newest ones that fit, and says how many are left out", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  for (let n = 1; n <= 8; n++) await ada.writes(ben, `number ${n}. ${"word ".repeat(1900)}`);
  await pass(acme, { seconds: 125 });
  const [mail] = mails(acme, ben);
  assert.match(mail?.text ?? "", /^3 earlier messages are not shown\./);
  assert.match(mail?.text ?? "", /number 4\.[\s\S]*number 8\./);
  assert.doesNotMatch(mail?.text ?? "", /number 3\./);
});

test("someone who has missed more conversations than one transaction sends emails about gets them all, each once", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  await acme.channel("design", [ada, ben, cleo]);
  await cleo.call(updateSettings, { message_content_in_email_notifications: false });
  const topics = Array.from({ length: 23 }, (_, n) => `topic ${n}`);
  for (const topic of topics) {
    await ada.sends(`#design > ${topic}`, "@**Ben** and @**Cleo**: one");
    await ada.sends(`#design > ${topic}`, "@**Ben** two");
  }
  await pass(acme, { minutes: 3 });
  const arrived = mails(acme, ben);
  assert.deepEqual(new Set(subjects(arrived)), new Set(topics.map((topic) => `#design > ${topic}`)));
  assert.equal(arrived.length, topics.length);
  assert(arrived.every(({ text }) => /one/.test(text ?? "") && /two/.test(text ?? "")));
  assert.equal(mails(acme, cleo).length, 1, "without content, one email says how many there are");
});
