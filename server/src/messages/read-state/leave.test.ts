import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import * as messages from "../contract.ts";
import * as readState from "./contract.ts";
import { readByEveryone } from "./leave.ts";

test("in a channel that is closed nothing is unread to anybody, and stars stay", async (t) => {
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

test("a bot reads what came to it by mention alone, and can do so again", async (t) => {
  const acme = await org(t);
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
