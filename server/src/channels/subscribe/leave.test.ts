import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { getSubscriptions, subscribe } from "../contract.ts";
import { updateChannel } from "../update/contract.ts";
import { changeSubscriptions, unsubscribe } from "./contract.ts";

const kinds = async (person: Person) => (await person.catchesUp()).map((event) => `${event.type} ${event.op}`);

test("leaving a public channel notifies the leaver and everyone who can see it; resubscribing restores the settings", async (t) => {
  const acme = await org(t);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const stream_id = await acme.channel("design", [ada, ben, gil]);
  await ada.asks("PATCH", `/users/me/subscriptions/${stream_id}`, { property: "color", value: "#123456" });
  for (const person of [ben, gil]) await person.catchesUp();

  const heard = await ada.eventsDuring(async () => {
    const answer = await ada.call(unsubscribe, { subscriptions: [" DESIGN "] });
    assert.deepEqual([answer.removed, answer.not_removed], [["design"], []]);
  });
  assert.deepEqual(heard, [{ type: "subscription", op: "remove", subscriptions: [{ stream_id, name: "design" }] }]);
  const gone = { type: "subscription", op: "peer_remove", stream_ids: [stream_id], user_ids: [ada.id] };
  assert.deepEqual(await ben.catchesUp(), [gone]);
  assert.deepEqual(await gil.catchesUp(), [gone]);
  const again = await ada.call(unsubscribe, { subscriptions: ["design"] });
  assert.deepEqual([again.removed, again.not_removed], [[], ["design"]]);

  await ada.call(subscribe, { subscriptions: [{ name: "design", color: "#abcdef" }] });
  const { subscriptions } = await ada.call(getSubscriptions, {});
  assert.equal(subscriptions.find((each) => each.stream_id === stream_id)?.color, "#123456");
});

test("users who leave a private channel, and guests who leave any, no longer see it; administrators still do", async (t) => {
  const acme = await org(t);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const admin = await acme.administrator("Ann");
  await acme.channel("secret", [ada, ben, admin], { invite_only: true });
  await acme.channel("open", [ada, gil]);
  for (const person of [ben, gil, admin]) await person.catchesUp();
  await ben.call(unsubscribe, { subscriptions: ["secret"] });
  await gil.call(unsubscribe, { subscriptions: ["open"] });
  await admin.call(unsubscribe, { subscriptions: ["secret"] });
  assert.deepEqual(await kinds(ben), ["subscription remove", "stream delete", "subscription peer_remove"]);
  assert.deepEqual(await kinds(gil), ["subscription remove", "stream delete"]);
  // First the events about the other two; the channel itself stays visible.
  assert.deepEqual(await kinds(admin), ["subscription peer_remove", "subscription peer_remove", "subscription remove"]);
});

test("in a channel with protected history, users see the messages of their subscription periods", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("secret", [ada, ben], { invite_only: true });
  const first = await ada.sends("#secret > x", "one");
  await ben.call(unsubscribe, { subscriptions: ["secret"] });
  await ada.sends("#secret > x", "two");
  const read = async () => {
    const narrow = JSON.stringify([["channel", "secret"]]);
    const answer = await ben.asks("GET", "/messages", { anchor: "newest", num_before: "9", num_after: "0", narrow });
    return (answer.messages as { id: number }[] | undefined)?.map((each) => each.id);
  };
  assert.equal(await read(), undefined);
  await ada.call(subscribe, {
    subscriptions: [{ name: "secret" }],
    principals: [ben.id],
    send_new_subscription_messages: false,
  });
  const third = await ada.sends("#secret > x", "three");
  assert.deepEqual(await read(), [first, third]);
});

test("administrators, channel administrators and users with the permission remove others; guests do not", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const [gil, admin] = [await acme.guest("Gil"), await acme.administrator("Ann")];
  const stream_id = await acme.channel("design", [ada, ben, gil]);
  const secret = await acme.channel("secret", [ada, ben], { invite_only: true });
  const remove = (by: Person, who: Person, name = "design") =>
    by.call(unsubscribe, { subscriptions: [name], principals: [who.id] });
  const back = (who: Person) =>
    ada.call(subscribe, {
      subscriptions: [{ name: "design" }],
      principals: [who.id],
      send_new_subscription_messages: false,
    });
  const refused = { message: "Insufficient permission" };
  for (const person of [ada, ben, gil]) await person.watches();
  await assert.rejects(remove(cem, ben), refused);
  await assert.rejects(remove(gil, ben), refused);
  await remove(admin, ben);
  await back(ben);
  await remove(ada, ben);
  await back(ben);
  const everyone = { new: acme.realm.systemGroups["role:everyone"] };
  await ada.call(updateChannel, { stream_id, can_remove_subscribers_group: everyone });
  await ada.call(updateChannel, { stream_id: secret, can_remove_subscribers_group: everyone });
  await remove(cem, ben);
  await back(ben);
  await assert.rejects(remove(gil, ben), refused);
  // Nobody can remove users from a channel they cannot see.
  await assert.rejects(remove(cem, ben, "secret"), refused);
  await remove(ben, ada, "secret");
});

