import assert from "node:assert/strict";
import type { KyselyPlugin } from "kysely";
import { org, type Person, test } from "../../../test/index.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { getMessages, sendMessage } from "../../messages/contract.ts";
import { deleteMessage } from "../../messages/delete/contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { addReaction } from "../../messages/reactions/contract.ts";
import { deactivateBot, regenerateBotApiKey, updateBot } from "../../people/bots/contract.ts";
import { createUserGroup } from "../../people/groups/contract.ts";
import { schedules } from "../../personal/scheduled-messages/testing.ts";
import { outgoingWebhook, webhookPayload } from "./contract.ts";
import { pass, settled, tokenOf, useReceiver, webhookBot } from "./testing.ts";

const receiver = await useReceiver();

const triggers = (payloads: Record<string, unknown>[]) => payloads.map(({ trigger }) => trigger);

test("a mention in a channel triggers the bot with the whole message", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const oracle = receiver.endpoint();
  const bot = await webhookBot(acme, ada, oracle.url);
  const stream_id = await acme.channel("design", [ben]);

  const content = "@**Oracle** is it *done*?";
  const id = await ben.sends("#design > ", content);
  await settled(acme);

  const [received] = oracle.received;
  assert(received);
  assert.equal(received.method, "POST");
  assert.equal(received.headers["content-type"], "application/json");
  assert.equal(received.headers["user-agent"], "ParleyOutgoingWebhook/11.0");
  const [payload] = oracle.payloads;
  const { messages } = await ben.call(getMessages, {
    message_ids: [id],
    apply_markdown: false,
    client_gravatar: false,
    allow_empty_topic_name: true,
  });
  const { flags: _, ...message } = messages[0] ?? assert.fail();
  const rendered_content = `<p><span class="user-mention" data-user-id="${bot.id}">@Oracle</span> is it <em>done</em>?</p>`;
  assert.deepEqual(payload, {
    bot_email: bot.email,
    bot_full_name: "Oracle",
    data: content,
    trigger: "mention",
    token: await tokenOf(ada, bot),
    message: { ...message, rendered_content },
  });
  assert.deepEqual(
    [message.subject, message.display_recipient, message.stream_id, message.content, message.content_type],
    ["", "design", stream_id, content, "text/x-markdown"],
  );
  assert.deepEqual(Object.keys(payload ?? {}).sort(), Object.keys(webhookPayload).sort());
});

test("what a bot is sent is read in one snapshot, on one connection", async (t) => {
  const acme = await org(t);
  const ben = await acme.member("Ben");
  const oracle = receiver.endpoint();
  await webhookBot(acme, ben, oracle.url);
  await acme.channel("design", [ben]);
  const snapshot = t.mock.method(acme.server.app.database, "snapshot");
  await ben.sends("#design > ", "@**Oracle** is it done?");
  await settled(acme);
  assert.deepEqual([oracle.received.length, snapshot.mock.callCount()], [1, 1]);
  snapshot.mock.restore();
});

test("a direct message triggers every bot among its recipients", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [one, two] = [receiver.endpoint(), receiver.endpoint()];
  const oracle = await webhookBot(acme, ada, one.url);
  const pythia = await webhookBot(acme, ada, two.url, { name: "Pythia" });

  await ben.writes(oracle, "alone");
  await ben.writes([oracle, pythia, ada], "together, @**Oracle**");
  await settled(acme);

  assert.deepEqual(one.payloads.map(({ data, trigger }) => [data, trigger]).sort(), [
    ["alone", "direct_message"],
    ["together, @**Oracle**", "direct_message"],
  ]);
  assert.deepEqual(triggers(two.payloads), ["direct_message"]);
  const { message } = two.payloads[0] as { message: { type: string; display_recipient: { full_name: string }[] } };
  assert.equal(message.type, "private");
  assert.deepEqual(
    message.display_recipient.map(({ full_name }) => full_name),
    ["Ada", "Ben", "Oracle", "Pythia"],
  );
});

