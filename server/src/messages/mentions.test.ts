import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../test/index.ts";
import { getMessages } from "./contract.ts";
import { type ChangedMentions, type Concerned, changeMentions } from "./mentions.ts";

const NONE: Concerned = { users: [], groups: [], alerted: [], channelWildcard: false, topicWildcard: false };

/** Acts like an edit. */
async function edited(acme: Organization, id: number, after: Partial<Concerned>): Promise<ChangedMentions> {
  let result: ChangedMentions | undefined;
  await acme.alter(async (tx) => {
    const message = await tx.selectFrom("message").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const channel = await tx
      .selectFrom("channel")
      .select("id")
      .where("recipient_id", "=", message.recipient_id)
      .executeTakeFirst();
    result = await changeMentions(tx, { ...message, channel_id: channel?.id }, { ...NONE, ...after });
  });
  return result as ChangedMentions;
}

async function flags(person: Person, id: number) {
  const { messages } = await person.call(getMessages, { message_ids: [id] });
  return messages[0]?.flags;
}

test("an edit removes and adds mentions, and leaves the rest unchanged", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve, out] = [
    await acme.member("Ada"),
    await acme.member("Ben"),
    await acme.member("Eve"),
    await acme.member("Out"),
  ];
  await acme.channel("design", [ada, ben, eve]);
  const params = { type: "channel", to: "design", topic: "x", content: "@**Ada** @**Ben**", read_by_sender: "true" };
  const id = (await ada.asks("POST", "/messages", params)).id as number;

  const first = await edited(acme, id, { users: [ada.id, eve.id, out.id] });
  assert.deepEqual(
    [...first.now],
    [
      [ada.id, 8],
      [eve.id, 8],
    ],
  );
  assert.deepEqual(first.changed, [ben.id, eve.id]);
  assert.deepEqual(
    [await flags(ada, id), await flags(ben, id), await flags(eve, id)],
    [["read", "mentioned"], [], ["mentioned"]],
  );
  assert.deepEqual(await flags(out, id), ["read", "historical"]);

  const second = await edited(acme, id, { topicWildcard: true });
  assert.deepEqual(second.changed, [ada.id, eve.id]);
  assert.deepEqual(await flags(ada, id), ["read", "topic_wildcard_mentioned", "wildcard_mentioned"]);

  assert.deepEqual(await edited(acme, id, { topicWildcard: true }), {
    now: new Map([[ada.id, 64]]),
    changed: [],
    added: [],
  });
  assert.deepEqual((await edited(acme, id, {})).changed, [ada.id]);
  assert.deepEqual([await flags(ada, id), await flags(eve, id)], [["read"], []]);
});

test("an edit delivers a message to no bot that had not received it, and keeps those that had", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const [early, late] = [await acme.bot("Early", ada), await acme.bot("Late", ada)];
  await acme.channel("design", [ada]);
  const id = await ada.sends("#design > x", "@**Early**");
  const { now } = await edited(acme, id, { users: [early.id, late.id] });
  assert.deepEqual([...now], [[early.id, 8]]);
  assert.deepEqual(await flags(early, id), ["mentioned"]);
  await edited(acme, id, {});
  assert.deepEqual([await flags(early, id), await flags(late, id)], [[], ["read", "historical"]]);
});

test("users who subscribed later are not mentioned by an edit, and earlier subscribers are", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada]);
  const id = await ada.sends("#design > x", "hello");
  await acme.channel("design", [ada, ben]);
  assert.deepEqual([...(await edited(acme, id, { users: [ada.id, ben.id] })).now.keys()], [ada.id]);
  const direct = await ada.writes(ben, "hello");
  assert.deepEqual([...(await edited(acme, direct, { users: [ben.id, acme.owner.id] })).now.keys()], [ben.id]);
});
