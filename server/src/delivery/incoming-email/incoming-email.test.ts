import assert from "node:assert/strict";
import { connect } from "node:net";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import type { Arrived } from "../../../test/mailbox.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { replaceChannelEmailAddresses, updateChannel } from "../../channels/update/contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { getAttachments } from "../../messages/uploads/contract.ts";
import { regenerateApiKey } from "../../people/users/contract.ts";
import { seenBy } from "../integrations/testing.ts";
import { mailsTo, pass } from "../notifications/testing.ts";
import { addressOf, DOMAIN, sendMail, sendRaw, serverWithMailIn, withOptions } from "./testing.ts";

const mailbox = await serverWithMailIn("mail_in_by_address=7/3600");

const newest = async (person: Person) => (await seenBy(person, { count: 1 })).at(-1);
const inChannel = async (person: Person, name = "design") =>
  (await seenBy(person, { narrow: [{ operator: "channel", operand: name }] })).map(({ subject, content }) => ({
    subject,
    content,
  }));

async function team(acme: Organization) {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  return { ada, ben, stream_id };
}

test("an email to a channel's address is posted by the email gateway, under its subject", async (t) => {
  const acme = await org(t);
  const { ada, ben, stream_id } = await team(acme);
  const address = await addressOf(ada, stream_id);
  assert.match(address, /^design\.[a-z2-7]{26,}\.show-sender@in\.example\.com$/);
  assert.equal(await addressOf(ada, stream_id), address, "it stays the same");
  assert.notEqual(await addressOf(ben, stream_id), address);

  const heard = await ben.eventsDuring(async () => {
    const text = "The **server** is down.\n\n@**all** look!\n\n-- \nMonitor\n";
    const { code, response } = await sendMail(acme, { to: address, subject: "Re: Fwd: Server  down", text });
    assert.deepEqual([code, response], [250, "250 2.0.0 The email was posted."]);
  });
  assert.deepEqual(
    heard.map(({ type }) => type),
    ["message"],
  );
  const message = await newest(ben);
  const { cross_realm_bots } = (await ben.asks("POST", "/register", {
    fetch_event_types: '["realm_user"]',
  })) as unknown as {
    cross_realm_bots: { user_id: number; email: string; full_name: string }[];
  };
  const gateway = cross_realm_bots.find(({ full_name }) => full_name === "Email Gateway");
  assert.equal(gateway?.email, `emailgateway@${acme.realm.host}`);
  assert.equal(message?.sender_id, gateway?.user_id);
  assert.equal(message?.subject, "Server down");
  assert.equal(message?.client, "Email");
  assert.equal(
    message?.content,
    "**From:** Vera <vera@elsewhere.example>\nThe **server** is down.\n\n@&#42;&#42;all** look!",
  );
  assert.ok(!message?.flags.some((flag) => flag.includes("mentioned")));
});

test("a link in an email opens no file that came with another email", async (t) => {
  const acme = await org(t);
  const { ada, stream_id } = await team(acme);
  const to = withOptions(await addressOf(ada, stream_id));
  await sendMail(acme, { to, subject: "first", text: "x", attachments: [{ filename: "a.txt", content: "secret" }] });
  const [first] = await inChannel(ada);
  const [link] = /\/user_uploads\/[^)]+/.exec(first?.content ?? "") ?? [];
  assert.ok(link);
  await sendMail(acme, { to, subject: "second", text: `See [it](${link})` });
  assert.equal((await inChannel(ada)).length, 2);
  const claims = await acme.server.app.database.reader.selectFrom("attachment_message").select("message_id").execute();
  assert.equal(claims.length, 1);
});

