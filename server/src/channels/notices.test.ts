import assert from "node:assert/strict";
import { org, type Person, test } from "../../test/index.ts";
import { getMessages, type NarrowTerm } from "../messages/contract.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import { updateGroupMembers } from "../people/groups/contract.ts";
import { makeGroup } from "../people/groups/test-groups.ts";
import { register } from "../registration/contract.ts";
import { createFolder } from "./channel-folders/contract.ts";
import { getChannels, subscribe } from "./contract.ts";
import { archiveChannel, updateChannel } from "./update/contract.ts";

async function readIn(person: Person, channel: string, topic: string): Promise<string[]> {
  const narrow = JSON.stringify([
    ["channel", channel],
    ["topic", topic],
  ]);
  const answer = await person.asks("GET", "/messages", {
    anchor: "newest",
    num_before: "50",
    num_after: "0",
    narrow,
    apply_markdown: "false",
  });
  const messages = (answer.messages ?? []) as { content: string; sender_full_name: string }[];
  assert(messages.every((each) => each.sender_full_name === "Notification Bot"));
  return messages.map((each) => each.content);
}

test("notices in a channel report its changes and name the user who made them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [acme.owner, ada, ben]);
  const change = (params: object) => acme.owner.call(updateChannel, { stream_id, ...params });
  const told = async () => (await readIn(ben, "design", "channel events")).at(-1) ?? "";
  const who = `@_**Olivia|${acme.owner.id}**`;
  await change({ new_name: "looks" });
  await change({ new_name: "design" });
  assert.equal(await told(), `${who} renamed this channel from **looks** to **design**.`);
  await change({ description: "colours" });
  assert.match(await told(), /Before:\n\n> \(none\)\n\nNow:\n\n> colours/);
  await change({ is_private: true });
  assert.match(await told(), /\*\*Public\*\* before, \*\*Private, protected history\*\* now/);
  const set = { direct_members: [ada.id], direct_subgroups: [acme.realm.systemGroups["role:moderators"]] };
  await change({ can_send_message_group: { new: set } });
  assert.match(await told(), new RegExp(`Before: everyone\n\\* Now: moderators and @_\\*\\*Ada\\|${ada.id}\\*\\*`));
  await change({ message_retention_days: 30 });
  assert.match(await told(), /Before: forever\n\* Now: 30 days/);
  await change({ topics_policy: "disable_empty_topic" });
  assert.match(await told(), /Now: topics are required/);
  const { channel_folder_id: folder_id } = await acme.owner.call(createFolder, { name: "Work" });
  await change({ folder_id });
  assert.equal(await told(), `${who} moved this channel to the folder **Work**.`);
  await change({ folder_id: null });
  assert.equal(await told(), `${who} removed this channel from its folder.`);
  const count = (await readIn(ben, "design", "channel events")).length;
  // Changes that only order or permit get no notice.
  await change({ can_resolve_topics_group: { new: set }, description: "colours" });
  assert.equal((await readIn(ben, "design", "channel events")).length, count);
  await acme.owner.call(archiveChannel, { stream_id });
  assert.equal(await told(), "The channel **design** has been archived.");
  await change({ is_archived: false });
  assert.equal(await told(), "The channel **design** has been unarchived.");
});

test("a group can be named in a notice even if its name has a meaning in JavaScript", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [acme.owner, ada]);
  const id = await makeGroup(acme.owner, "constructor", { members: [ada.id] });
  await acme.owner.call(updateChannel, { stream_id, can_send_message_group: { new: id } });
  assert.match((await readIn(ada, "design", "channel events")).at(-1) ?? "", /Now: @_\*constructor\*/);
});

test("a new channel starts with a message about itself, and is announced where requested", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const general = await acme.channel("news", [ada, ben]);
  await acme.owner.call(updateRealm, { new_stream_announcements_stream_id: general });
  const make = (name: string, params: object) =>
    ada.call(subscribe, { subscriptions: [{ name, description: "things" }], ...params });
  const { new_subscription_messages_sent } = await make("one", { announce: true });
  assert.equal(new_subscription_messages_sent, true);
  const who = `@_**Ada|${ada.id}**`;
  assert.deepEqual(await readIn(ada, "one", "channel events"), [
    `**Public** channel, opened by ${who}. Description:\n\n> things`,
  ]);
  assert.deepEqual(await readIn(ben, "news", "new channels"), [`${who} created a new channel: #**one**.`]);
  await make("two", {});
  const quiet = await make("three", { announce: true, send_new_subscription_messages: false });
  assert.equal(quiet.new_subscription_messages_sent, undefined);
  assert.equal((await readIn(ben, "news", "new channels")).length, 1);
  assert.deepEqual(await readIn(ada, "three", "channel events"), []);
});

