import assert from "node:assert/strict";
import { listen, type Organization, org, type Person, test } from "../../../test/index.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { register } from "../../registration/contract.ts";
import { getMessages } from "../contract.ts";
import { addReaction } from "../reactions/contract.ts";
import { updateMessageFlags } from "../read-state/contract.ts";
import { copies } from "../testing.ts";
import { getTopics } from "../topics/contract.ts";
import { deleteMessage, deleteTopic } from "./contract.ts";

const PERMISSION = { message: "You don't have permission to delete this message" };
const LATE = { message: "The time limit for deleting this message has passed" };
const INVALID = { message: "Invalid message(s)" };

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  return { acme, ada, ben, stream_id };
}

const removes = (person: Person, message_id: number) => person.call(deleteMessage, { message_id });
const read = async (person: Person, message_ids: number[]) =>
  (await person.call(getMessages, { message_ids })).messages.map((each) => each.id);

function setInChannel(acme: Organization, channel: number, setting: string, group: number) {
  return acme.alter((tx) =>
    tx
      .updateTable("channel")
      .set({ [setting]: group })
      .where("id", "=", channel)
      .execute(),
  );
}

test("a deleted message is gone, and everyone who could read it is notified", async (t) => {
  const { acme, ada, ben, stream_id } = await design(t);
  const [cem, gus] = [await acme.member("Cem"), await acme.guest("Gus")];
  const kept = await ada.sends("#design > Logo", "kept");
  const message_id = await ada.sends("#design > Logo", "oops");
  await ben.call(addReaction, { message_id, emoji_name: "tada" });
  for (const person of [cem, gus]) await person.catchesUp();
  const told = [
    { type: "delete_message", message_ids: [message_id], message_type: "stream", stream_id, topic: "Logo" },
  ];
  assert.deepEqual(await ben.eventsDuring(() => removes(ada, message_id)), told);
  for (const person of [cem, gus]) assert.deepEqual(await person.catchesUp(), []);
  assert.deepEqual(await read(ben, [kept, message_id]), [kept]);
  await assert.rejects(removes(ada, message_id), INVALID);
  const { topics } = await ben.call(getTopics, { stream_id });
  assert.deepEqual(topics, [{ name: "Logo", max_id: kept }]);
});

test("in a public channel, users who interacted with the message and the deleting user are notified too", async (t) => {
  const { acme, ada } = await design(t);
  const [cem, admin] = [await acme.member("Cem"), await acme.administrator("Ann")];
  const message_id = await ada.sends("#design > logo", "oops");
  await cem.call(addReaction, { message_id, emoji_name: "tada" });
  await admin.catchesUp();
  const heard = await cem.eventsDuring(() => removes(admin, message_id));
  assert.deepEqual(
    heard.map((event) => event.type),
    ["stream", "delete_message"],
  );
  assert.deepEqual(
    (await admin.catchesUp()).map((event) => event.type),
    ["stream", "delete_message"],
  );
});

test("deleting the oldest message of a channel sends an event with the new one", async (t) => {
  const { ada, ben, stream_id } = await design(t);
  const [first, second] = [await ada.sends("#design > a", "1"), await ada.sends("#design > b", "2")];
  const update = { type: "stream", op: "update", stream_id, name: "design", property: "first_message_id" };
  assert.deepEqual((await ben.eventsDuring(() => removes(ada, first)))[0], { ...update, value: second });
  assert.deepEqual((await ben.eventsDuring(() => removes(ada, second)))[0], { ...update, value: null });
  assert.deepEqual((await ben.call(getTopics, { stream_id })).topics, []);
  const third = await ada.sends("#design > c", "3");
  assert.deepEqual(await read(ben, [third]), [third]);
});

test("all participants of a direct conversation are notified", async (t) => {
  const { acme, ada, ben } = await design(t);
  const cem = await acme.member("Cem");
  const first = await ada.writes(ben, "one");
  const second = await ada.writes(ben, "two");
  await cem.catchesUp();
  for (const id of [second, first])
    assert.deepEqual(await ben.eventsDuring(() => removes(ada, id)), [
      { type: "delete_message", message_ids: [id], message_type: "private" },
    ]);
  assert.deepEqual(await cem.catchesUp(), []);
  await ada.writes(ben, "three");
  await assert.rejects(removes(cem, second), INVALID);
});