test("options of the address decide what is posted, and attachments are uploaded", async (t) => {
  const acme = await org(t);
  const { ada, stream_id } = await team(acme);
  const address = await addressOf(ada, stream_id);
  const text = "Mine\n\nOn Tue, 3 Nov 2026, Ada <ada@example.com> wrote:\n> Theirs\n";
  const inReplyTo = "<1@elsewhere.example>";
  await sendMail(acme, { to: withOptions(address), subject: "", text, inReplyTo });
  await sendMail(acme, { to: withOptions(address, "include-quotes"), subject: "quotes", text, inReplyTo });
  await sendMail(acme, { to: withOptions(address), subject: "Fwd: forwarded", text, inReplyTo });
  const footer = "Mine\n-- \nAda\n";
  await sendMail(acme, { to: withOptions(address, "include-footers"), subject: "footer", text: footer });
  const html = "<p>From <b>HTML</b></p>";
  await sendMail(acme, { to: withOptions(address, "prefer-html"), subject: "html", text: "From text", html });
  await sendMail(acme, { to: withOptions(address).toUpperCase(), subject: "text", text: "From text", html });
  assert.deepEqual(await inChannel(ada), [
    { subject: "", content: "Mine" },
    { subject: "quotes", content: text.trimEnd() },
    { subject: "forwarded", content: text.trimEnd() },
    { subject: "footer", content: "Mine\n--\nAda" },
    { subject: "html", content: "From **HTML**" },
    { subject: "text", content: "From text" },
  ]);

  const files = await acme.channel("files", [ada]);
  const attachments = [
    { filename: "plan [v2].txt", content: "the plan" },
    { filename: "dot.png", content: Buffer.from("iVBORw0KGgo=", "base64"), cid: "dot@x" },
  ];
  const to = withOptions(await addressOf(ada, files, ada.id));
  await sendMail(acme, { to, from: "Ada <ADA@example.com>", subject: "", text: "See @**all**", attachments });
  const [posted] = await inChannel(ada, "files");
  assert.match(
    posted?.content ?? "",
    /^See @\*\*all\*\*\n\n\[plan &#91;v2&#93;\.txt\]\(\/user_uploads\/\S+\)\n\[dot\.png\]\(\/user_uploads\/\S+\)$/,
  );
  const listed = await ada.call(getAttachments, {});
  assert.deepEqual(
    listed.attachments.map(({ name, messages }) => [name, messages.length]),
    [
      ["plan [v2].txt", 1],
      ["dot.png", 1],
    ],
  );
});

test("a channel without topics gets the subject in the text; one without an empty topic a name", async (t) => {
  const acme = await org(t);
  const { ada, stream_id } = await team(acme);
  const to = withOptions(await addressOf(ada, stream_id));
  await acme.owner.call(updateChannel, { stream_id, topics_policy: "disable_empty_topic" });
  await sendMail(acme, { to, subject: "Re:", text: "one" });
  const posted = (name: string) =>
    inChannel(ada, name).then((all) => all.filter(({ subject }) => !/events$/.test(subject)));
  const [one] = await posted("design");
  const flat = await acme.channel("flat", [ada]);
  await acme.owner.call(updateChannel, { stream_id: flat, topics_policy: "empty_topic_only" });
  const toFlat = withOptions(await addressOf(ada, flat));
  await sendMail(acme, { to: toFlat, subject: "A *subject*", text: "two" });
  await sendMail(acme, { to: toFlat, subject: "Long", text: "three ".repeat(3000) });
  const [two, three] = (await posted("flat")).slice(-2);
  assert.deepEqual(one, { subject: "(no subject)", content: "one" });
  assert.deepEqual(two, { subject: "", content: "**A &#42;subject&#42;**\ntwo" });
  assert.match(three?.content ?? "", /…\n\n\[email\.txt\]\(\/user_uploads\/\S+\)$/);
});

test("an address ends with its owner's right to post, with their account, and with their API key", async (t) => {
  const acme = await org(t);
  const { ada, ben, stream_id } = await team(acme);
  const bot = await acme.bot("Helper", ben);
  const secret = await acme.channel("secret", [ben, ada], { invite_only: true });
  const [bens, asBot, inSecret] = [
    await addressOf(ben, stream_id),
    await addressOf(ben, stream_id, bot.id),
    await addressOf(ben, secret),
  ];
  const send = async (to: string) => (await sendMail(acme, { to, subject: "hi", text: "hi" })).response.slice(0, 9);
  assert.equal(await send(asBot), "250 2.0.0");
  assert.equal((await newest(ada))?.sender_id, bot.id);
  assert.equal(await send(inSecret), "250 2.0.0");

  // As long as nobody else could have made it.
  const local = bens.split("@")[0] as string;
  const key = local.split(".")[1] as string;
  const wrong = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
  for (const to of [
    `nobody@${DOMAIN}`,
    `${local}@elsewhere.example`,
    bens.replace(key, wrong),
    `${"a".repeat(30)}@${DOMAIN}`,
  ])
    assert.equal(await send(to), "550 5.1.1", to);

  await ada.call(unsubscribe, { subscriptions: ["secret"], principals: [ben.id] }).catch(() => {});
  await ben.call(unsubscribe, { subscriptions: ["secret"] });
  assert.equal(await send(inSecret), "550 5.7.1");
  const administrators = acme.realm.systemGroups["role:administrators"];
  await acme.owner.call(updateChannel, { stream_id, can_send_message_group: { new: administrators } });
  assert.equal(await send(bens), "550 5.7.1");
  await acme.owner.call(updateChannel, {
    stream_id,
    can_send_message_group: { new: acme.realm.systemGroups["role:everyone"] },
  });
  assert.equal(await send(bens), "250 2.0.0");
  const adas = await addressOf(ada, stream_id);
  await ada.call(regenerateApiKey, {});
  assert.equal(await send(adas), "550 5.1.1");
  await acme.deactivate(ben);
  assert.equal(await send(bens), "550 5.2.1");
  acme.stopFollowing("Ada's key is another one now, and Ben is gone");
});

test("whoever administers a channel replaces its addresses: those until now are refused, and other channels' are not", async (t) => {
  const acme = await org(t);
  const { ada, ben, stream_id } = await team(acme);
  const other = await acme.channel("other", [ben]);
  const [adas, bens, elsewhere] = [
    await addressOf(ada, stream_id),
    await addressOf(ben, stream_id),
    await addressOf(ben, other),
  ];
  const send = async (to: string) => (await sendMail(acme, { to, subject: "hi", text: "hi" })).response.slice(0, 9);
  await assert.rejects(ben.call(replaceChannelEmailAddresses, { stream_id }), { code: "BAD_REQUEST" });
  assert.equal(await send(bens), "250 2.0.0");
  await acme.owner.call(replaceChannelEmailAddresses, { stream_id });
  for (const to of [adas, bens]) assert.equal(await send(to), "550 5.1.1");
  assert.equal(await send(elsewhere), "250 2.0.0");
  const renewed = await addressOf(ben, stream_id);
  assert.equal(await send(renewed), "250 2.0.0");
  await acme.owner.call(replaceChannelEmailAddresses, { stream_id });
  assert.equal(await send(renewed), "550 5.1.1");
});

const replyOf = (mail: Arrived | undefined) => mail?.replyTo?.[0]?.address ?? "";

test("a reply to an email about missed messages is posted as the person, wherever the conversation is by then", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await team(acme);
  await ada.writes(ben, "Lunch?");
  const message_id = await ada.sends("#design > logo", "@**Ben** round or square?");
  await pass(acme, { seconds: 125 });
  const mails = mailsTo(mailbox, acme, ben);
  const direct = mails.find(({ subject }) => subject?.includes("Direct"));
  const inTopic = mails.find(({ subject }) => subject?.includes("logo"));
  assert.match(direct?.text ?? "", /You can also reply to this email\./);
  assert.match(replyOf(direct), new RegExp(`^[a-z2-7]{26,}@${DOMAIN}$`));
  assert.notEqual(replyOf(direct), replyOf(inTopic));

  const from = "Ben <ben@example.com>";
  const quoted = `\n\nOn Tue, 3 Nov 2026, Ada <${replyOf(direct)}> wrote:\n> Lunch?\n`;
  assert.equal(
    (await sendMail(acme, { from, to: replyOf(direct), subject: "Re: x", text: `At noon.${quoted}` })).code,
    250,
  );
  const answer = await newest(ada);
  assert.deepEqual([answer?.type, answer?.content, answer?.sender_id], ["private", "At noon.", ben.id]);

  await ada.call(editMessage, {
    message_id,
    topic: "shape",
    propagate_mode: "change_all",
    send_notification_to_new_thread: false,
  });
  assert.equal((await sendMail(acme, { from, to: replyOf(inTopic), text: "Round, @**Ada**!" })).code, 250);
  assert.deepEqual((await inChannel(ada)).at(-1), { subject: "shape", content: "Round, @**Ada**!" });

  // Whoever finds the address in a forwarded email is not Ben, and what answers by itself is nobody.
  const count = (await seenBy(ada)).length;
  const refused = async (mail: object) =>
    (await sendMail(acme, { from, to: replyOf(direct), text: "x", ...mail })).response.slice(0, 9);
  assert.equal(await refused({ from: "Eve <eve@elsewhere.example>" }), "550 5.7.1");
  assert.equal(await refused({ from: "Ben <ben@example.com>, Eve <eve@elsewhere.example>" }), "550 5.7.1");
  assert.equal(await refused({ text: quoted }), "554 5.6.0");
  assert.equal(await refused({ headers: { "Auto-Submitted": "auto-replied (vacation)" } }), "554 5.4.6");
  assert.equal((await seenBy(ada)).length, count);
  await acme.clock.leap({ days: 15 });
  const late = await sendMail(acme, { from, to: replyOf(inTopic), text: "too late" });
  assert.match(late.response, /^550 5\.7\.1 .*expired/);
});

