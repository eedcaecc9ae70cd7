import assert from "node:assert/strict";
import { after } from "node:test";
import { type Organization, org, Person, test, useServer } from "../../../test/index.ts";
import { Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { subscribe } from "../../channels/contract.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import { channelReading, invites, messages, registration } from "../../contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { createUser, getUsers } from "../../people/users/contract.ts";
import { testWelcomeMessage } from "./contract.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url }));

const PASSWORD = "correct horse battery staple";

/** A person whose account was created by an administrator. */
async function newcomer(acme: Organization, name = "Nora"): Promise<Person> {
  const engine = acme.server.app.config.databaseUrl ? "pg" : "lite";
  const email = `${name.toLowerCase()}@${acme.realm.string_id}-${engine}.example.com`;
  const { user_id: id } = await acme.owner.call(createUser, { email, full_name: name, password: PASSWORD });
  const { reader } = acme.server.app.database;
  const { api_key_encrypted } = await reader
    .selectFrom("user")
    .select("api_key_encrypted")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const apiKey = acme.server.app.secrets.decrypt(api_key_encrypted);
  return new Person(acme.server, acme.realm.url, { id, name, email, apiKey });
}

async function starred(person: Person) {
  const narrow = [{ operator: "is", operand: "starred" }];
  const { messages: found } = await person.call(messages.getMessages, {
    anchor: "newest",
    num_before: 10,
    num_after: 0,
    narrow: narrow as never,
    apply_markdown: false,
  });
  return found;
}

test("a newcomer gets a starred message from the welcome bot, and the organization's own if there is one", async (t) => {
  const acme = await org(t);
  const nora = await newcomer(acme);
  const [first, ...more] = await starred(nora);
  assert.ok(first);
  assert.deepEqual(more, []);
  assert.deepEqual([first.sender_full_name, first.type], ["Welcome Bot", "private"]);
  assert.match(first.content, /welcome to \*\*Acme\*\*/);
  assert.deepEqual(first.flags, ["starred"]);

  await acme.owner.call(updateRealm, { welcome_message_custom_text: "Tea is at **four**." });
  const otto = await newcomer(acme, "Otto");
  const [, second] = await starred(otto);
  assert.match(second?.content ?? "", /``` quote\nTea is at \*\*four\*\*\.\n```$/);
  assert.deepEqual(second?.flags, ["starred"]);
});

test("messages and emails to newcomers are in the organization's language", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { default_language: "de" });
  const nora = await newcomer(acme);
  const [first] = await starred(nora);
  assert.match(first?.content ?? "", /willkommen bei \*\*Acme\*\*/);
  assert.equal((await mailbox.next(nora.email)).subject, "Dein Konto bei Acme");
});

test("the newest twenty messages are unread for a newcomer", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ids: number[] = [];
  for (let n = 0; n < 23; n++) ids.push(await owner.sends(`#${n % 2 ? "general" : "sandbox"} > talk`, `message ${n}`));
  const nora = await newcomer(acme);
  const { unread_msgs } = await nora.call(registration.register, {
    fetch_event_types: ["message", "update_message_flags"],
  });
  const unread = unread_msgs?.streams.flatMap((each) => each.unread_message_ids).sort((a, b) => a - b);
  assert.deepEqual(unread, ids.slice(3));
  const { messages: read } = await nora.call(messages.getMessages, {
    message_ids: [ids[0] as number, ids[22] as number],
  });
  assert.deepEqual(
    read.map(({ flags }) => flags),
    [["read", "historical"], ["historical"]],
  );
  await nora.watches();
  await owner.sends("#general > talk", "hello");
  await nora.verify();
});

test("a newcomer's feed holds the history of their channels as read, without a row for each message", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await acme.channel("elsewhere", [owner]);
  await acme.channel("vault", [owner], { invite_only: true, history_public_to_subscribers: false });
  await owner.sends("#elsewhere > talk", "not theirs");
  await owner.sends("#vault > talk", "secret");
  const ids: number[] = [];
  for (let n = 0; n < 30; n++) ids.push(await owner.sends("#general > talk", `message ${n}`));
  const nora = await newcomer(acme);
  await owner.call(subscribe, { subscriptions: [{ name: "vault" }], principals: [nora.id] as never });

  const feed = async () => {
    const args = { anchor: "newest", num_before: 100, num_after: 0 };
    const home = [{ operator: "in", operand: "home" }];
    const { messages: found } = await nora.call(messages.getMessages, { ...args, narrow: home as never });
    return found.filter(({ type, sender_id }) => type === "stream" && sender_id === owner.id);
  };
  const found = await feed();
  assert.deepEqual(
    found.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(found[0]?.flags, ["read", "historical"]);
  assert.equal(found.filter(({ flags }) => !flags.includes("read")).length, 20);
  const rows = await acme.server.app.database.reader
    .selectFrom("user_message")
    .select("message_id")
    .where("user_id", "=", nora.id)
    .execute();
  assert.ok(rows.length <= 21, `${rows.length} rows`);

  // What becomes protected is protected from them too; only what they marked or received stays.
  const { stream_id: general } = await owner.call(channelReading.getChannelId, { stream: "general" });
  await owner.call(updateChannel, { stream_id: general, is_default_stream: false, is_private: true });
  await owner.call(updateChannel, { stream_id: general, history_public_to_subscribers: false });
  assert.deepEqual(await feed(), []);
});

