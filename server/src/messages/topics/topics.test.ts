import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import type { Channel } from "../../channels/store.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import type { User } from "../../kernel/context.ts";
import { plansOf, SCANS_MESSAGES } from "../testing.ts";
import { getTopics } from "./contract.ts";
import { topicsSeen } from "./store.ts";

test("topics are listed newest first, each with the spelling of its newest message", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada]);
  await ada.sends("#design > logo", "1");
  const fonts = await ada.sends("#design > Fonts", "2");
  const logo = await ada.sends("#design > LOGO", "3");
  const unnamed = await ada.sends("#design > ", "4");
  const named = [
    { name: "LOGO", max_id: logo },
    { name: "Fonts", max_id: fonts },
  ];
  const list = async (allow_empty_topic_name?: boolean) =>
    (await ben.call(getTopics, { stream_id, ...(allow_empty_topic_name ? { allow_empty_topic_name } : {}) })).topics;
  assert.deepEqual(await list(), [{ name: "general chat", max_id: unnamed }, ...named]);
  assert.deepEqual(await list(true), [{ name: "", max_id: unnamed }, ...named]);
});

test("with protected history, only topics with messages that the user received are listed", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  const stream_id = await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  const early = await ada.sends("#board > early", "1");
  const both = await ada.sends("#board > both", "2");
  await acme.channel("board", [ada, ben, bot]);
  const late = await ada.sends("#board > Both", "3");
  const list = async (person: typeof ada) => (await person.call(getTopics, { stream_id })).topics;
  assert.deepEqual(await list(ada), [
    { name: "Both", max_id: late },
    { name: "early", max_id: early },
  ]);
  for (const person of [ben, bot]) assert.deepEqual(await list(person), [{ name: "Both", max_id: late }]);
  assert(both < late);
});

test("hidden, archived and missing channels get the same error", async (t) => {
  const acme = await org(t);
  const [ada, ben, gus] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gus")];
  const admin = await acme.administrator("Ann");
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  const open = await acme.channel("open", [ada]);
  const attempts: [typeof ada, number][] = [
    [ben, secret],
    [admin, secret],
    [gus, open],
    [ada, 999_999],
  ];
  for (const [person, stream_id] of attempts)
    await assert.rejects(person.call(getTopics, { stream_id }), { message: "Invalid channel ID" });
  await acme.alter((tx) => tx.updateTable("channel").set({ is_archived: true }).where("id", "=", open).execute());
  await assert.rejects(ada.call(getTopics, { stream_id: open }), { message: "Invalid channel ID" });
});

test("listing the topics of protected history uses an index and does not scan messages", async (t) => {
  const acme = await org(t);
  const channel = { id: 1, invite_only: true, history_public_to_subscribers: false } as Channel;
  const plans = await plansOf(acme.server.app.database, (tx) => topicsSeen(tx, { id: 1 } as User, channel));
  assert.equal(plans.length, 1);
  for (const plan of plans) {
    assert.match(plan, /message_by_topic_id/);
    assert.doesNotMatch(plan, SCANS_MESSAGES);
  }
});

test("former subscribers of a channel with protected history get none of its topics, even if they can rejoin", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("board", [ada, ben], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  await ada.call(updateChannel, {
    stream_id,
    can_subscribe_group: { new: { direct_members: [ben.id], direct_subgroups: [] } },
  });
  const max_id = await ada.sends("#board > plans", "1");
  const list = async () => (await ben.call(getTopics, { stream_id })).topics;
  assert.deepEqual(await list(), [{ name: "plans", max_id }]);
  await ben.call(unsubscribe, { subscriptions: ["board"] });
  assert.deepEqual(await list(), []);
  await ben.call(subscribe, { subscriptions: [{ name: "board" }] });
  assert.deepEqual(await list(), [{ name: "plans", max_id }]);
});
