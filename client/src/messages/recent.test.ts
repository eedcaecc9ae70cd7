import assert from "node:assert/strict";
import { channels, messageDeletion, messageEditing, reactions } from "@parley/server/contract";
import { org, test, until } from "../../../server/test/index.ts";
import { clientOf } from "./testing.ts";
import { viewOf } from "./views.ts";

async function scene(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const launch = await acme.channel("launch", [ada, ben, cem]);
  const client = await clientOf(acme, ada);
  const { recent } = client.cache;
  /** Names and newest ids, newest first. */
  const listed = () =>
    recent.state.conversations.map(({ conversation, newestId }) => [
      conversation.type === "channel" ? conversation.topic : conversation.user_ids.join(),
      newestId,
    ]);
  return { acme, ada, ben, cem, launch, client, recent, listed };
}

test("conversations are ordered by their newest message, with the latest writers", async (t) => {
  const { ada, ben, cem, client, recent, listed } = await scene(t);
  await ben.sends("#launch > tides", "one");
  const two = await cem.sends("#launch > Tides", "two");
  const note = await ben.writes([ada, cem], "psst");
  const self = await ada.writes([ada], "a note");
  assert.equal(recent.state.conversations.length, 0);
  await recent.loadOlder();
  assert.deepEqual(listed().slice(0, 3), [
    ["", self],
    [[ben.id, cem.id].join(), note],
    ["Tides", two],
  ]);
  const tides = recent.state.conversations[2];
  assert.deepEqual([tides?.participants, tides?.count], [[cem.id, ben.id], 2]);
  assert.equal(recent.state.foundOldest, true);
  const three = await ben.sends("#launch > tides", "three");
  await client.receivesEvents();
  assert.deepEqual(listed()[0], ["tides", three]);
  assert.deepEqual(recent.state.conversations[0]?.participants, [ben.id, cem.id]);
  assert.notEqual(recent.state.conversations[0], tides);
  assert.equal(client.requests.length, 1);
});

test("a newcomer's list holds the history that they were given, and other history not", async (t) => {
  const { acme, ada, ben } = await scene(t);
  const elsewhere = await acme.channel("elsewhere", [ben]);
  const old = await ben.sends("#launch > before", "one");
  await ben.sends("#elsewhere > before", "two");
  const dan = await acme.member("Dan");
  for (const name of ["launch", "elsewhere"])
    await dan.call(channels.subscribe, { subscriptions: [{ name }], send_new_subscription_messages: false });
  await acme.alter((tx) =>
    tx
      .updateTable("subscription")
      .set({ given_upto: old })
      .where("user_id", "=", dan.id)
      .where("channel_id", "!=", elsewhere)
      .execute(),
  );
  const client = await clientOf(acme, dan);
  const { recent } = client.cache;
  await viewOf(client.cache, [{ operator: "channel", operand: elsewhere }]).open("newest");
  await recent.loadOlder();
  const listed = () => recent.state.conversations.map(({ newestId }) => newestId);
  assert.deepEqual(listed(), [old]);
  const feed = viewOf(client.cache, [{ operator: "in", operand: "home" }]);
  await feed.open("newest");
  await ada.call(reactions.addReaction, { message_id: old, emoji_name: "tada" });
  await client.receivesEvents();
  assert.deepEqual([feed.state.ids, listed()], [[old], [old]]);
});

test("moves and deletions change the order", async (t) => {
  const { acme, ben, client, recent, listed } = await scene(t);
  const one = await ben.sends("#launch > tides", "one");
  const two = await ben.sends("#launch > tides", "two");
  const rain = await ben.sends("#launch > weather", "rain");
  await recent.loadOlder();
  assert.deepEqual(listed().slice(0, 2), [
    ["weather", rain],
    ["tides", two],
  ]);
  await acme.owner.call(messageDeletion.deleteMessage, { message_id: rain });
  await client.receivesEvents();
  assert.deepEqual(listed()[0], ["tides", two]);
  await ben.call(messageEditing.editMessage, {
    message_id: two,
    topic: "ebb",
    propagate_mode: "change_one",
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
  });
  await client.receivesEvents();
  assert.deepEqual(listed().slice(0, 2), [
    ["ebb", two],
    ["tides", one],
  ]);
});

test("a conversation is listed only when its newest message is known", async (t) => {
  const { ben, launch, client, recent, listed } = await scene(t);
  const old = await ben.sends("#launch > old", "one");
  await viewOf(client.cache, [{ operator: "channel", operand: launch }]).open(old);
  assert.deepEqual(listed(), []);
  await recent.loadOlder();
  assert.deepEqual(listed()[0], ["old", old]);
});

test("after a new snapshot the list stays until it has been refreshed", async (t) => {
  const { acme, ben, client, recent, listed } = await scene(t);
  const one = await ben.sends("#launch > tides", "one");
  const rain = await ben.sends("#launch > weather", "rain");
  await recent.loadOlder();
  const before = listed();
  const two = await ben.sends("#launch > tides", "two");
  await acme.owner.call(messageDeletion.deleteMessage, { message_id: rain });
  await client.registersAgain();
  assert.deepEqual(listed(), before);
  await until(() => listed()[0]?.[1] === two);
  assert.equal(
    listed().some(([topic]) => topic === "weather"),
    false,
  );
  assert.notEqual(one, two);
});
