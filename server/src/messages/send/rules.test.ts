import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { getMessages } from "../contract.ts";
import { deleteMessage } from "../delete/contract.ts";

const post = (person: Person, params: Record<string, string>) =>
  person.asks("POST", "/messages", { content: "hi", ...params });

test("a message is refused with the first error that applies", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const channel = { type: "channel", to: "general", topic: "x" };
  const { topic: _, ...untitled } = channel;
  const cases: [Record<string, string>, string][] = [
    [{ type: "letter", to: "x" }, "Invalid type"],
    [{ type: "channel", topic: "x" }, "Missing channel"],
    [{ ...untitled, to: "[1,2]" }, "Expected exactly one channel"],
    [{ ...untitled, to: '{"a":1}' }, "Invalid data type for channel"],
    [untitled, "Missing topic"],
    [{ ...channel, topic: "a\u0000b", content: "" }, "Invalid character in topic, at position 2!"],
    [{ ...channel, topic: "x".repeat(61) }, "topic is too long (limit: 60 characters)"],
    [{ ...channel, to: "nowhere", content: " \n" }, "Message must not be empty"],
    [{ ...channel, to: "nowhere", content: "a\u0000" }, "Message must not contain null bytes"],
    [{ ...channel, to: '" "' }, "Channel name can't be empty."],
    [{ ...channel, to: "nowhere" }, "Channel 'nowhere' does not exist"],
    [{ ...channel, to: "999999" }, "Channel with ID '999999' does not exist"],
    [{ type: "direct" }, "Message must have recipients"],
    [{ type: "direct", to: "[]" }, "Message must have recipients"],
    [{ type: "direct", to: "5" }, "Invalid data type for recipients"],
    [{ type: "direct", to: `[${owner.id},"a@b.c"]` }, "Recipient lists may contain emails or user IDs, but not both."],
    [{ type: "direct", to: "[999999]", content: "" }, "Invalid user ID 999999"],
    [{ type: "direct", to: "a\u0000@b.c" }, "Invalid to: Value error, Null bytes are not allowed"],
  ];
  for (const [params, msg] of cases) assert.equal((await post(owner, params)).msg, msg);
});

test("a channel and people can be named in every form clients use", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const id = await acme.channel("42", [ada]);
  for (const to of [String(id), `[${id}]`, '"42"', '["42"]', "GENERAL"])
    assert.equal((await post(ada, { type: "stream", to, topic: "x" })).result, "success", to);
  const dummy = `user${ben.id}@${acme.realm.host}`;
  for (const to of [
    `[${ben.id}]`,
    `[${ben.id},${ben.id},${ada.id}]`,
    dummy,
    `"${dummy}"`,
    `["${dummy.toUpperCase()}"]`,
    `${dummy}, ,`,
  ])
    assert.equal((await post(ada, { type: "private", to })).result, "success", to);
  assert.match((await post(ada, { type: "direct", to: ben.email })).msg, /^Invalid email/);
});

test("the channel's topic policy applies, or else the organization's", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const send = (topic: string) => owner.sends(`#general > ${topic}`, "x");
  await send("");
  await owner.call(updateRealm, { topics_policy: "disable_empty_topic" });
  await assert.rejects(send("general chat"), {
    message: "Sending messages to the general chat is not allowed in this channel.",
    fields: { empty_topic_display_name: "general chat" },
  });
  await acme.alter((tx) =>
    tx
      .updateTable("channel")
      .set({ topics_policy: "empty_topic_only" })
      .where("realm_id", "=", acme.realm.id)
      .execute(),
  );
  await assert.rejects(send("x"), { message: "Only the general chat topic is allowed in this channel." });
  await send("");
});

test("nobody posts in an archived channel", async (t) => {
  const acme = await org(t);
  await acme.alter((tx) =>
    tx.updateTable("channel").set({ is_archived: true }).where("realm_id", "=", acme.realm.id).execute(),
  );
  await assert.rejects(acme.owner.sends("#general > x", "hi"), {
    message: "Not authorized to send to channel 'general'",
  });
});

test("a bot can post where its owner is subscribed, and other users' bots cannot", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("secret", [ada], { invite_only: true });
  await (await acme.bot("Helper", ada)).sends("#secret > x", "hi");
  await assert.rejects((await acme.bot("Spy", ben)).sends("#secret > x", "hi"), {
    message: "Not authorized to send to channel 'secret'",
  });
});

test("direct messages need a participant who can authorize them and a sender who can start them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  const groups = acme.realm.systemGroups;
  const allow = (name: string, group: number) => acme.owner.call(updateRealm, { [name]: { new: group } });
  await allow("direct_message_initiator_group", groups["role:owners"]);
  await assert.rejects(ada.writes(ben, "hi"), {
    message: "You do not have permission to initiate direct message conversations.",
  });
  await acme.owner.writes(ada, "hello");
  await ada.writes(acme.owner, "now that you have begun");
  const begun = await acme.owner.writes(ben, "hello");
  await acme.owner.call(deleteMessage, { message_id: begun });
  await assert.rejects(ben.writes(acme.owner, "what was that?"), {
    message: "You do not have permission to initiate direct message conversations.",
  });
  await allow("direct_message_permission_group", groups["role:moderators"]);
  await assert.rejects(ada.writes(ben, "hi"), {
    message: "This conversation does not include any users who can authorize it.",
  });
  await allow("direct_message_permission_group", groups["role:nobody"]);
  await assert.rejects(ada.writes(ben, "hi"), { message: "Direct messages are disabled in this organization." });
  await ada.writes(bot, "bots are open to all");
  await ada.writes(ada, "and so am I to myself");
});

test("the real address of a deactivated user is not revealed", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.deactivate(ben);
  await assert.rejects(ada.writes(ben, "hi"), {
    message: `'user${ben.id}@${acme.realm.host}' is no longer using Parley.`,
  });
});

test("a message from an interactive client is read for its sender, unless the request says otherwise", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const sent = { type: "channel", to: "general", topic: "x" };
  for (const params of [
    {},
    { client: "website" },
    { client: "website", read_by_sender: "false" },
    { read_by_sender: "true" },
  ])
    await post(owner, { ...sent, ...params });
  const { messages } = await owner.call(getMessages, { anchor: "newest", num_before: 4 });
  assert.deepEqual(
    messages.map((each) => each.flags),
    [[], ["read"], [], ["read"]],
  );
});