test("a bot is triggered by a mention of its name anywhere, by a group mention where it is subscribed, and by nothing else", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const oracle = receiver.endpoint();
  const bot = await webhookBot(acme, ada, oracle.url);
  await acme.channel("with", [ben, bot]);
  await acme.channel("without", [ben]);
  await acme.channel("secret", [ben], { invite_only: true });
  await ada.call(createUserGroup, { name: "seers", description: "", members: [bot.id, ada.id] });

  const calls = async (where: string, content: string) => {
    const before = oracle.received.length;
    await ben.sends(where, content);
    await settled(acme);
    return oracle.received.length - before;
  };
  for (const where of ["#with > x", "#without > x", "#secret > x"]) assert.equal(await calls(where, "@**Oracle**"), 1);
  assert.equal(await calls("#with > x", "@**Oracle** and @*seers*"), 1);
  assert.equal(await calls("#with > x", "@*seers*"), 1);
  assert.equal(await calls("#without > x", "@*seers*"), 0);
  for (const content of [
    "@_**Oracle**",
    "`@**Oracle**`",
    "```\n@**Oracle**\n```",
    "> @**Oracle**",
    "Oracle",
    "@_*seers*",
  ])
    assert.equal(await calls("#with > x", content), 0, content);
  for (const content of ["@**all**", "@**channel**", "@**topic**", "hello"])
    assert.equal(await calls("#with > x", content), 0, content);
});

test("neither bots' messages nor edits trigger bots", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const oracle = receiver.endpoint();
  const bot = await webhookBot(acme, ada, oracle.url);
  const helper = await acme.bot("Helper", ada);
  await acme.channel("design", [ben, bot]);

  for (const sender of [helper, bot]) {
    await sender.sends("#design > x", "@**Oracle**");
    await sender.call(sendMessage, { type: "direct", to: [ben.id, bot.id], content: "hello" });
  }
  const message_id = await ben.sends("#design > x", "nobody");
  await ben.call(editMessage, { message_id, content: "@**Oracle**" });
  await settled(acme);
  assert.deepEqual(oracle.received, []);
});

test("a scheduled message triggers bots when it is sent, unless its sender is a bot", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const oracle = receiver.endpoint({ content: "at your service" });
  const bot = await webhookBot(acme, ada, oracle.url);
  const helper = await acme.bot("Helper", ada);
  const design = await acme.channel("design", [ada, helper]);
  await schedules(acme, ada, design, "@**Oracle** good morning", { topic: "" });
  await schedules(acme, ada, [bot], "and to you alone");
  await schedules(acme, helper, design, "@**Oracle** from a program");
  await settled(acme);
  assert.deepEqual(oracle.received, []);
  await pass(acme, 60);
  await settled(acme);
  assert.deepEqual(oracle.payloads.map(({ data, trigger }) => [data, trigger]).sort(), [
    ["@**Oracle** good morning", "mention"],
    ["and to you alone", "direct_message"],
  ]);
  const { messages } = await ada.call(getMessages, {
    anchor: "newest",
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: "sender", operand: bot.id }],
    allow_empty_topic_name: true,
  });
  assert.deepEqual(messages.map(({ type, subject, content }) => [type, subject, content]).sort(), [
    ["private", "", "<p>at your service</p>"],
    ["stream", "", "<p>at your service</p>"],
  ]);
});

