import assert from "node:assert/strict";
import { listen, type Organization, org, type Person, test } from "../../../../test/index.ts";
import { getMessages } from "../../../messages/contract.ts";
import { updateBot } from "../../../people/bots/contract.ts";
import { among, inTopic, noticesTo, pass, said, settled, tokenOf, useReceiver, webhookBot } from "../testing.ts";
import { answerCommandCall, callBotCommand, createBotCommand, dismissCommandAnswer } from "./contract.ts";

const receiver = await useReceiver();
const environment = { name: "environment", required: true, choices: ["staging", "production"] };

/** Ada's bot has the command /deploy; Ben calls it. */
async function deployment(t: Parameters<typeof org>[0], answering: Parameters<typeof receiver.endpoint>[0] = {}) {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const program = receiver.endpoint(answering);
  const bot = await webhookBot(acme, ada, program.url, { name: "Deployer" });
  await ada.call(createBotCommand, { bot_id: bot.id, name: "deploy", arguments: [environment, { name: "version" }] });
  const stream_id = await acme.channel("launch", [ada, ben, cem]);
  const where = { stream_id, topic: "deploys" };
  const calls = async (written = "staging", place: object = where) => {
    const { call_id } = await ben.call(callBotCommand, { command_name: "deploy", arguments: written, ...place });
    await settled(acme);
    return call_id;
  };
  return { acme, ada, ben, cem, bot, program, where, calls };
}

const answersIn = (heard: readonly object[]) =>
  heard.flatMap((event) => ("answer" in event ? [event.answer as Record<string, unknown>] : []));

test("a bot gets what was called, by whom and where, and its answer is only for the caller", async (t) => {
  const { acme, ada, ben, cem, bot, program, where, calls } = await deployment(t, {
    content: "**On its way**, @**Cem**",
  });
  await Promise.all([ben, cem, ada].map((person) => person.catchesUp()));
  const call_id = await calls("staging  v7 with notes");
  const email = `user${ben.id}@${acme.realm.host}`;
  assert.deepEqual(program.payloads, [
    {
      bot_email: bot.email,
      bot_full_name: "Deployer",
      data: "/deploy staging  v7 with notes",
      trigger: "command",
      token: await tokenOf(ada, bot),
      call_id,
      command: "deploy",
      arguments: "staging  v7 with notes",
      argument_values: { environment: "staging", version: "v7 with notes" },
      caller: { user_id: ben.id, full_name: "Ben", email },
      place: { type: "channel", stream_id: where.stream_id, stream_name: "launch", topic: "deploys" },
    },
  ]);

  const heard = await ben.catchesUp();
  const [answer] = answersIn(heard);
  const [{ id: message_id = 0, content, flags } = assert.fail()] = await messagesOf(ben, bot);
  assert.deepEqual(
    heard.map(({ type }) => type),
    ["message", "command_answers"],
  );
  assert.match(content, /<strong>On its way<\/strong>/);
  assert.deepEqual(flags, []);
  const expires_at = Math.floor(acme.clock.now() / 1000) + 86_400;
  const place = { ...where, user_ids: null };
  const written = { command: "deploy", arguments: "staging  v7 with notes" };
  assert.deepEqual(answer, { call_id, message_id, bot_id: bot.id, ...written, ...place, expires_at });

  // Nobody else hears of it or reads it: not the person it mentions, not the owners of the bot and the organization.
  for (const other of [cem, ada, acme.owner]) {
    assert.deepEqual(
      (await other.catchesUp()).filter(({ type }) => type === "message" || type === "command_answers"),
      [],
    );
    await assert.rejects(other.call(getMessages, { message_ids: [message_id] }).then(demandSome), /nothing/);
    for (const narrow of [[], among(ben, bot), [{ operator: "search", operand: "way" }], among(bot)])
      assert.deepEqual(await said(other, narrow), []);
    await assert.rejects(other.call(dismissCommandAnswer, { call_id }), { message: /no such call/ });
  }
  assert.deepEqual(await said(ben, inTopic("launch", "deploys")), []);
});

const demandSome = ({ messages }: { messages: readonly unknown[] }) => assert.notEqual(messages.length, 0, "nothing");

async function messagesOf(reader: Person, bot: Person) {
  const { messages } = await reader.call(getMessages, {
    anchor: "newest",
    num_before: 10,
    num_after: 0,
    narrow: [...among(bot), { operator: "sender", operand: bot.id }],
  });
  return messages;
}

