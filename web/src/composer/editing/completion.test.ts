import assert from "node:assert/strict";
import { test } from "node:test";
import { writtenChannel, writtenGroup, writtenUser } from "@parley/server/text/markdown/inline/mention-syntax.ts";
import fc from "fast-check";
import { channel, channels, people, person, stateOf } from "../../address/testing.ts";
import { completed, completedLanguage, completedToTopics } from "./complete.ts";
import { drawn, from } from "./drawn.ts";
import { insertQuotation, quotation } from "./quote.ts";
import { channelLink, groupMention, isAmbiguousName, personMention } from "./syntax.ts";
import { completingAt } from "./trigger.ts";

function completing(text: string) {
  const { text: whole, start } = from(text);
  const found = completingAt(whole, start);
  if (!found) return undefined;
  const { kind, start: begun, ...rest } = found;
  return { [kind]: whole.slice(begun, start), ...rest };
}

test("what is completed is known from what stands before the caret", () => {
  assert.deepEqual(completing("hi @me|"), { mention: "@me", isSilent: false, query: "me" });
  assert.deepEqual(completing("hi @_Mei Ta|"), { mention: "@_Mei Ta", isSilent: true, query: "Mei Ta" });
  assert.deepEqual(completing("@|"), { mention: "@", isSilent: false, query: "" });
  assert.deepEqual(completing("(@**Me|"), { mention: "@**Me", isSilent: false, query: "Me" });
  assert.deepEqual(completing("see #lau|"), { channel: "#lau", query: "lau" });
  assert.deepEqual(completing("see #**launch>Har|"), { topic: "#**launch>Har", channel: "launch", query: "Har" });
  assert.deepEqual(completing("see #launch>|"), { topic: "#launch>", channel: "launch", query: "" });
  assert.deepEqual(completing("see #**launch**>Ha|"), { topic: "#**launch**>Ha", channel: "launch", query: "Ha" });
  assert.deepEqual(completing("#**launch>Map**@2|"), {
    message: "#**launch>Map**@2",
    channel: "launch",
    topic: "Map",
    query: "2",
  });
  assert.deepEqual(completing("good :smi|"), { emoji: ":smi", query: "smi" });
  assert.deepEqual(completing(":+1|"), { emoji: ":+1", query: "+1" });
  assert.deepEqual(completing("/po|"), { command: "/po", query: "po" });
  assert.deepEqual(completing("text\n```py|"), { language: "```py", fence: "```", query: "py" });
  assert.deepEqual(completing("at <time|"), { time: "<time", query: "" });
  assert.deepEqual(completing("at <time:16|"), { time: "<time:16", query: "16" });
});

test("what only looks like it is not completed", () => {
  const plain = [
    "mei@tide|",
    "@ me|",
    "# heading|",
    "a#b|",
    "10:30|",
    "so: |",
    ":)|",
    "a /po|",
    "\n/po|",
    "```\n@me|",
    "`@me|",
    "``@me `x|",
    "```js\nlet a\n```|",
    "```js\n```py|",
    "**done** |",
    "a < b|",
  ];
  for (const text of plain) assert.equal(completing(text), undefined, text);
  assert.ok(completing("`a` @me|"));
  assert.ok(completing("````quote\n```py|"));
});

test("what was chosen replaces what was typed, and writing goes on behind a space", () => {
  const choose = (text: string, syntax: string) => {
    const edited = from(text);
    const trigger = completingAt(edited.text, edited.start);
    assert.ok(trigger);
    return drawn(completed(edited, trigger, syntax));
  };
  assert.equal(choose("hi @me|", "@**Mei Tanaka**"), "hi @**Mei Tanaka** |");
  assert.equal(choose("hi @me| and", "@**Mei Tanaka**"), "hi @**Mei Tanaka** |and");
  assert.equal(choose("(@me|)", "@**Mei Tanaka**"), "(@**Mei Tanaka**|)");
  assert.equal(choose(":smi|\nx", ":smile:"), ":smile:|\nx");
  const toTopics = from("see #lau|");
  assert.equal(drawn(completedToTopics(toTopics, { start: 4 }, "launch")), "see #**launch>|");
});

test("a language opens a block that is closed already", () => {
  const choose = (text: string, language: string) => {
    const edited = from(text);
    const trigger = completingAt(edited.text, edited.start);
    assert.ok(trigger?.kind === "language");
    return drawn(completedLanguage(edited, trigger, language));
  };
  assert.equal(choose("```py|", "python"), "```python\n|\n```");
  assert.equal(choose("```py|\nx\n```", "python"), "```python|\nx\n```");
  assert.equal(choose("```sp|", "spoiler"), "```spoiler|\n\n```");
});