test("clients without bulk deletion and the empty topic get an event for each message", async (t) => {
  const { acme, ada, ben, stream_id } = await design(t);
  const old = await listen(ben);
  const ids = [await ada.sends("#design > ", "1"), await ada.sends("#design > ", "2")];
  await acme.owner.call(deleteTopic, { stream_id, topic_name: "general chat" });
  const heard = (await old.hears()).filter((event) => event.type === "delete_message");
  const shared = { type: "delete_message", message_type: "stream", stream_id, topic: "general chat" };
  assert.deepEqual(
    heard,
    ids.map((message_id) => ({ message_id, ...shared })),
  );
});

test("who can delete: users their own messages within the limit and those of their bots, and some users any message", async (t) => {
  const { acme, ada, ben, stream_id } = await design(t);
  const [admin, mod, gus] = [await acme.administrator("Ann"), await acme.moderator("Mo"), await acme.guest("Gus")];
  const bot = await acme.bot("Helper", ada);
  await acme.channel("design", [ada, gus]);
  const groups = acme.realm.systemGroups;
  const everyone = groups["role:everyone"];
  const nobody = groups["role:nobody"];
  const fresh = (by = ada) => by.sends("#design > x", "x");
  const realm = (settings: object) => acme.owner.call(updateRealm, settings as never);

  await removes(ada, await fresh());
  await removes(ada, await fresh(bot));
  await removes(bot, await fresh(bot));
  await removes(gus, await fresh(gus));
  await removes(admin, await fresh());
  for (const person of [ben, mod, gus]) await assert.rejects(removes(person, await fresh()), PERMISSION);
  await assert.rejects(removes(ben, await fresh(bot)), PERMISSION);
  await assert.rejects(removes(bot, await fresh()), PERMISSION);

  // The limit has no grace period, and does not apply to users who can delete any message.
  const [edge, late] = [await fresh(), await fresh()];
  const lateOfBot = await fresh(bot);
  await acme.clock.leap({ seconds: 600 });
  await removes(ada, edge);
  await acme.clock.advance({ seconds: 1 });
  await assert.rejects(removes(ada, late), LATE);
  await assert.rejects(removes(ada, lateOfBot), LATE);
  await removes(admin, late);
  await realm({ message_content_delete_limit_seconds: "unlimited" });
  await removes(ada, lateOfBot);
  await realm({ message_content_delete_limit_seconds: 600 });

  // The organization's and the channel's permissions to delete one's own messages.
  await realm({ can_delete_own_message_group: { new: nobody } });
  await assert.rejects(removes(ada, await fresh()), PERMISSION);
  await assert.rejects(removes(ada, await ada.writes(ben, "x")), PERMISSION);
  await setInChannel(acme, stream_id, "can_delete_own_message_group", everyone);
  await removes(ada, await fresh());
  await assert.rejects(removes(ada, await ada.writes(ben, "x")), PERMISSION);
  await assert.rejects(removes(ben, await fresh()), PERMISSION);

  // The channel's permission to delete any message, which has no limit.
  const old = await fresh();
  await acme.clock.leap({ days: 1 });
  await setInChannel(acme, stream_id, "can_delete_any_message_group", groups["role:moderators"]);
  await removes(mod, old);
  await assert.rejects(removes(ben, await fresh()), PERMISSION);
  await assert.rejects(removes(mod, await ada.writes(mod, "x")), PERMISSION);

  // Without the permission, administrators are like anyone else.
  await realm({ can_delete_any_message_group: { new: nobody } });
  await setInChannel(acme, stream_id, "can_delete_any_message_group", nobody);
  await assert.rejects(removes(admin, await fresh()), PERMISSION);
});

test("users without access learn nothing by trying, and nothing is deleted in archived channels", async (t) => {
  const { acme, ada, ben } = await design(t);
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  const hidden = await ada.sends("#secret > plan", "hush");
  const admin = await acme.administrator("Ann");
  for (const person of [ben, admin]) await assert.rejects(removes(person, hidden), INVALID);
  await assert.rejects(removes(ada, 999_999), INVALID);
  const other = await org(t, acme.server);
  await assert.rejects(removes(other.owner, hidden), INVALID);
  await acme.alter((tx) => tx.updateTable("channel").set({ is_archived: true }).where("id", "=", secret).execute());
  await assert.rejects(removes(ada, hidden), INVALID);
  assert.deepEqual(await read(ada, [hidden]), [hidden]);
});