test("users remove their own bots like themselves, and invalid users are refused", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ben);
  await acme.channel("design", [ada, bot, ben]);
  const { removed } = await ben.call(unsubscribe, { subscriptions: ["design"], principals: [bot.id, ben.id] });
  assert.deepEqual(removed, ["design", "design"]);
  const ask = async (params: Record<string, string>) =>
    (await ben.asks("DELETE", "/users/me/subscriptions", { subscriptions: '["design"]', ...params })).msg;
  assert.equal(
    await ask({ subscriptions: '["nowhere", "design", "never"]' }),
    "Channel(s) (nowhere, never) do not exist",
  );
  assert.equal(await ask({ subscriptions: '[""]' }), "Channel name can't be empty.");
  assert.equal(await ask({ principals: "[999999]" }), "No such user");
  await acme.deactivate(ada);
  assert.equal(await ask({ principals: `[${ada.id}]` }), "User is deactivated");
});

test("several channels are joined and left in one request", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  await acme.channel("a", [ada]);
  await acme.channel("b", [acme.owner]);
  await ada.watches();
  const answer = await ada.call(changeSubscriptions, { add: [{ name: "b" }], delete: ["a"] });
  assert.deepEqual(answer.subscribed, { [ada.id]: ["b"] });
  assert.deepEqual([answer.removed, answer.not_removed], [["a"], []]);
  const { subscribed, already_subscribed, removed } = await ada.call(changeSubscriptions, { delete: ["b"] });
  assert.deepEqual(
    { subscribed, already_subscribed, removed },
    { subscribed: {}, already_subscribed: {}, removed: ["b"] },
  );
  await assert.rejects(ada.call(changeSubscriptions, {}), {
    message: 'Nothing to do. Specify at least one of "add" or "delete".',
  });
  await assert.rejects(gil.call(changeSubscriptions, { delete: ["a"] }), { message: "Not allowed for guest users" });
  await assert.rejects(ada.call(changeSubscriptions, { add: [{ name: "new" }], delete: ["nowhere"] }), {
    message: "Channel(s) (nowhere) do not exist",
  });
  const { subscriptions } = await ada.call(getSubscriptions, {});
  assert(!subscriptions.some((each) => each.name === "new"));
});

test("public channels with the same new subscribers share one event; guests get events for their own channels only", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const gil = await acme.guest("Gil");
  const ids = [await acme.channel("a", [ada, gil]), await acme.channel("b", [ada]), await acme.channel("c", [ada])];
  for (const person of [cem, gil]) await person.catchesUp();
  const names = ["a", "b", "c"].map((name) => ({ name }));
  await ada.call(subscribe, { subscriptions: names, principals: [ben.id], send_new_subscription_messages: false });
  const joined = { type: "subscription", op: "peer_add", user_ids: [ben.id] };
  assert.deepEqual(await cem.catchesUp(), [{ ...joined, stream_ids: ids }]);
  assert.deepEqual(await gil.catchesUp(), [{ ...joined, stream_ids: [ids[0]] }]);
  await ben.call(unsubscribe, { subscriptions: ["a", "b", "c"] });
  assert.deepEqual(await cem.catchesUp(), [{ ...joined, op: "peer_remove", stream_ids: ids }]);
});

test("subscribing others needs a permission in the organization or in the channel", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const stream_id = await acme.channel("design", [ada]);
  await acme.owner.call(updateRealm, { can_add_subscribers_group: { new: acme.realm.systemGroups["role:nobody"] } });
  const add = (by: Person, who: Person) =>
    by.call(subscribe, {
      subscriptions: [{ name: "design" }],
      principals: [who.id],
      send_new_subscription_messages: false,
    });
  await assert.rejects(add(ben, cem), { message: "Insufficient permission" });
  await add(ada, cem);
  const set = { direct_members: [ben.id], direct_subgroups: [] };
  await ada.call(updateChannel, { stream_id, can_add_subscribers_group: { new: set } });
  await add(ben, acme.owner);
});

test("removing someone from several channels needs the permission in each of them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const rights = ["can_remove_subscribers_group", "can_administer_channel_group"] as const;
  for (const right of rights) {
    const [own, foreign] = [`own ${right}`, `foreign ${right}`];
    const stream_id = await acme.channel(own, [ada, ben]);
    const other = await acme.channel(foreign, [ada, ben]);
    const nobody = { new: { direct_members: [], direct_subgroups: [] } };
    for (const id of [stream_id, other])
      for (const each of rights) await acme.owner.call(updateChannel, { stream_id: id, [each]: nobody });
    await acme.owner.call(updateChannel, {
      stream_id,
      [right]: { new: { direct_members: [ben.id], direct_subgroups: [] } },
    });
    for (const subscriptions of [
      [own, foreign],
      [foreign, own],
    ])
      await assert.rejects(ben.call(unsubscribe, { subscriptions, principals: [ada.id] }), {
        message: "Insufficient permission",
      });
    const { removed } = await ben.call(unsubscribe, { subscriptions: [own], principals: [ada.id] });
    assert.deepEqual(removed, [own]);
  }
});
