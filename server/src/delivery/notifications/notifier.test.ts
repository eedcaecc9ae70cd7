import assert from "node:assert/strict";
import { type Organization, org, type Person, test, until } from "../../../test/index.ts";
import { updateSubscription } from "../../channels/subscribe/contract.ts";
import { setTopicVisibility } from "../../channels/user-topics/contract.ts";
import { updateMessageFlags } from "../../messages/read-state/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { notificationChannel } from "./channel.ts";
import { isPresent, mailsTo, pass, serverWithMailbox, settled } from "./testing.ts";

/** What a push service would have received. */
const pushed: { realm: number; user: number; said: string }[] = [];
const telephone = notificationChannel({
  name: "push",
  async deliver({ db, realm }, notifications) {
    for (const { userId, message, trigger } of notifications) {
      const found = db.selectFrom("message").select("content").where("id", "=", message.id);
      const { content } = await found.executeTakeFirstOrThrow();
      pushed.push({ realm: realm.id, user: userId, said: `${content} (${trigger})` });
    }
  },
});

const mailbox = await serverWithMailbox([telephone]);

async function pushedTo(acme: Organization, person: Person): Promise<string[]> {
  await settled(acme);
  const isTheirs = (each: (typeof pushed)[number]) => each.realm === acme.realm.id && each.user === person.id;
  const said = pushed.filter(isTheirs).map((each) => each.said);
  pushed.splice(0, Infinity, ...pushed.filter((each) => !isTheirs(each)));
  return said;
}

const missed = ({ server, realm }: Organization) =>
  server.app.database.reader
    .selectFrom("missed_message")
    .innerJoin("user", "user.id", "missed_message.user_id")
    .select(["user.full_name", "is_held"])
    .where("user.realm_id", "=", realm.id)
    .execute();

test("a push notification is sent at once if its recipient wants it, with the reason", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const stream_id = await acme.channel("design", [ada, ben, cleo]);
  await cleo.call(setTopicVisibility, { stream_id, topic: "logo", visibility_policy: 3 });
  await ben.call(updateSubscription, { stream_id, property: "push_notifications", value: true });
  await ada.writes(ben, "psst");
  await ada.sends("#design > logo", "blue");
  await ada.sends("#design > logo", "@**Cleo** red");
  await ada.sends("#design > logo", "@**all** green");
  assert.deepEqual(await pushedTo(acme, ben), [
    "psst (direct_message)",
    "blue (stream_notify)",
    "@**Cleo** red (stream_notify)",
    "@**all** green (stream_wildcard_mentioned)",
  ]);
  assert.deepEqual(await pushedTo(acme, cleo), [
    "blue (followed_topic_notify)",
    "@**Cleo** red (mentioned)",
    "@**all** green (stream_wildcard_mentioned_in_followed_topic)",
  ]);
  assert.deepEqual(await pushedTo(acme, ada), []);
});

test("people who are present get push notifications only if they want them, or after they have left", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await isPresent(ben);
  await ada.writes(ben, "by default");
  assert.deepEqual(await pushedTo(acme, ben), ["by default (direct_message)"]);
  await ben.call(updateSettings, { enable_online_push_notifications: false });
  const read = await ada.writes(ben, "read");
  await ada.writes(ben, "not read");
  assert.deepEqual(await pushedTo(acme, ben), []);
  await ben.call(updateMessageFlags, { messages: [read], op: "add", flag: "read" });
  await pass(acme, { minutes: 15 });
  assert.deepEqual(await pushedTo(acme, ben), ["not read (direct_message)"]);
});

test("an ordinary channel message leaves no rows behind", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  await ada.sends("#design > logo", "first");
  await settled(acme);
  const { commits } = acme.server.app.database;
  await ada.sends("#design > logo", "hello everybody");
  await settled(acme);
  assert.equal(acme.server.app.database.commits, commits + 1, "nothing is written but the message");
  assert.deepEqual(await missed(acme), []);
});

test("a process that crashes notifies about each message once [N1]", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ada.writes(ben, "before the crash");
  await acme.server.restart({ crash: true });
  await settled(acme);
  await ada.writes(ben, "after it");
  await settled(acme);
  await acme.clock.advance({ seconds: 100 });
  await acme.server.restart({ crash: true });
  await pass(acme, { seconds: 60 });
  const [mail, ...others] = mailsTo(mailbox, acme, ben);
  assert.deepEqual(others, []);
  assert.match(mail?.text ?? "", /before the crash[\s\S]*after it/);
  assert.equal(new Set(await pushedTo(acme, ben)).size, 2);
  await acme.server.restart();
  await pass(acme, { minutes: 10 });
  assert.deepEqual(mailsTo(mailbox, acme, ben), []);
});

test("nodes that share a database notify about each message once [N1]", async (t) => {
  const acme = await org(t);
  if (acme.server.app.database.engine === "sqlite") return;
  const other = await acme.server.anotherNode();
  try {
    const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
    for (let n = 0; n < 20; n++) {
      await ada.writes(ben, `number ${n}`);
      other.app.notifier.wake(acme.realm.id);
    }
    for (const node of [acme.server, other]) await node.app.notifier.settled();
    assert.deepEqual((await pushedTo(acme, ben)).length, 20);
    await acme.clock.leap({ seconds: 121 });
    for (const node of [acme.server, other]) node.app.notifier.checkForEmails();
    for (const node of [acme.server, other]) await node.app.notifier.settled();
    for (const node of [acme.server, other]) await node.app.jobs.settled();
    await until(async () => (await missed(acme)).length === 0);
    await settled(acme);
    const [mail, ...others] = mailsTo(mailbox, acme, ben);
    assert.deepEqual(others, []);
    assert.match(mail?.text ?? "", /number 0[\s\S]*number 19/);
  } finally {
    await other.close();
  }
});