test("with protected history, users are notified of messages they could see", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.administrator("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  const before = await ada.sends("#board > pay", "before");
  await acme.channel("board", [ada, ben]);
  const after = await ada.sends("#board > pay", "after");
  await ada.catchesUp();
  const heard = await ben.eventsDuring(() => ada.call(deleteTopic, { stream_id, topic_name: "PAY" }));
  const ids = (events: typeof heard) =>
    events.filter((event) => event.type === "delete_message").map((event) => event.message_ids);
  assert.deepEqual(ids(heard), [[after]]);
  assert.deepEqual(ids(await ada.catchesUp()), [[before, after]]);

  const early = await ada.sends("#board > raise", "x");
  const cem = await acme.member("Cem");
  await acme.channel("board", [ada, cem]);
  await cem.catchesUp();
  await removes(ada, early);
  assert.deepEqual(ids(await cem.catchesUp()), []);
});

test("administrators who can read a topic delete it in batches, newest first", async (t) => {
  const { acme, ada, ben, stream_id } = await design(t);
  const admin = await acme.administrator("Ann");
  const first = await ada.sends("#design > Logo", "the oldest");
  await acme.alter((tx) => copies(tx, first, 149));
  const other = await ada.sends("#design > other", "stays");
  await ben.catchesUp();
  assert.deepEqual(await admin.call(deleteTopic, { stream_id, topic_name: " logo " }), { complete: true });
  const batches = (await ben.catchesUp()).filter((event) => event.type === "delete_message");
  assert.deepEqual(
    batches.map(({ message_ids, topic }) => [(message_ids as number[]).length, topic]),
    [
      [100, "Logo"],
      [50, "Logo"],
    ],
  );
  const [newest, oldest] = batches.map((event) => event.message_ids as number[]);
  assert(Math.min(...(newest ?? [])) > Math.max(...(oldest ?? [])));
  assert.deepEqual((await ben.call(getTopics, { stream_id })).topics, [{ name: "other", max_id: other }]);
  // Deleting a topic that does not exist succeeds.
  assert.deepEqual(await admin.call(deleteTopic, { stream_id, topic_name: "logo" }), { complete: true });

  for (const person of [ada, await acme.moderator("Mo")])
    await assert.rejects(person.call(deleteTopic, { stream_id, topic_name: "other" }), {
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  for (const id of [secret, 999_999])
    await assert.rejects(admin.call(deleteTopic, { stream_id: id, topic_name: "x" }), {
      message: "Invalid channel ID",
    });
});

test("when time runs out the response says that messages remain", async (t) => {
  const { acme, ada, stream_id } = await design(t);
  const first = await ada.sends("#design > long", "x");
  await acme.alter((tx) => copies(tx, first, 250));
  const { clock } = acme;
  const { now } = clock;
  let calls = 0;
  // Every call of the clock advances it by twenty seconds.
  clock.now = () => now.call(clock) + 20_000 * calls++;
  const complete: boolean[] = [];
  try {
    while (complete.at(-1) !== true)
      complete.push((await acme.owner.call(deleteTopic, { stream_id, topic_name: "long" })).complete);
  } finally {
    clock.now = now;
  }
  assert.equal(complete[0], false);
  assert.deepEqual((await ada.call(getTopics, { stream_id })).topics, []);
});

test("users who starred a message and left its private channel keep the star, and are notified when it is deleted", async (t) => {
  const { acme, ada, ben } = await design(t);
  await acme.channel("secret", [ada, ben], { invite_only: true });
  const [kept, deleted] = [await ada.sends("#secret > x", "1"), await ada.sends("#secret > x", "2")];
  await ben.call(updateMessageFlags, { messages: [kept, deleted], op: "add", flag: "starred" });
  await ben.eventsDuring(() => ben.call(unsubscribe, { subscriptions: ["secret"] }));
  const starred = async () => (await ben.call(register, { event_types: ["starred_messages"] })).starred_messages;
  assert.deepEqual(await starred(), [kept, deleted]);
  const heard = await ben.eventsDuring(() => removes(ada, deleted));
  const flag = { flag: "starred", messages: [deleted], all: false };
  assert.deepEqual(heard, [{ type: "update_message_flags", op: "remove", operation: "remove", ...flag }]);
  assert.deepEqual(await starred(), [kept]);
});