test("loops, bounces and forged senders are refused, each with a response that says why", async (t) => {
  const acme = await org(t);
  const { ada, stream_id } = await team(acme);
  const to = await addressOf(ada, stream_id);
  const response = async (headers: string, from?: string) =>
    (await sendRaw(acme, to, `${headers}\r\nSubject: x\r\n\r\nx\r\n`, from)).response.slice(0, 9);
  const from = "From: vera@elsewhere.example";
  assert.equal(await response(from, ""), "554 5.4.6", "a bounce");
  assert.equal(await response(`${from}\r\nX-Parley-Notification: true`), "554 5.4.6");
  assert.equal(await response(`${from}\r\nAuto-Submitted: auto-replied`), "554 5.4.6");
  assert.equal(await response(`${"Received: from a by b; now\r\n".repeat(51)}${from}`), "554 5.4.6");
  assert.equal(await response(`${from}\r\nAuto-Submitted: auto-generated\r\nList-Id: <alerts.example>`), "250 2.0.0");
  const asAda = await addressOf(ada, stream_id, ada.id);
  const forged = await sendMail(acme, { to: asAda, from: "vera@elsewhere.example", text: "x" });
  assert.match(forged.response, /^550 5\.7\.1 Send the email from the address of your account/);
  assert.equal((await inChannel(ada)).length, 1);
});