test("newcomers are announced in the channel for sign-ups, if there is one", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const stream_id = await acme.channel("doors", [owner]);
  await owner.call(updateRealm, { signup_announcements_stream_id: stream_id });
  let nora: Person | undefined;
  const heard = await owner.eventsDuring(async () => {
    nora = await newcomer(acme);
  });
  const [event, ...more] = heard.filter(({ type }) => type === "message") as unknown as {
    message: { subject: string; stream_id: number; content: string; sender_full_name: string };
  }[];
  assert.deepEqual(more, []);
  const { subject, content, sender_full_name } = event?.message ?? {};
  assert.deepEqual([subject, event?.message.stream_id, sender_full_name], ["signups", stream_id, "Notification Bot"]);
  assert.match(content ?? "", new RegExp(`data-user-id="${nora?.id}"`));

  await owner.call(updateChannel, { stream_id, new_name: "windows" });
  await owner.asks("DELETE", `/streams/${stream_id}`);
  await newcomer(acme, "Otto");
});

test("an email about the account is sent at once, and one about getting started a day later, unless turned off", async (t) => {
  const acme = await org(t);
  const nora = await newcomer(acme);
  const mail = await mailbox.next(nora.email);
  assert.equal(mail.subject, "Your account at Acme");
  assert.match(mail.text ?? "", new RegExp(nora.email));
  assert.ok(mail.text?.includes(acme.realm.url));
  await acme.server.app.jobs.settled();
  await acme.clock.leap({ days: 1 });
  assert.equal((await mailbox.next(nora.email)).subject, "Getting started at Acme");

  await acme.owner.call(updateRealm, { send_welcome_emails: false });
  const otto = await newcomer(acme, "Otto");
  assert.equal((await mailbox.next(otto.email)).subject, "Your account at Acme");
  await acme.server.app.jobs.settled();
  await acme.clock.leap({ days: 2 });
  await acme.server.app.jobs.settled();
  assert.deepEqual(
    mailbox.arrived.filter(({ recipients }) => recipients.includes(otto.email)),
    [],
  );
});

test("creating an account revokes the invitations to its address", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  const engine = acme.server.app.config.databaseUrl ? "pg" : "lite";
  const email = `Nora@${acme.realm.string_id}-${engine}.example.com`;
  await ada.call(invites.sendInvites, { invitee_emails: email, stream_ids: [] });
  const heard = await ada.eventsDuring(() => newcomer(acme));
  assert.equal(heard.filter(({ type }) => type === "invites_changed").length, 1);
  assert.deepEqual((await owner.call(invites.getInvites, {})).invites, []);
  // Nobody accepted an invitation, so there is no notice about it.
  assert.deepEqual(
    heard.filter(({ type }) => type === "message"),
    [],
  );
  assert.equal((await ada.call(getUsers, {})).members.length, 3);
});

test("administrators can send themselves the organization's welcome message", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  let id = 0;
  const heard = await owner.eventsDuring(async () => {
    const text = "Tea is at **four**.";
    ({ message_id: id } = await owner.call(testWelcomeMessage, { welcome_message_custom_text: text }));
  });
  const [event] = heard as unknown as { message: { id: number; sender_full_name: string; content: string } }[];
  assert.deepEqual([event?.message.id, event?.message.sender_full_name], [id, "Welcome Bot"]);
  assert.match(event?.message.content ?? "", /<blockquote>\n<p>Tea is at <strong>four<\/strong>\.<\/p>/);

  const path = "/realm/test_welcome_bot_custom_message";
  const says = async (who: Person, welcome_message_custom_text: string) =>
    (await who.asks("POST", path, { welcome_message_custom_text })).msg;
  assert.equal(await says(ada, ""), "Must be an organization administrator");
  assert.equal(await says(owner, " "), "Message must not be empty");
  assert.equal(await says(owner, "x".repeat(8001)), "welcome_message_custom_text is too long (limit: 8000 characters)");
});

test("the welcome bot replies in one-to-one conversations, and lists the subjects it knows", async (t) => {
  const acme = await org(t);
  const nora = await newcomer(acme);
  const { app } = acme.server;
  const [bot] = await app.database.reader
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .where("system_bot", "=", "welcome")
    .execute();
  const asks = async (content: string, to: readonly unknown[] = [bot?.id]): Promise<string[]> => {
    await app.jobs.settled();
    const heard = await nora.eventsDuring(async () => {
      const answer = await nora.asks("POST", "/messages", { type: "direct", to: JSON.stringify(to), content });
      assert.equal(answer.result, "success");
      await app.jobs.settled();
    });
    const said = heard.filter(({ type }) => type === "message").map((event) => event.message as Message);
    return said.filter((message) => message.sender_id === bot?.id).map((message) => message.content);
  };
  interface Message {
    readonly sender_id: number;
    readonly content: string;
  }
  assert.match((await asks("hello?")).join(), /I am a bot/);
  assert.match((await asks("What are topics?")).join(), /like an email to its subject/);
  assert.match((await asks("topics and channels")).join(), /I am a bot/);
  assert.deepEqual(await asks("topics", [bot?.id, acme.owner.id]), [], "not in group conversations");
  await nora.asks("PATCH", "/settings", { default_language: "de" });
  assert.match((await asks("Channels!")).join(), /Private Kanäle/);
});
