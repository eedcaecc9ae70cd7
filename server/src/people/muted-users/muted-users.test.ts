import assert from "node:assert/strict";
import { type Heard, org, type Person, test } from "../../../test/index.ts";
import { writeJobs } from "../../kernel/jobs/store.ts";
import { getMessages } from "../../messages/contract.ts";
import { updateMessageFlags } from "../../messages/read-state/contract.ts";
import { copies } from "../../messages/testing.ts";
import { setTyping } from "../../messages/typing/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { register } from "../../registration/contract.ts";
import { muteUser, unmuteUser } from "./contract.ts";

const unreadCount = async (person: Person) => (await person.call(register, {})).unread_msgs?.count;

test("muting someone marks their messages as read, then notifies the user's clients and nobody else", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Eve")];
  await acme.channel("design", [ada, ben, eve]);
  const first = await eve.sends("#design > logo", "one");
  const other = await ada.sends("#design > logo", "two");
  const second = await eve.sends("#design > logo", "three");
  const direct = await eve.writes(ben, "four");
  const old = await eve.sends("#design > logo", "five");
  await ben.call(updateMessageFlags, { messages: [first, other, second, old], op: "add", flag: "read" });
  await ben.call(updateMessageFlags, { messages: [first, other], op: "remove", flag: "read" });
  for (const person of [ada, eve]) await person.watches();

  const heard = await ben.eventsDuring(() => ben.call(muteUser, { muted_user_id: eve.id }));

  const timestamp = Math.floor(acme.clock.now() / 1000);
  assert.deepEqual(heard, [
    {
      type: "update_message_flags",
      op: "add",
      operation: "add",
      flag: "read",
      messages: [first, direct],
      all: false,
    },
    { type: "muted_users", muted_users: [{ id: eve.id, timestamp }] },
  ]);
  assert.equal(await unreadCount(ben), 1);
  assert.deepEqual((await ben.call(register, {})).muted_users, [{ id: eve.id, timestamp }]);
  assert.deepEqual([...(await ada.catchesUp()), ...(await eve.catchesUp())], []);
});

test("messages from a muted user arrive as read; after unmuting, as unread again", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Eve")];
  await acme.channel("design", [ada, ben, eve]);
  await acme.channel("elsewhere", [ada, eve]);
  await ada.sends("#design > logo", "stays unread");
  await ben.call(muteUser, { muted_user_id: eve.id });
  const flags = async (send: () => Promise<number>) => {
    await ben.catchesUp();
    const id = await send();
    const event = (await ben.catchesUp()).find((each) => each.type === "message") as Heard & { flags: string[] };
    const { messages } = await ben.call(getMessages, { message_ids: [id] });
    assert.deepEqual(messages[0]?.flags, event.flags);
    return event.flags;
  };
  assert.deepEqual(await flags(() => eve.sends("#design > logo", "hello")), ["read"]);
  assert.deepEqual(await flags(() => eve.sends("#design > logo", "@**Ben**")), ["read", "mentioned"]);
  assert.deepEqual(await flags(() => eve.writes(ben, "psst")), ["read"]);
  assert.deepEqual(await flags(() => eve.writes([ada, ben], "both")), ["read"]);
  assert.deepEqual(await flags(() => ada.sends("#design > logo", "hello")), []);
  const unseen = await eve.sends("#elsewhere > x", "not subscribed");
  const { messages } = await ben.call(getMessages, { message_ids: [unseen] });
  assert.deepEqual(messages[0]?.flags, ["read", "historical"]);
  assert.equal(await unreadCount(ben), 2);
  await ben.call(unmuteUser, { muted_user_id: eve.id });
  assert.deepEqual(await flags(() => eve.sends("#design > logo", "again")), []);
  assert.equal(await unreadCount(ben), 3);
});

test("users cannot be muted twice, mute themselves, or be unmuted when not muted", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const mute = (muted_user_id: number) => ada.call(muteUser, { muted_user_id });
  const unmute = (muted_user_id: number) => ada.call(unmuteUser, { muted_user_id });
  await assert.rejects(mute(ada.id), { message: "Cannot mute self", code: "BAD_REQUEST" });
  for (const stranger of [other.owner.id, 999_999]) {
    await assert.rejects(mute(stranger), { message: "No such user" });
    await assert.rejects(unmute(stranger), { message: "No such user" });
  }
  await assert.rejects(unmute(ben.id), { message: "User is not muted" });
  await mute(ben.id);
  const heard = await ada.eventsDuring(() => assert.rejects(mute(ben.id), { message: "User already muted" }));
  assert.deepEqual(heard, []);
  const unmuted = await ada.eventsDuring(() => unmute(ben.id));
  assert.deepEqual(unmuted, [{ type: "muted_users", muted_users: [] }]);
  assert.equal((await ada.asks("POST", "/users/me/muted_users/me")).msg, "Not found");
});

