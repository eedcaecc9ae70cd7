import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { getChannels } from "../contract.ts";
import { getSubscriptionStatus, getUserChannels } from "../subscribe/contract.ts";
import { archiveChannel } from "../update/contract.ts";
import { getChannel, getChannelEmailAddress, getChannelId, getChannelMembers } from "./contract.ts";

test("users who can see a channel can read it, its members, and whether a user is among them", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const admin = await acme.administrator("Ann");
  const bot = await acme.bot("Helper", ada);
  const design = await acme.channel("design", [ada, ben]);
  const secret = await acme.channel("secret", [ada], { invite_only: true });

  assert.deepEqual((await ben.call(getChannel, { stream_id: design })).stream.name, "design");
  assert.deepEqual((await ben.call(getChannelMembers, { stream_id: design })).subscribers, [ada.id, ben.id]);
  assert.deepEqual((await admin.call(getChannelMembers, { stream_id: secret })).subscribers, [ada.id]);
  const status = async (who: typeof ada, user: typeof ada, stream_id: number) =>
    (await who.call(getSubscriptionStatus, { user_id: user.id, stream_id })).is_subscribed;
  assert.deepEqual([await status(ben, ada, design), await status(ada, ben, secret)], [true, false]);
  const refused = { message: "Invalid channel ID" };
  for (const [person, stream_id] of [
    [ben, secret],
    [gil, design],
    [other.owner, design],
    [ben, 999_999],
  ] as const) {
    await assert.rejects(person.call(getChannel, { stream_id }), refused);
    await assert.rejects(person.call(getChannelMembers, { stream_id }), refused);
    await assert.rejects(person.call(getChannelEmailAddress, { stream_id }), refused);
    await assert.rejects(person.call(getSubscriptionStatus, { user_id: person.id, stream_id }), refused);
  }
  await assert.rejects(status(ada, bot, design), { message: "No such user" });
  await assert.rejects(status(ada, other.owner, design), { message: "No such user" });
  await acme.deactivate(ben);
  await assert.rejects(status(ada, ben, design), { message: "User is deactivated" });
  assert.deepEqual((await ada.call(getChannelMembers, { stream_id: design })).subscribers, [ada.id]);
  await ada.call(archiveChannel, { stream_id: design });
  await assert.rejects(ada.call(getChannel, { stream_id: design }), refused);
  await assert.rejects(ada.call(getChannelMembers, { stream_id: design }), refused);
});

test("users who can read a channel get its id by name", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const stream_id = await acme.channel("Design", [ada]);
  await acme.channel("secret", [ada], { invite_only: true });
  assert.equal((await ada.call(getChannelId, { stream: " design" })).stream_id, stream_id);
  await assert.rejects(gil.call(getChannelId, { stream: "design" }), { message: "Invalid channel name 'design'" });
  await assert.rejects(acme.owner.call(getChannelId, { stream: "secret" }), {
    message: "Invalid channel name 'secret'",
  });
  await assert.rejects(ada.call(getChannelId, { stream: "nowhere" }), { message: "Invalid channel name 'nowhere'" });
});

test("a user's channels are those that the caller can see", async (t) => {
  const acme = await org(t);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const design = await acme.channel("design", [ada]);
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  const seen = async (by: typeof ada) => {
    const { subscribed_channel_ids } = await by.call(getUserChannels, { user_id: ada.id });
    return subscribed_channel_ids.filter((id) => id === design || id === secret);
  };
  assert.deepEqual(await seen(ada), [design, secret]);
  assert.deepEqual(await seen(ben), [design]);
  assert.deepEqual(await seen(gil), []);
  await assert.rejects(ben.call(getUserChannels, { user_id: 999_999 }), { message: "No such user" });
});

test("a channel's email address is empty, because the server receives no email; its sender is still validated", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ben);
  const stream_id = await acme.channel("design", [ada, ben]);
  assert.equal((await ada.call(getChannelEmailAddress, { stream_id })).email, "");
  assert.equal((await ada.call(getChannelEmailAddress, { stream_id, sender_id: ada.id })).email, "");
  assert.equal((await ben.call(getChannelEmailAddress, { stream_id, sender_id: bot.id })).email, "");
  assert.equal((await acme.owner.call(getChannelEmailAddress, { stream_id, sender_id: bot.id })).email, "");
  const ask = (sender_id: number) => ada.call(getChannelEmailAddress, { stream_id, sender_id });
  await assert.rejects(ask(ben.id), { message: "No such bot" });
  await assert.rejects(ask(999_999), { message: "No such bot" });
  await assert.rejects(ask(bot.id), { message: "Insufficient permission" });
});

test("the list of channels is the union of the requested kinds", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  const [ada, gil, admin] = [await acme.member("Ada"), await acme.guest("Gil"), await acme.administrator("Ann")];
  const bot = await acme.bot("Helper", ada);
  const { owner } = acme;
  await acme.channel("open", [owner]);
  await acme.channel("mine", [ada], { invite_only: true });
  await acme.channel("theirs", [owner], { invite_only: true });
  await acme.channel("web", [owner], { is_web_public: true });
  const gone = await acme.channel("gone", [ada]);
  await owner.call(archiveChannel, { stream_id: gone });
  const NONE = { include_public: false, include_subscribed: false };
  const list = async (person: typeof ada, params: object) =>
    (await person.call(getChannels, params)).streams
      .filter((each) => !["general", "sandbox", "Parley"].includes(each.name))
      .map((each) => each.name);
  assert.deepEqual(await list(ada, {}), ["mine", "open", "web"]);
  assert.deepEqual(await list(ada, NONE), []);
  assert.deepEqual(await list(ada, { ...NONE, include_web_public: true }), ["web"]);
  assert.deepEqual(await list(ada, { ...NONE, include_subscribed: true }), ["mine"]);
  assert.deepEqual(await list(ada, { ...NONE, include_subscribed: true, exclude_archived: false }), ["gone", "mine"]);
  assert.deepEqual(await list(ada, { ...NONE, include_all: true }), ["mine", "open", "web"]);
  assert.deepEqual(await list(admin, { include_all: true }), ["mine", "open", "theirs", "web"]);
  assert.deepEqual(await list(admin, { include_all_active: true }), ["mine", "open", "theirs", "web"]);
  await assert.rejects(ada.call(getChannels, { include_all_active: true }), {
    code: "UNAUTHORIZED_PRINCIPAL",
    message: "Must be an organization administrator",
  });
  assert.deepEqual(await list(admin, { ...NONE, include_can_access_content: true }), ["open", "web"]);
  assert.deepEqual(await list(gil, {}), []);
  assert.deepEqual(await list(gil, { include_web_public: true }), ["web"]);
  assert.deepEqual(await list(bot, { ...NONE, include_owner_subscribed: true }), ["mine"]);
  const { streams } = await ada.call(getChannels, { ...NONE, include_default: true });
  assert.deepEqual(
    streams.map((each) => [each.name, each.is_default]),
    [
      ["general", true],
      ["Parley", true],
      ["sandbox", true],
    ],
  );
});