const aName = fc.string({
  unit: fc.constantFrom("a", "B", " ", "*", ">", "|", "@", "1", "2", "`", "$", "[", "]", "&", "(", ")", "é"),
  minLength: 1,
  maxLength: 12,
});

test("a mention of anybody is read by the server as them, or as their id alone", () => {
  fc.assert(
    fc.property(aName, fc.boolean(), fc.boolean(), (full_name, isSilent, isAmbiguous) => {
      const written = personMention({ user_id: 12, full_name }, { isSilent, isAmbiguous });
      const read = writtenUser(written, 0);
      assert.equal(read?.end, written.length);
      assert.equal(read.silent, isSilent);
      if (read.id === undefined) assert.equal(read.name, full_name);
      else assert.deepEqual([read.id, [full_name, ""].includes(read.name)], [12, true]);
    }),
  );
});

test("the id stands with names that are not enough", () => {
  const state = stateOf({ realm_users: [...people, person(20, "mei tanaka")] });
  const named = (full_name: string) => personMention({ user_id: 7, full_name });
  assert.equal(named("Mei Tanaka"), "@**Mei Tanaka**");
  assert.equal(named("all"), "@**all|7**");
  assert.equal(named("Mei|3"), "@**Mei|3|7**");
  assert.equal(named("M*i"), "@**|7**");
  assert.ok(isAmbiguousName({ user_id: 7, full_name: "Mei Tanaka" }, state));
  assert.ok(!isAmbiguousName({ user_id: 9, full_name: "Rafael Ortiz" }, state));
});

test("channels and topics are read as themselves, or are a link where their names do not fit", () => {
  fc.assert(
    fc.property(aName, fc.option(aName, { nil: undefined }), fc.boolean(), (name, topic, hasMessage) => {
      const state = stateOf({ subscriptions: [channel(2, name)] });
      const message = topic !== undefined && hasMessage ? { messageId: 214 } : {};
      const written = channelLink({ channelId: 2, ...(topic === undefined ? {} : { topic }), ...message }, state);
      const read = writtenChannel(written, 0);
      if (read) {
        assert.deepEqual([read.channel, read.topic, read.messageId], [name, topic, message.messageId]);
        assert.equal(read.end, written.length);
      } else assert.match(written, /^\[[^[\]`*>]*\]\(#narrow\/channel\/2-[\w.~/-]*\)$/);
    }),
  );
});

test("links to channels, topics and messages are written in the short form where it fits", () => {
  const state = stateOf({ subscriptions: [...channels, channel(20, "a > b")] });
  assert.equal(channelLink({ channelId: 2 }, state), "#**launch**");
  assert.equal(channelLink({ channelId: 2, topic: "Map" }, state), "#**launch>Map**");
  assert.equal(channelLink({ channelId: 2, topic: "" }, state), "#**launch>**");
  assert.equal(channelLink({ channelId: 2, topic: "Map", messageId: 214 }, state), "#**launch>Map@214**");
  assert.equal(channelLink({ channelId: 20 }, state), "[#a &gt; b](#narrow/channel/20-a-b)");
  const link = channelLink({ channelId: 2, topic: "**loud**" }, state);
  assert.equal(link, "[#launch &gt; &#42;&#42;loud&#42;&#42;](#narrow/channel/2-launch/topic/.2A.2Aloud.2A.2A)");
  assert.match(channelLink({ channelId: 2, topic: "see @214" }, state), /^\[/);
});

test("a group is mentioned by its name", () => {
  const state = stateOf();
  const written = groupMention({ id: 17, name: "support team" }, { isSilent: true }, state);
  assert.deepEqual(writtenGroup(written, 0), { silent: true, name: "support team", end: written.length });
  assert.match(groupMention({ id: 17, name: "a*b" }, {}, state), /^\[@a&#42;b\]\(#groups\/17/);
});

const quoted = {
  sender: { user_id: 7, full_name: "Mei Tanaka" },
  link: "#narrow/channel/2-launch/topic/Map/near/214",
  content: "low tide",
};

test("a quotation names the sender silently, links the message and holds whatever it quotes", () => {
  assert.equal(
    quotation(quoted),
    "@_**Mei Tanaka|7** [said](#narrow/channel/2-launch/topic/Map/near/214):\n```quote\nlow tide\n```\n",
  );
  assert.match(quotation({ ...quoted, content: "```\ncode\n```" }), /:\n````quote\n```\ncode\n```\n````\n$/);
});

test("a quotation stands on its own lines with the caret below it", () => {
  const made = drawn(insertQuotation(from("I agree|."), quoted));
  assert.match(made, /^I agree\n\n@_\*\*Mei/);
  assert.match(made, /```\n\|\n\.$/);
});