test("bots, including built-in ones, and deactivated accounts can be muted; guests can mute", async (t) => {
  const acme = await org(t);
  const [gus, dora] = [await acme.guest("Gus"), await acme.member("Dora")];
  const bot = await acme.bot("Robin", acme.owner);
  await acme.deactivate(dora);
  const { cross_realm_bots = [] } = await gus.call(register, {});
  const all = [dora.id, bot.id, ...cross_realm_bots.map((each) => each.user_id)];
  for (const muted_user_id of all) await gus.call(muteUser, { muted_user_id });
  const { muted_users = [] } = await gus.call(register, {});
  assert.deepEqual(
    muted_users.map((each) => each.id).sort((a, b) => a - b),
    all.sort((a, b) => a - b),
  );
});

test("a restricted guest can mute only people they can access, but unmute anyone", async (t) => {
  const acme = await org(t);
  const [ada, gus] = [await acme.member("Ada"), await acme.guest("Gus")];
  await gus.call(muteUser, { muted_user_id: ada.id });
  const members = acme.realm.systemGroups["role:members"];
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: members } });
  await gus.call(unmuteUser, { muted_user_id: ada.id });
  await assert.rejects(gus.call(muteUser, { muted_user_id: ada.id }), { message: "Insufficient permission" });
});

test("typing notifications do not reach users who have muted the sender", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Eve")];
  const stream_id = await acme.channel("design", [ada, ben, eve]);
  await ben.call(muteUser, { muted_user_id: eve.id });
  for (const person of [ada, ben]) await person.catchesUp();
  await eve.call(setTyping, { op: "start", type: "channel", stream_id, topic: "logo" });
  await eve.call(setTyping, { op: "start", type: "direct", to: [ada.id, ben.id] });
  assert.equal((await ada.catchesUp()).length, 2);
  assert.deepEqual(await ben.catchesUp(), []);
});

test("someone who has written very much is muted at once, and a job reads the older messages", async (t) => {
  const acme = await org(t);
  const [ben, eve] = [await acme.member("Ben"), await acme.member("Eve")];
  await acme.channel("design", [ben, eve]);
  const [marked, first] = [await eve.sends("#design > logo", "marked"), await eve.sends("#design > logo", "one")];
  await ben.call(updateMessageFlags, { messages: [marked], op: "add", flag: "read" });
  await ben.call(updateMessageFlags, { messages: [marked], op: "remove", flag: "read" });
  await acme.owner.writes(ben, "from somebody else");
  await acme.alter((tx) => copies(tx, first, 2_300));
  await ben.call(muteUser, { muted_user_id: eve.id });
  await acme.server.app.jobs.settled();
  assert.equal(await unreadCount(ben), 1);
});

test("what an earlier mute has left to read stays as it is", async (t) => {
  const acme = await org(t);
  const [ben, eve] = [await acme.member("Ben"), await acme.member("Eve")];
  await acme.channel("design", [ben, eve]);
  const message = await eve.sends("#design > logo", "one");
  const runLeftover = async (muted_at: number) => {
    const payload = { user_id: ben.id, muted_user_id: eve.id, muted_at, after: 0, below: message + 1 };
    const job = { kind: "read_muted", realmId: acme.realm.id, payload, runAtMs: acme.clock.now() };
    await acme.alter((tx) => writeJobs(tx, [job]));
    acme.server.app.jobs.wake();
    await acme.server.app.jobs.settled();
  };
  const began = Math.floor(acme.clock.now() / 1000);
  await ben.call(muteUser, { muted_user_id: eve.id });
  await ben.call(unmuteUser, { muted_user_id: eve.id });
  await ben.call(updateMessageFlags, { messages: [message], op: "remove", flag: "read" });
  await runLeftover(began);
  assert.equal(await unreadCount(ben), 1, "unmuted");
  await acme.clock.advance({ minutes: 1 });
  await ben.call(muteUser, { muted_user_id: eve.id });
  await ben.call(updateMessageFlags, { messages: [message], op: "remove", flag: "read" });
  await runLeftover(began);
  assert.equal(await unreadCount(ben), 1, "muted again");
  await runLeftover(began + 60);
  assert.equal(await unreadCount(ben), 0, "what the second mute has left is read");
});
