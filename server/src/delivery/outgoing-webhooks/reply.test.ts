import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import { getMessages } from "../../messages/contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { among, inTopic, noticesTo, pass, said, settled, useReceiver, webhookBot } from "./testing.ts";

const receiver = await useReceiver();

test("a bot replies in the topic where it was mentioned, with an ordinary message of its own", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const oracle = receiver.endpoint({ content: "**Forty-two**, @**Ben**" });
  const bot = await webhookBot(acme, ada, oracle.url);
  await acme.channel("design", [ben]);
  await ben.catchesUp();
  await ben.sends("#design > logo", "@**Oracle** what is the answer?");
  await settled(acme);

  const heard = (await ben.catchesUp()).filter(({ type }) => type === "message").at(-1);
  const { message, flags } = heard as unknown as { message: Record<string, unknown>; flags: string[] };
  assert.deepEqual(
    [message.sender_id, message.subject, message.display_recipient, message.client, flags],
    [bot.id, "logo", "design", "OutgoingWebhookResponse", ["mentioned"]],
  );
  assert.equal(
    message.content,
    `<p><strong>Forty-two</strong>, <span class="user-mention" data-user-id="${ben.id}">@Ben</span></p>`,
  );
  assert.deepEqual(await noticesTo(ada), []);
});

test("a bot replies in the direct conversation where it was addressed, whatever its size", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await webhookBot(acme, ada, receiver.endpoint({ content: "hello back" }).url);
  await ben.writes(bot, "hello");
  await ben.writes([ada, bot], "hello you two");
  await settled(acme);
  const contents = async (...people: Person[]) =>
    (await said(ben, among(...people))).map(({ sender, content }) => [sender, content]);
  assert.deepEqual(await contents(bot), [
    ["Ben", "hello"],
    ["Oracle", "hello back"],
  ]);
  assert.deepEqual(await contents(ada, bot), [
    ["Ben", "hello you two"],
    ["Oracle", "hello back"],
  ]);
});

test("a bot need not be subscribed to reply, not even in a private channel", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await webhookBot(acme, ada, receiver.endpoint({ content: "here" }).url);
  await acme.channel("secret", [ben], { invite_only: true });
  await ben.sends("#secret > x", "@**Oracle**");
  await settled(acme);
  assert.equal((await said(ben, inTopic("secret", "x"))).at(-1)?.content, "here");
});

test("a webhook can decline to reply in several ways", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const oracle = receiver.endpoint();
  const bot = await webhookBot(acme, ada, oracle.url);
  const nothing = [
    { status: 200, body: '{"response_not_required": true, "content": "unheard"}' },
    { status: 200, body: "{}" },
    { status: 200, body: '{"content": ""}' },
    { status: 200, body: '{"content": " \\n\\t"}' },
    { status: 200, body: '{"content": null}' },
    { status: 200, body: '{"text": "of Slack"}' },
    { status: 200, body: '""' },
    { status: 200, body: "" },
    { status: 202, body: "{}" },
    { status: 204, body: "" },
  ];
  for (const { status, body } of nothing) {
    oracle.answering = (response) => void response.writeHead(status).end(body);
    await ada.writes(bot, "hello");
    await settled(acme);
  }
  assert.equal(oracle.received.length, nothing.length);
  const messages = await said(ada, among(bot), 100);
  assert(messages.every(({ sender }) => sender === "Ada"));
  assert.deepEqual(await noticesTo(ada), []);
});

