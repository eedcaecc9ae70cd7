import assert from "node:assert/strict";
import { crowd } from "../../test/crowd.ts";
import { org, test } from "../../test/index.ts";
import { getSubscriptions, subscribe } from "./contract.ts";
import { unsubscribe } from "./subscribe/contract.ts";

test("five thousand people are subscribed by one request with a few compact events, and unsubscribed by another", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const ids = await crowd(acme, 5000);
  const stream_id = await acme.channel("all", [ada]);
  const heard = await ada.eventsDuring(async () => {
    const answer = await ada.call(subscribe, { subscriptions: [{ name: "all" }], principals: [...ids, ben.id] });
    assert.equal(answer.new_subscription_messages_sent, false);
    assert.equal(Object.keys(answer.subscribed).length, 5001);
  });
  assert.deepEqual(
    heard.map((event) => [event.type, event.op, (event.user_ids as number[]).length]),
    [["subscription", "peer_add", 5001]],
  );
  const { subscriptions } = await ada.call(getSubscriptions, { include_subscribers: "partial" });
  const all = subscriptions.find((each) => each.stream_id === stream_id);
  assert.equal(all?.subscribers, undefined);
  assert.equal(all?.subscriber_count, 5002);
  assert.deepEqual(all?.partial_subscribers, [ada.id]);

  const left = await ada.eventsDuring(() => acme.owner.call(unsubscribe, { subscriptions: ["all"], principals: ids }));
  assert.deepEqual(
    left.map((event) => [event.op, (event.user_ids as number[]).length]),
    [["peer_remove", 5000]],
  );
});

test("a request that is too large for one transaction is refused", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const ids = await crowd(acme, 300);
  const subscriptions = Array.from({ length: 200 }, (_each, index) => ({ name: `c${index}` }));
  await assert.rejects(ada.call(subscribe, { subscriptions, principals: ids }), {
    message: "Too many subscriptions in one request (maximum 50000: channels times people).",
  });
});

test("the partial subscriber list of a large channel has its bots and recently active users", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const bot = await acme.bot("Helper", ada);
  const ids = await crowd(acme, 1000);
  await acme.channel("small", [ada, ben]);
  await acme.channel("all", [ada]);
  await ada.call(subscribe, {
    subscriptions: [{ name: "all" }],
    principals: [...ids, ben.id, cem.id, bot.id],
    send_new_subscription_messages: false,
  });
  await ben.watches();
  await acme.alter((tx) => tx.deleteFrom("event_queue").where("user_id", "=", ben.id).execute());
  await cem.sends("#all > x", "hi");
  const shown = async () => {
    const { subscriptions } = await ada.call(getSubscriptions, { include_subscribers: "partial" });
    return subscriptions.find((each) => each.name === "all")?.partial_subscribers;
  };
  assert.deepEqual(await shown(), [ben.id, cem.id, bot.id]);
  const { subscriptions } = await ada.call(getSubscriptions, { include_subscribers: "partial" });
  assert.deepEqual(subscriptions.find((each) => each.name === "small")?.subscribers, [ada.id, ben.id]);
  await acme.alter(async (tx) => {
    await tx
      .updateTable("user_activity")
      .set((eb) => ({ last_day: eb("last_day", "-", 15) }))
      .where("user_id", "=", ben.id)
      .execute();
    await tx
      .updateTable("message")
      .set((eb) => ({ sent_at: eb("sent_at", "-", 15 * 86_400) }))
      .where("sender_id", "=", cem.id)
      .execute();
  });
  assert.deepEqual(await shown(), [bot.id]);
});
