import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { getMessages } from "../contract.ts";

/** The notification bot's messages to a user, newest last. */
async function told(person: Person): Promise<string[]> {
  const { messages } = await person.call(getMessages, { anchor: "newest", num_before: 50, apply_markdown: false });
  return messages.filter((message) => message.client === "Internal").map((message) => message.content);
}

test("the owner is notified when a bot writes to a channel that does not exist", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const bot = await acme.bot("Helper", ada);
  await ada.catchesUp();
  await assert.rejects(bot.sends("#no *where* > x", "hi"), { code: "STREAM_DOES_NOT_EXIST" });
  const name = `@_**Helper|${bot.id}**`;
  const first = `Your bot ${name} tried to post to the channel **no &#42;where&#42;**, but that channel does not exist.`;
  assert.deepEqual(await told(ada), [first]);
  assert.equal((await ada.catchesUp()).filter((event) => event.type === "message").length, 1);

  // Once a minute, however often it tries.
  await assert.rejects(bot.sends("#nowhere > x", "hi"), { code: "STREAM_DOES_NOT_EXIST" });
  assert.deepEqual(await told(ada), [first]);
  const other = await acme.bot("Other", ada);
  await assert.rejects(other.sends("#nowhere > x", "hi"), { code: "STREAM_DOES_NOT_EXIST" });
  assert.equal((await told(ada)).length, 2);
  await acme.clock.advance({ seconds: 61 });
  const params = { type: "channel", to: "987654321", topic: "x", content: "hi" };
  assert.equal((await bot.asks("POST", "/messages", params)).code, "STREAM_DOES_NOT_EXIST");
  assert.match((await told(ada)).at(-1) ?? "", /the channel \*\*#987654321\*\*, but that channel does not exist\.$/);
});

test("the owner is notified when a bot writes to a channel without subscribers, and the message is sent", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await ada.call(updateSettings, { default_language: "de" });
  const bot = await acme.bot("Helper", ada);
  await acme.channel("heard", [ada]);
  await bot.sends("#heard > x", "hi");
  assert.deepEqual(await told(ada), []);
  await acme.channel("empty", [ada]);
  await acme.alter(async (tx) => {
    await tx.deleteFrom("subscription_period").where("user_id", "=", ada.id).execute();
    await tx.updateTable("subscription").set({ is_subscribed: false }).where("user_id", "=", ada.id).execute();
  });
  assert.ok(await bot.sends("#empty > x", "hi"));
  assert.match((await told(ada))[0] ?? "", /^Dein Bot @_\*\*Helper\|\d+\*\* hat in #\*\*empty\*\* geschrieben/);
});

test("people get only the error", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await assert.rejects(ada.sends("#nowhere > x", "hi"), { code: "STREAM_DOES_NOT_EXIST" });
  assert.deepEqual(await told(ada), []);
});