test("an older field for the reply is supported, and so is a widget", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const form = {
    widget_type: "zform",
    extra_data: { type: "choices", heading: "Pick", choices: [{ short_name: "A", long_name: "First", reply: "a" }] },
  };
  const oracle = receiver.endpoint();
  const bot = await webhookBot(acme, ada, oracle.url);
  const answers = [
    { response_string: "older", content: "newer" },
    { content: "a form", widget_content: JSON.stringify(form) },
    { content: "a form", widget_content: form },
    { content: "\ud800 half" },
  ];
  for (const answer of answers) {
    oracle.answering = answer;
    await ada.writes(bot, "hello");
    await settled(acme);
  }
  const { messages } = await ada.call(getMessages, {
    anchor: "newest",
    num_before: 10,
    num_after: 0,
    narrow: [...among(bot), { operator: "sender", operand: bot.id }],
    apply_markdown: false,
  });
  assert.deepEqual(
    messages.map(({ content, submessages }) => [content, submessages.map((each) => JSON.parse(each.content))]),
    [
      ["older", []],
      ["a form", [form]],
      ["a form", [form]],
      ["\ufffd half", []],
    ],
  );
});

test("in Slack's format the reply is the `text` field", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const oracle = receiver.endpoint({ text: "from Slack's world", content: "unheard" });
  const bot = await webhookBot(acme, ada, oracle.url, { interface_type: 2 });
  await acme.channel("design", [ada]);
  await ada.sends("#design > x", "@**Oracle**");
  await settled(acme);
  oracle.answering = { content: "unheard" };
  await ada.sends("#design > x", "@**Oracle**");
  await settled(acme);
  assert.deepEqual(
    (await said(ada, inTopic("design", "x"))).map(({ content }) => content),
    ["@**Oracle**", "from Slack's world", "@**Oracle**"],
  );
  await ada.writes(bot, "hello");
  await settled(acme);
  assert.equal(oracle.received.length, 2);
  const { sender, content } = (await said(ada, among(bot))).at(-1) ?? assert.fail();
  assert.deepEqual([sender, content], ["Oracle", "Failure! Slack outgoing webhooks don't support direct messages."]);
  assert.deepEqual(await noticesTo(ada), []);
});

test("a reply follows the message if its topic is renamed in the meantime", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  let answer = () => {};
  const oracle = receiver.endpoint((response) => {
    answer = () => void response.end('{"content": "found you"}');
  });
  await webhookBot(acme, ada, oracle.url);
  await acme.channel("design", [ada]);
  const message_id = await ada.sends("#design > old", "@**Oracle**");
  await oracle.wasCalled(1);
  await ada.call(editMessage, { message_id, topic: "new", send_notification_to_new_thread: false });
  answer();
  await settled(acme);
  assert.equal((await said(ada, inTopic("design", "new"))).at(-1)?.content, "found you");
});

test("a bot cannot post where the channel does not allow it, and its owner learns why", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const oracle = receiver.endpoint({ content: "let me tell you" });
  await webhookBot(acme, ada, oracle.url);
  const stream_id = await acme.channel("announce", [acme.owner, ben]);
  const administrators = acme.realm.systemGroups["role:administrators"];
  await acme.owner.call(updateChannel, { stream_id, can_send_message_group: { new: administrators } });
  await acme.owner.sends("#announce > x", "@**Oracle**");
  await settled(acme);
  assert.deepEqual(
    (await said(ben, inTopic("announce", "x"))).map(({ sender }) => sender),
    ["Olivia"],
  );
  const [notice = ""] = await noticesTo(ada);
  assert.match(notice, /could not be posted: You do not have permission to post in this channel\./);
  assert.match(notice, /let me tell you/);
});

test("a reply that is too long is not posted, and both the sender and the owner learn why", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const oracle = receiver.endpoint({ content: "x".repeat(10_001) });
  const bot = await webhookBot(acme, ada, oracle.url);
  await ben.writes(bot, "hello");
  await settled(acme);
  assert.equal((await said(ben, among(bot))).at(-1)?.content, "Failure! content is too long (limit: 10000 characters)");
  assert.match((await noticesTo(ada))[0] ?? "", /content is too long/);
  assert.deepEqual(await noticesTo(ben), []);
  oracle.answering = { content: "a form", widget_content: "x".repeat(10_001) };
  await ben.writes(bot, "hello");
  await settled(acme);
  assert.match((await said(ben, among(bot))).at(-1)?.content ?? "", /^Failure! widget_content is too long/);
  await pass(acme, 0);
});