test("an answer is deleted after a day everywhere, or when the caller dismisses it", async (t) => {
  const { acme, ben, bot, program, calls } = await deployment(t, { content: "done" });
  const ear = await listen(ben, { event_types: ["delete_message"], queue_lifespan_secs: 7 * 86_400 });
  const gone = (message_id: number) => [{ type: "delete_message", message_type: "private", message_id }];
  const dismissed = await calls();
  const [{ id: first } = assert.fail()] = await messagesOf(ben, bot);
  await ben.call(dismissCommandAnswer, { call_id: dismissed });
  assert.deepEqual(await ear.hears(), gone(first));
  await assert.rejects(ben.call(dismissCommandAnswer, { call_id: dismissed }), { message: /no such call/ });

  await calls();
  const [{ id: second } = assert.fail()] = await messagesOf(ben, bot);
  program.answering = {};
  const late = await calls();
  await pass(acme, 86_000);
  await settled(acme);
  assert.equal((await messagesOf(ben, bot)).length, 1);
  await pass(acme, 1000);
  await settled(acme);
  assert.deepEqual(await ear.hears(), gone(second));
  assert.deepEqual(await messagesOf(ben, bot), []);
  await assert.rejects(bot.call(answerCommandCall, { call_id: late, content: "x" }), { message: /no such call/ });
  assert.equal(await rowsOf(acme), 0);
});

async function rowsOf({ server, realm }: Organization): Promise<number> {
  const rows = await server.app.database.reader
    .selectFrom("bot_command_call")
    .innerJoin("user", "user.id", "bot_command_call.user_id")
    .select("user.full_name")
    .where("user.realm_id", "=", realm.id)
    .execute();
  return rows.length;
}

test("an answer that is meant for everyone is posted where the command was called, if the bot may post there", async (t) => {
  const { acme, ada, ben, cem, bot, program, calls } = await deployment(t, { content: "out", public: true });
  await calls();
  assert.deepEqual(
    (await said(cem, inTopic("launch", "deploys"))).map(({ sender, content }) => [sender, content]),
    [["Deployer", "out"]],
  );
  assert.deepEqual([await rowsOf(acme), await messagesOf(ben, bot)], [0, []]);
  // In direct messages, only where the bot is one of the people; otherwise the caller gets it alone.
  await calls("staging", { user_ids: [cem.id, bot.id] });
  assert.equal((await said(cem, among(ben, bot))).at(-1)?.content, "out");
  await calls("staging", { user_ids: [cem.id] });
  assert.deepEqual(await said(cem, among(ben)), []);
  assert.deepEqual(
    (await messagesOf(ben, bot)).map(({ content }) => content),
    ["<p>out</p>"],
  );
  const last = program.payloads.at(-1)?.place;
  assert.deepEqual(last, { type: "direct", stream_id: null, stream_name: null, topic: null });

  // Where the bot may not post, the caller and the owner learn it, and the owner not what the answer was.
  const announcements = await acme.channel("announce", [acme.owner, ben]);
  const group = acme.realm.systemGroups["role:administrators"];
  await acme.owner.asks("PATCH", `/streams/${announcements}`, {
    can_send_message_group: JSON.stringify({ new: group }),
  });
  await acme.owner.call(callBotCommand, {
    ...{ command_name: "deploy", arguments: "staging" },
    ...{ stream_id: announcements, topic: "x" },
  });
  await settled(acme);
  assert.match((await said(acme.owner, among(bot))).at(-1)?.content ?? "", /do not have permission to post/);
  const [notice = ""] = await noticesTo(ada);
  assert.match(notice, /triggered by `\/deploy`/);
  assert.doesNotMatch(notice, /out\b(?! of)/);
});

test("the name of a channel that the bot cannot see is not told, and its answer is posted there all the same", async (t) => {
  const { acme, ben, program, calls } = await deployment(t, { content: "hidden", public: true });
  const stream_id = await acme.channel("secret", [ben], { invite_only: true });
  await calls("production", { stream_id, topic: "plans" });
  const place = { type: "channel", stream_id: null, stream_name: null, topic: null };
  assert.deepEqual(program.payloads[0]?.place, place);
  assert.equal((await said(ben, inTopic("secret", "plans"))).at(-1)?.content, "hidden");
});

test("a command is called only where the caller may write, with the arguments that it needs", async (t) => {
  const { acme, ada, ben, cem, program, where } = await deployment(t);
  const hidden = await acme.channel("secret", [ada], { invite_only: true });
  const call = { command_name: "deploy", arguments: "staging" };
  const refused: [object, RegExp][] = [
    [{ ...where, command_name: "nothing" }, /no such command/],
    [{ stream_id: hidden, topic: "x" }, /does not exist/],
    [{ stream_id: where.stream_id }, /Missing topic/],
    [{}, /Call a command in a channel/],
    [{ ...where, user_ids: [cem.id] }, /Call a command in a channel/],
    [{ user_ids: [] }, /must have recipients/],
    [{ user_ids: [987_654_321] }, /Invalid user ID/],
    [{ ...where, arguments: "" }, /needs the argument environment/],
    [{ ...where, arguments: "moon" }, /Choose one of these for environment: staging, production/],
    [{ ...where, arguments: "x".repeat(2001) }, /too long/],
  ];
  for (const [params, message] of refused)
    await assert.rejects(ben.call(callBotCommand, { ...call, ...params }), { message }, JSON.stringify(params));
  const robot = await acme.bot("Robin", ben);
  await assert.rejects(robot.call(callBotCommand, { ...call, ...where }), { message: /does not accept bot requests/ });
  await settled(acme);
  assert.deepEqual(program.received, []);
});