test("the token never changes, whatever happens to the bot", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const [before, later] = [receiver.endpoint(), receiver.endpoint()];
  const bot = await webhookBot(acme, ada, before.url);
  await ada.writes(bot, "one");
  await settled(acme);
  await ada.call(regenerateBotApiKey, { bot_id: bot.id });
  await ada.call(updateBot, { bot_id: bot.id, full_name: "Sibyl", service_payload_url: later.url });
  await acme.server.restart();
  await ada.writes(bot, "two");
  await settled(acme);
  const [first, second] = [before.payloads[0], later.payloads[0]];
  assert.match(first?.token as string, /^[A-Za-z0-9]{32}$/);
  assert.equal(first?.token, second?.token);
  assert.deepEqual([first?.bot_full_name, second?.bot_full_name], ["Oracle", "Sibyl"]);
  assert.notEqual(await tokenOf(ada, await webhookBot(acme, ada, later.url, { name: "Other" })), first?.token);
});

test("in Slack's format the request has the fields that Slack's integrations read", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const oracle = receiver.endpoint();
  const bot = await webhookBot(acme, ada, oracle.url, { interface_type: 2 });
  const stream_id = await acme.channel("design", [ben]);
  await ben.sends("#design > logo", "@**Oracle** größer & schöner?");
  await settled(acme);

  const [received] = oracle.received;
  assert.equal(received?.headers["content-type"], "application/x-www-form-urlencoded");
  const at = `${Math.floor(acme.clock.now() / 1000)}`;
  assert.deepEqual(Object.fromEntries(new URLSearchParams(received?.body)), {
    token: await tokenOf(ada, bot),
    team_id: `T${acme.realm.id}`,
    team_domain: acme.realm.host,
    channel_id: `C${stream_id}`,
    channel_name: "design",
    thread_ts: at,
    timestamp: at,
    user_id: `U${ben.id}`,
    user_name: "Ben",
    text: "@**Oracle** größer & schöner?",
    trigger_word: "mention",
    service_id: `${bot.id}`,
  });
});

/** What happens between a bot's failed first call and the retry a second later. */
const meanwhile: [string, (people: TriggerScene) => Promise<unknown>][] = [
  ["the bot is deactivated", ({ ada, bot }) => ada.call(deactivateBot, { bot_id: bot.id })],
  [
    "the bot's owner is deactivated",
    ({ acme, ada }) =>
      acme.alter((tx) => tx.updateTable("user").set({ is_active: false }).where("id", "=", ada.id).execute()),
  ],
  ["the message is deleted", ({ acme, message_id }) => acme.owner.call(deleteMessage, { message_id })],
  [
    "the bot is removed from the private channel",
    ({ acme, bot }) => acme.owner.call(unsubscribe, { subscriptions: ["secret"], principals: [bot.id] }),
  ],
];

interface TriggerScene {
  readonly acme: Awaited<ReturnType<typeof org>>;
  readonly ada: Person;
  readonly bot: Person;
  readonly message_id: number;
}

for (const [what, happens] of meanwhile)
  test(`no further call is made once ${what}`, async (t) => {
    const acme = await org(t);
    const ada = await acme.member("Ada");
    const oracle = receiver.endpoint((response) => void response.socket?.destroy());
    const bot = await webhookBot(acme, ada, oracle.url);
    await acme.channel("secret", [acme.owner, bot], { invite_only: true });
    const message_id = await acme.owner.sends("#secret > x", "@**Oracle**");
    await settled(acme);
    assert.equal(oracle.received.length, 1);
    await happens({ acme, ada, bot, message_id });
    oracle.answering = { content: "too late" };
    await pass(acme, 10);
    await settled(acme);
    assert.equal(oracle.received.length, 1);
    const { messages } = await acme.owner.call(getMessages, {
      anchor: "newest",
      num_before: 5,
      num_after: 0,
      narrow: [],
    });
    assert(messages.every(({ sender_full_name }) => sender_full_name !== "Oracle"));
  });

