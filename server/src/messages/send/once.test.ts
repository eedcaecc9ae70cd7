import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { getMessages, sendMessage } from "../contract.ts";
import { deleteMessage } from "../delete/contract.ts";
import { forgetSent } from "./once.ts";

const contentsIn = async (person: Person, channel: number) => {
  const narrow = [{ operator: "channel", operand: channel }];
  const args = { anchor: "newest", num_before: 100, narrow, apply_markdown: false };
  return (await person.call(getMessages, args)).messages.map(({ content }) => content);
};

test("a message sent again with the same id is stored once, even by concurrent requests", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const launch = await acme.channel("launch", [ada, ben]);
  const request = { type: "channel", to: launch, topic: "tides", content: "High at six", local_id: "k2.x1" } as const;
  const answers = await Promise.all(Array.from({ length: 8 }, () => ada.call(sendMessage, request)));
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
  assert.deepEqual(await ada.call(sendMessage, request), { id: answers[0]?.id });
  assert.deepEqual(await contentsIn(ben, launch), ["High at six"]);

  const heard = await ben.eventsDuring(() => ada.call(sendMessage, request));
  assert.deepEqual(heard, []);
});

test("direct messages are deduplicated too", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const request = { type: "direct", to: [ben.id], content: "Lunch?", local_id: "7.01" } as const;
  const answers = await Promise.all(Array.from({ length: 4 }, () => ada.call(sendMessage, request)));
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
});

test("an id applies only to its sender, text and conversation", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const launch = await acme.channel("launch", [ada, ben]);
  const request = { type: "channel", to: launch, topic: "tides", content: "ok", local_id: "100.01" } as const;
  const sent = [
    await ada.call(sendMessage, request),
    await ben.call(sendMessage, request),
    await ada.call(sendMessage, { ...request, content: "okay" }),
    await ada.call(sendMessage, { ...request, topic: "weather" }),
    await ada.call(sendMessage, { ...request, local_id: "100.02" }),
  ];
  assert.equal(new Set(sent.map(({ id }) => id)).size, 5);
});

test("without an id the same text is sent as often as requested", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const launch = await acme.channel("launch", [ada]);
  for (let n = 0; n < 2; n++) await ada.sends("#launch > tides", "ok");
  assert.deepEqual(await contentsIn(ada, launch), ["ok", "ok"]);
});

test("a deleted message can be sent again, and ids expire after a day", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const launch = await acme.channel("launch", [ada]);
  const request = { type: "channel", to: launch, topic: "tides", content: "ok", local_id: "100.01" } as const;
  const { id } = await ada.call(sendMessage, request);
  await acme.owner.call(deleteMessage, { message_id: id });
  const { id: second } = await ada.call(sendMessage, request);
  assert.notEqual(second, id);
  await acme.clock.leap({ days: 2 });
  if ("recurring" in forgetSent) await forgetSent.recurring(acme.server.app);
  const { id: third } = await ada.call(sendMessage, request);
  assert.notEqual(third, second);
});