test("a bot that says nothing answers later, once, and only its own calls", async (t) => {
  const { acme, ada, ben, cem, bot, where, calls } = await deployment(t);
  const call_id = await calls();
  assert.deepEqual(await messagesOf(ben, bot), []);
  const other = await webhookBot(acme, ada, receiver.endpoint().url, { name: "Other" });
  const answer = { call_id, content: "finished" };
  for (const person of [other, ben, ada, acme.owner])
    await assert.rejects(person.call(answerCommandCall, answer), { message: /no such call/ });
  await assert.rejects(bot.call(answerCommandCall, { ...answer, content: " " }), { message: /must not be empty/ });
  const heard = await ben.eventsDuring(() => bot.call(answerCommandCall, answer));
  assert.deepEqual(
    answersIn(heard).map((each) => [each.call_id, each.stream_id]),
    [[call_id, where.stream_id]],
  );
  await assert.rejects(bot.call(answerCommandCall, answer), { message: /no such call/ });
  const second = await calls();
  await bot.call(answerCommandCall, { call_id: second, content: "to all", public: true });
  assert.equal((await said(cem, inTopic("launch", "deploys"))).at(-1)?.content, "to all");
  // Somebody who has left a private channel does not make a bot write there.
  const stream_id = await acme.channel("secret", [ben, cem], { invite_only: true });
  const third = await calls("staging", { stream_id, topic: "x" });
  await ben.asks("DELETE", "/users/me/subscriptions", { subscriptions: '["secret"]' });
  await assert.rejects(bot.call(answerCommandCall, { call_id: third, content: "too late", public: true }));
  assert.deepEqual(await said(cem, inTopic("secret", "x")), []);
});

test("if the bot's program fails, the caller is told in private and in their language, and the owner why", async (t) => {
  const { acme, ada, ben, cem, bot, program, calls } = await deployment(t, (response) => {
    response.writeHead(500).end("a secret of the program");
  });
  await ben.asks("PATCH", "/settings", { default_language: "de" });
  await calls();
  const [{ content } = assert.fail()] = await messagesOf(ben, bot);
  assert.match(content, /500/);
  assert.doesNotMatch(content, /Third party|a secret/);
  assert.match((await noticesTo(ada))[0] ?? "", /`\/deploy`.*\*\*500\*\*/);
  assert.deepEqual(await said(cem, inTopic("launch", "deploys")), []);
  program.answering = { content: "x".repeat(10_001) };
  await calls();
  assert.match((await messagesOf(ben, bot)).at(-1)?.content ?? "", /10000/);
  await pass(acme, 0);
});

test("in Slack's format a command has the fields of Slack's, and answers are private unless they are for the channel", async (t) => {
  const { ada, ben, cem, bot, program, calls } = await deployment(t, { text: "only you" });
  await ada.call(updateBot, { bot_id: bot.id, service_interface: 2 });
  await calls("staging v7");
  const fields = Object.fromEntries(new URLSearchParams(program.received[0]?.body));
  assert.deepEqual(
    [fields.command, fields.text, fields.channel_name, fields.user_id, fields.user_name],
    ["/deploy", "staging v7", "launch", `U${ben.id}`, "Ben"],
  );
  assert.equal((await messagesOf(ben, bot)).length, 1);
  program.answering = { text: "everyone", response_type: "in_channel" };
  await calls();
  assert.equal((await said(cem, inTopic("launch", "deploys"))).at(-1)?.content, "everyone");
});

test("a guest calls commands too, and comes to know the bot when it answers", async (t) => {
  const { acme, bot, where } = await deployment(t, { content: "hello" });
  const gil = await acme.guest("Gil");
  await acme.owner.asks("POST", "/users/me/subscriptions", {
    subscriptions: '[{"name":"launch"}]',
    principals: JSON.stringify([gil.id]),
  });
  await gil.call(callBotCommand, { command_name: "deploy", arguments: "staging", ...where });
  await settled(acme);
  assert.equal((await messagesOf(gil, bot)).length, 1);
});