test("once a message is sent, its call survives a crash", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const oracle = receiver.endpoint(() => {});
  const bot = await webhookBot(acme, ada, oracle.url);
  await ada.writes(bot, "are you there?");
  await oracle.wasCalled(1);
  await acme.server.restart({ crash: true });
  oracle.answering = { content: "now I am" };
  // The lease of the crashed process expires.
  await pass(acme, 121);
  await settled(acme);
  assert.equal(oracle.received.length, 2);
  assert.deepEqual(oracle.payloads[0], oracle.payloads[1]);
  const { messages } = await ada.call(getMessages, { anchor: "newest", num_before: 1, num_after: 0, narrow: [] });
  assert.equal(messages[0]?.content, "<p>now I am</p>");
});

test("stopping a process in the middle of a call does not count as an attempt", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const oracle = receiver.endpoint(() => {});
  const bot = await webhookBot(acme, ada, oracle.url);
  await ada.writes(bot, "are you there?");
  for (let start = 1; start < 6; start++) {
    await oracle.wasCalled(start);
    await acme.server.restart();
  }
  await oracle.wasCalled(6);
  oracle.answering = {};
  await acme.server.restart();
  await oracle.wasCalled(7);
  await settled(acme);
});

test("the bot has read the message once the call is over", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const oracle = receiver.endpoint();
  const bot = await webhookBot(acme, ada, oracle.url);
  await bot.catchesUp();
  const id = await ada.writes(bot, "hello");
  await settled(acme);
  const heard = await bot.catchesUp();
  assert.deepEqual(heard.at(-1), {
    type: "update_message_flags",
    op: "add",
    operation: "add",
    flag: "read",
    messages: [id],
    all: false,
  });
  await bot.verify();
});

test("files attached by the time of the call are in the message", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const oracle = receiver.endpoint((response) => void response.socket?.destroy());
  const bot = await webhookBot(acme, ada, oracle.url);
  const message_id = await ada.writes(bot, "hello");
  await settled(acme);
  await ada.call(addReaction, { message_id, emoji_name: "tada" });
  oracle.answering = {};
  await pass(acme, 1);
  await settled(acme);
  const { message } = oracle.payloads[1] as { message: { reactions: { emoji_name: string; user_id: number }[] } };
  assert.deepEqual(
    message.reactions.map(({ emoji_name, user_id }) => [emoji_name, user_id]),
    [["tada", ada.id]],
  );
});

test("sending stays cheap: bots are looked up once, and only for messages with mentions", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const { database } = acme.server.app;
  // The queries on SQLite are the same.
  if (database.engine === "sqlite") return;
  const { transaction } = database;
  const executor = database.reader.getExecutor();
  const { executeQuery } = executor;
  let asked = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (JSON.stringify(node).includes("bot_service")) asked++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  executor.executeQuery = function (query, ...more) {
    if (query.sql.includes("bot_service")) asked++;
    return executeQuery.call(this, query, ...more) as never;
  };
  database.transaction = (work) =>
    transaction.call(database, (tx) => work(tx.withPlugin(plugin) as typeof tx)) as never;
  try {
    await ada.sends("#design > x", "hello");
    assert.equal(asked, 0);
    for (let n = 0; n < 3; n++) await ada.sends("#design > x", "@**Ada**");
    assert.equal(asked, 1);
  } finally {
    database.transaction = transaction;
    executor.executeQuery = executeQuery;
  }
});

test("an example call is available to everyone with an account, and to nobody else", async (t) => {
  const acme = await org(t);
  const [ada, gus] = [await acme.member("Ada"), await acme.guest("Gus")];
  const bot = await acme.bot("Helper", ada);
  for (const each of [ada, gus, bot]) {
    const { bot_full_name, data, trigger, token, message } = await each.call(outgoingWebhook, {});
    assert.deepEqual([bot_full_name, trigger, message.sender_id], ["Example Bot", "mention", each.id]);
    assert.match(token, /^[A-Za-z0-9]{32}$/);
    assert.equal(message.content, data);
    assert.match(message.rendered_content, /^<p>/);
  }
  const response = await acme.server.fetch(`${acme.realm.url}/api/v1/chat-outgoing-webhook`, { method: "POST" });
  assert.equal(response.status, 401);
});
