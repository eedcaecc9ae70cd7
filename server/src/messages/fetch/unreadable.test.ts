import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import { getMessages, matchesNarrow, type NarrowTerm } from "../contract.ts";
import { updateMessageFlagsForNarrow } from "../read-state/contract.ts";

const term = (operator: string, operand: unknown, negated = false): NarrowTerm => ({ operator, operand, negated });

async function vault(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ben, ada, ann] = [await acme.member("Ben"), await acme.member("Ada"), await acme.administrator("Ann")];
  const [mia, gus] = [await acme.member("Mia"), await acme.guest("Gus")];
  const id = await acme.channel("vault", [ben], { invite_only: true, history_public_to_subscribers: true });
  const mias = { direct_members: [mia.id], direct_subgroups: [] };
  await ben.call(updateChannel, { stream_id: id, can_administer_channel_group: { new: mias } });
  const hidden = [
    await ben.sends("#vault > plans", "the red fox @**Ann** @**Mia**"),
    await ben.sends("#vault > lunch", "the blue dog"),
  ];
  return { acme, ben, ada, ann, mia, gus, id, hidden };
}

test("a narrow on a channel that one may see but not read is empty, whatever else it asks for", async (t) => {
  const { ann, mia, ben, id, hidden } = await vault(t);
  const narrows: NarrowTerm[][] = [
    [term("channel", "vault")],
    [term("stream", id)],
    [term("channel", "vault"), term("topic", "plans")],
    [term("channel", "vault"), term("topic", "nowhere")],
    [term("channel", "vault"), term("search", "fox")],
    [term("channel", "vault"), term("topic", "plans"), term("search", "fox")],
    [term("channel", "vault"), term("search", "fox", true)],
    [term("channel", "vault"), term("sender", ben.id)],
    [term("channel", "vault"), term("is", "unread")],
    [term("channel", "vault"), term("is", "mentioned")],
    [term("channel", "vault"), term("id", hidden[0])],
    [term("channel", "vault"), term("topic", "plans"), term("with", hidden[0])],
    [term("channel", "vault"), term("channels", "public", true)],
  ];
  for (const person of [ann, mia])
    for (const narrow of narrows) {
      const named = JSON.stringify(narrow);
      const found = await person.call(getMessages, { anchor: "newest", num_before: 10, num_after: 10, narrow });
      assert.deepEqual([found.messages, found.found_oldest, found.found_newest], [[], true, true], named);
      const unread = await person.call(getMessages, { anchor: "first_unread", num_before: 10, num_after: 10, narrow });
      assert.deepEqual([unread.messages, unread.found_anchor], [[], false], named);
      const listed = await person.call(getMessages, { message_ids: hidden, narrow });
      assert.deepEqual(listed.messages, [], named);
      if (narrow.some((each) => !Array.isArray(each) && each.operator === "with")) continue;
      const matches = await person.call(matchesNarrow, { msg_ids: hidden, narrow });
      assert.deepEqual(matches.messages, {}, named);
      const change = { op: "add", flag: "starred", anchor: "oldest", num_before: 0, num_after: 10, narrow } as const;
      const marked = await person.call(updateMessageFlagsForNarrow, change);
      assert.deepEqual([marked.processed_count, marked.updated_count, marked.first_processed_id], [0, 0, null], named);
    }
});

test("leaving out a channel that one may see but not read changes nothing", async (t) => {
  const { acme, ann, ben, id } = await vault(t);
  await acme.channel("open", [ben, ann]);
  const open = await ben.sends("#open > plans", "a green fox");
  const others = [term("channel", id, true), term("topic", "plans")];
  const { messages } = await ann.call(getMessages, { anchor: "newest", num_before: 10, narrow: others });
  assert.deepEqual(
    messages.map((message) => message.id),
    [open],
  );
});

test("a channel that one may not know of stays unknown, like one that does not exist", async (t) => {
  const { ada, gus, ann, ben, id } = await vault(t);
  const asked = async (person: Person, narrow: NarrowTerm[]) => {
    const { code, msg } = await person.asks("GET", "/messages", {
      anchor: "newest",
      num_before: "10",
      narrow: JSON.stringify(narrow),
    });
    return [code, msg];
  };
  const unknown = (operand: unknown) => ["BAD_NARROW", `Invalid narrow operator: unknown channel ${operand}`];
  for (const person of [ada, gus])
    for (const operand of ["vault", id, "nowhere", 999_999]) {
      assert.deepEqual(await asked(person, [term("channel", operand)]), unknown(operand), person.name);
      assert.deepEqual(await asked(person, [term("channel", operand, true)]), unknown(operand), person.name);
      for (const [method, path] of [
        ["GET", "/messages/matches_narrow"],
        ["POST", "/messages/flags/narrow"],
      ] as const) {
        const { msg } = await person.asks(method, path, {
          ...{ msg_ids: "[1]", op: "add", flag: "starred", anchor: "oldest", num_before: "0", num_after: "9" },
          narrow: JSON.stringify([term("channel", operand)]),
        });
        assert.equal(msg, unknown(operand)[1], path);
      }
    }
  // A refused term says no more about a hidden channel than about a visible one.
  const wrong = [term("channel", "vault"), term("has", "cheese")];
  assert.deepEqual(await asked(ann, wrong), ["BAD_NARROW", "Invalid narrow operator: unknown 'has' operand cheese"]);

  // Another organization knows nothing of it either.
  const { owner } = await org(t);
  assert.deepEqual(await asked(owner, [term("channel", id)]), unknown(id));
  assert.deepEqual(await asked(ben, [term("channel", "vault")]), [undefined, ""]);
});

test("a queue's narrow on a channel that one may not read hears nothing", async (t) => {
  const { ann, ben } = await vault(t);
  const narrow = JSON.stringify([["channel", "vault"]]);
  const types = JSON.stringify(["message"]);
  const { queue_id } = await ann.asks("POST", "/register", { narrow, event_types: types });
  await ben.sends("#vault > plans", "still secret");
  const poll = await ann.asks("GET", "/events", { queue_id: String(queue_id), dont_block: "true" });
  assert.deepEqual(poll.events, []);
});
