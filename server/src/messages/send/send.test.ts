import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import * as channels from "../../channels/contract.ts";
import * as messages from "../contract.ts";

test("a message to a channel reaches its subscribers and nobody else", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const stream_id = await acme.channel("design", [ada, ben]);
  await cem.catchesUp();

  const heard = await ben.eventsDuring(() => ada.sends("#design > logo", "**We** are live"));

  const [event, ...more] = heard as { type: string; flags: string[]; message: Record<string, unknown> }[];
  assert.deepEqual(more, []);
  assert.equal(event?.type, "message");
  assert.deepEqual(event?.flags, []);
  const { message } = event ?? {};
  assert.equal(message?.content, "<p><strong>We</strong> are live</p>");
  assert.deepEqual([message?.stream_id, message?.subject, message?.display_recipient], [stream_id, "logo", "design"]);
  assert.deepEqual(await cem.catchesUp(), []);
});

test("a direct message reaches its participants and nobody else", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  await cem.catchesUp();
  const heard = await ben.eventsDuring(() => ada.writes(ben, "hi"));
  const message = heard[0]?.message as { type: string; display_recipient: { id: number }[] };
  assert.equal(message.type, "private");
  assert.deepEqual(message.display_recipient.map((person) => person.id).sort(), [ada.id, ben.id].sort());
  assert.deepEqual(await cem.catchesUp(), []);
});

test("both directions of a conversation share a recipient", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ada.writes(ben, "hi");
  await ben.writes(ada, "hello");
  const { messages: read } = await ada.call(messages.getMessages, {
    anchor: "newest",
    num_before: 10,
    narrow: [{ operator: "dm", operand: [ben.id] }],
  });
  assert.equal(read.length, 2);
  assert.equal(read[0]?.recipient_id, read[1]?.recipient_id);
});

test("content over the limit is refused and nothing is sent", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  await assert.rejects(ada.sends("#design > logo", "x".repeat(10_001)), {
    code: "BAD_REQUEST",
    message: "content is too long (limit: 10000 characters)",
  });
  assert.ok(await ada.sends("#design > logo", "😀".repeat(10_000)));
  const { messages: read } = await ada.call(messages.getMessages, {
    anchor: "newest",
    num_before: 10,
    narrow: [{ operator: "channel", operand: "design" }],
  });
  assert.equal(read.length, 1);
});

test("a private channel is closed to users who are not subscribed", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("secret", [ada], { invite_only: true });
  await assert.rejects(ben.sends("#secret > plan", "hi"), { message: "Not authorized to send to channel 'secret'" });
  await assert.rejects(
    ben.call(messages.getMessages, {
      anchor: "newest",
      num_before: 1,
      narrow: [{ operator: "channel", operand: "secret" }],
    }),
    { code: "BAD_NARROW" },
  );
  const { streams } = await ben.call(channels.getChannels, { include_all: true });
  assert.ok(!streams.some((stream) => stream.name === "secret"));
});

test("guessing the id of a private channel does not reveal its name", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("merger with Initech", [ada], { invite_only: true });
  await assert.rejects(ben.call(messages.sendMessage, { type: "channel", to: stream_id, topic: "x", content: "hi" }), {
    code: "STREAM_DOES_NOT_EXIST",
    message: `Channel with ID '${stream_id}' does not exist`,
  });
});