test("an email that is delivered twice is posted once, and one that is not accepted not at all", async (t) => {
  const acme = await org(t);
  const { ada, stream_id } = await team(acme);
  const to = withOptions(await addressOf(ada, stream_id));
  const mail = {
    to,
    subject: "x",
    text: "once",
    messageId: "<1@elsewhere.example>",
    attachments: [{ filename: "a.txt", content: "a" }],
  };
  assert.match((await sendMail(acme, mail)).response, /was posted\.$/);
  assert.match((await sendMail(acme, mail)).response, /was posted before\.$/);
  assert.equal((await sendMail(acme, { ...mail, messageId: "<2@elsewhere.example>" })).code, 250);
  assert.equal((await inChannel(ada)).length, 2);

  const large = await sendMail(acme, { to, text: "x".repeat(3 * 1024 * 1024) });
  assert.match(large.response, /^552 /);
  const many = Array.from({ length: 21 }, (_, n) => ({ filename: `${n}.txt`, content: "x" }));
  assert.match((await sendMail(acme, { to, text: "x", attachments: many })).response, /^554 5\.6\.0 .*attachments/);
  assert.equal((await inChannel(ada)).length, 2);
  // Four emails have come to this address; seven are allowed in an hour.
  for (const code of [250, 250, 250, 450]) assert.equal((await sendMail(acme, { to, text: "more" })).code, code);
  await acme.clock.leap({ hours: 2 });
  assert.equal((await sendMail(acme, { to, text: "later" })).code, 250);
});

test("one recipient at a time: the second is asked for again, and gets its own response", async (t) => {
  const acme = await org(t);
  const { ada, stream_id } = await team(acme);
  const to = await addressOf(ada, stream_id);
  const { port } = acme.server.app.mailListener as { port: number };
  const said = await dialogue(port, [
    "EHLO client.example",
    "MAIL FROM:<vera@elsewhere.example>",
    `RCPT TO:<${to}>`,
    `RCPT TO:<${to}>`,
    "AUTH PLAIN AGEAYg==",
    "STARTTLS",
    "QUIT",
  ]);
  assert.deepEqual(
    said.map((line) => line.slice(0, 3)),
    ["220", "250", "250", "250", "452", "500", "500", "221"],
  );
});

/** Sends lines one by one, and returns the last line of each response. */
function dialogue(port: number, lines: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    const answers: string[] = [];
    const left = [...lines];
    let text = "";
    socket.on("error", reject);
    socket.on("data", (chunk: string) => {
      text += chunk;
      const answer = /(?:^|\r\n)(\d{3} [^\r]*)\r\n$/.exec(text)?.[1];
      if (answer === undefined) return;
      text = "";
      answers.push(answer);
      const next = left.shift();
      if (next !== undefined) socket.write(`${next}\r\n`);
    });
    socket.on("close", () => resolve(answers));
  });
}
