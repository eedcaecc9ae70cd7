import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import * as messages from "../contract.ts";
import * as readState from "./contract.ts";
import { readByEveryone } from "./leave.ts";

test("archiving a channel marks everything in it as read, and stars stay", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const channel = await acme.channel("design", [ada, ben]);
  await acme.channel("other", [ada, ben]);
  const ids = [await ada.sends("#design > x", "1"), await ada.sends("#design > x", "2")];
  const elsewhere = await ada.sends("#other > x", "1");
  const change = (op: string, flag: string, ids: number[]) =>
    ben.call(readState.updateMessageFlags, { messages: ids, op, flag });
  await change("add", "read", ids);
  await change("remove", "read", ids.slice(0, 1));
  await change("add", "starred", ids.slice(0, 1));
  await acme.alter((tx) => readByEveryone(tx, channel));
  const { messages: shown } = await ben.call(messages.getMessages, { message_ids: [...ids, elsewhere] });
  assert.deepEqual(
    shown.map((each) => each.flags),
    [["read", "starred"], ["read"], []],
  );
});

test("a bot can mark messages as read that it received only by mention, repeatedly", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("bots keep no list of what is unread where they are not subscribed");
  const ada = await acme.member("Ada");
  const bot = await acme.bot("Helper", ada);
  await acme.channel("design", [ada]);
  const id = await ada.sends("#design > x", "@**Helper** hello");
  const flags = async () =>
    (await bot.call(messages.getMessages, { message_ids: [id] })).messages.map((each) => each.flags);
  const change = (op: string) => bot.call(readState.updateMessageFlags, { messages: [id], op, flag: "read" });
  assert.deepEqual(await flags(), [["mentioned"]]);
  await change("add");
  assert.deepEqual(await flags(), [["read", "mentioned"]]);
  await change("remove");
  assert.deepEqual(await flags(), [["mentioned"]]);
  await bot.call(readState.markAllAsRead, {});
  await bot.call(readState.markAllAsRead, {});
  assert.deepEqual(await flags(), [["read", "mentioned"]]);
});

test("with protected history, a topic that the user did not receive does not exist for them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  await ada.sends("#board > before", "hidden");
  await acme.channel("board", [ada, ben]);
  await ada.sends("#board > since", "shown");
  const reads = (topic_name: string) =>
    ben.asks("POST", "/mark_topic_as_read", { stream_id: `${stream_id}`, topic_name });
  const [hidden, missing] = [await reads("before"), await reads("never")];
  assert.equal(hidden.result, "error");
  assert.equal(hidden.msg.replace("before", "never"), missing.msg);
  assert.equal((await reads("since")).result, "success");
});

test("read-mark exceptions are deleted with a subscription, and do not return with it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const ids: number[] = [];
  for (const content of ["1", "2", "3", "4"]) ids.push(await ada.sends("#design > x", content));
  const change = (op: string, messages: number[]) =>
    ben.call(readState.updateMessageFlags, { messages, op, flag: "read" });
  await change("add", ids.slice(0, 2));
  await change("remove", ids.slice(0, 1));
  await change("add", ids.slice(3));
  await ben.call(unsubscribe, { subscriptions: ["design"] });
  const { reader } = acme.server.app.database;
  const exceptions = () =>
    reader
      .selectFrom("user_message")
      .select("flags")
      .where("user_id", "=", ben.id)
      .where("message_id", "in", ids)
      .execute();
  assert.deepEqual(await exceptions(), []);
  await ben.call(subscribe, { subscriptions: [{ name: "design" }] });
  const { messages: shown } = await ben.call(messages.getMessages, { message_ids: ids });
  assert.deepEqual(
    shown.map((each) => each.flags),
    ids.map(() => ["read"]),
  );
});