test("users get a notice when someone else subscribes them to existing channels", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  await acme.channel("a", [ada]);
  await acme.channel("b", [ada]);
  await ben.watches();
  const principals = [ada.id, ben.id, bot.id];
  await ada.call(subscribe, { subscriptions: [{ name: "a" }], principals });
  await ada.call(subscribe, { subscriptions: [{ name: "a" }, { name: "b" }, { name: "c" }], principals });
  const heard = (await ben.catchesUp()).filter((event) => event.type === "message");
  assert.equal(heard.length, 3);
  const contents = heard.map((event) => (event.message as { content: string }).content);
  assert.match(contents[0] ?? "", /added you to/);
  assert.match(contents[1] ?? "", /added you to/);
});

test("no name or description mentions anyone in a notice", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const everybody = "see @**all** and @**Ben**";
  const group = "crew* @**all** @**Ben** *";
  const user_group_id = await makeGroup(ada, group);
  const set = { direct_members: [ada.id], direct_subgroups: [user_group_id] };
  const stream_id = await acme.channel("calm", [ada, ben]);
  await ada.call(subscribe, {
    subscriptions: [{ name: "loud", description: everybody }],
    principals: [ada.id, ben.id],
  });
  await ben.watches();
  const heard = await ben.eventsDuring(async () => {
    for (const change of [
      { new_name: everybody },
      { description: everybody },
      { can_send_message_group: { new: set } },
    ])
      await ada.call(updateChannel, { stream_id, ...change });
    await ada.call(updateGroupMembers, { user_group_id, add: [ben.id] });
    await ada.call(archiveChannel, { stream_id });
    await acme.owner.call(updateChannel, { stream_id, is_archived: false });
  });
  const told = heard.filter((event) => event.type === "message");
  assert.equal(told.length, 6);
  for (const { flags, message } of told)
    assert.ok(!`${flags}`.includes("mentioned"), (message as { content: string }).content);
});

test("a notice of a change is unread for everyone, and that of a new channel read for its creator", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  await owner.call(subscribe, { subscriptions: [{ name: "design" }], principals: [owner.id, ada.id] });
  const flags = async (person: Person) => {
    const narrow: NarrowTerm[] = [["channel", "design"]];
    const { messages } = await person.call(getMessages, { anchor: "newest", num_before: 10, narrow });
    return messages.map((message) => message.flags.includes("read"));
  };
  assert.deepEqual([await flags(owner), await flags(ada)], [[true], [false]]);
  const { streams } = await owner.call(getChannels, {});
  const stream_id = streams.find((each) => each.name === "design")?.stream_id as number;
  await owner.call(updateChannel, { stream_id, description: "colours" });
  assert.deepEqual(
    [await flags(owner), await flags(ada)],
    [
      [true, false],
      [false, false],
    ],
  );
});

test("notices in an archived channel are unread for nobody", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  await ada.sends("#design > logo", "unread until it is archived");
  const heard = await ben.eventsDuring(async () => {
    await ada.call(archiveChannel, { stream_id });
    await ada.call(updateChannel, { stream_id, new_name: "looks", description: "what we looked like" });
  });
  const told = heard.filter((event) => event.type === "message");
  assert.deepEqual(
    told.map((event) => event.flags),
    [["read"], ["read"], ["read"]],
  );
  const { unread_msgs } = await ben.call(register, {});
  assert.equal(unread_msgs?.streams.filter((topic) => topic.stream_id === stream_id).length, 0);
});

test("notices are in the organization's language", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { default_language: "de" });
  const stream_id = await acme.channel("design", [acme.owner]);
  await acme.owner.call(updateChannel, { stream_id, new_name: "bilder" });
  const [told] = await readIn(acme.owner, "bilder", "Kanal-Ereignisse");
  assert.match(told ?? "", /umbenannt/);
});
