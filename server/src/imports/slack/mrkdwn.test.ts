import assert from "node:assert/strict";
import { test } from "node:test";
import { markdownFrom, plainFrom } from "./mrkdwn.ts";

const names = {
  person: (id: string) => (id === "U1" ? { id: 7, full_name: "Ada Byron" } : undefined),
  channel: (id: string) => (id === "C1" ? "engine room" : undefined),
  channelId: () => undefined,
  there: {
    person: (id: string) => ({ U1: "ada", U2: "ben" })[id],
    channel: (id: string) => (id === "C1" ? "engine-room" : undefined),
  },
};

const CASES: readonly (readonly [slack: string, markdown: string])[] = [
  ["plain words", "plain words"],
  ["*bold* and _italic_ and ~gone~", "**bold** and *italic* and ~~gone~~"],
  ["*_both_*", "***both***"],
  ["2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"],
  ["*not\nbold*", "*not\nbold*"],
  ["`*code*` stays", "`*code*` stays"],
  ["a ```x &lt; y *z*``` b", "a \n```\nx < y *z*\n```\n b"],
  ["&lt;b&gt; &amp;amp;", "<b> &amp;"],
  ["&gt; quoted\nnot", "> quoted\nnot"],
  ["• one\n• two", "* one\n* two"],
  ["<@U1> and <@U2> and <@U3|carol>", "@**Ada Byron|7** and @ben and @carol"],
  ["<#C1|engine> <#C2|other>", "#**engine room** #other"],
  ["<!here> <!channel> <!everyone>", "@**all** @**all** @**all**"],
  ["<!subteam^S1|@crew> <!date^1583107200^{date}|then>", "@crew <time:2020-03-02T00:00:00.000Z>"],
  ["<https://example.com/a_b_c>", "https://example.com/a_b_c"],
  ["<https://example.com/?a=1&amp;b=2|a *link*>", "[a *link*](https://example.com/?a=1&b=2)"],
  ["<https://example.com/x(y)|[label]>", "[label](https://example.com/x%28y%29)"],
  ["<mailto:ada@example.com|ada@example.com>", "ada@example.com"],
  ["`<https://example.com|example.com>`", "`example.com`"],
];

test("Slack's markup becomes Markdown", () => {
  for (const [slack, markdown] of CASES) assert.equal(markdownFrom(slack, names), markdown, slack);
});

test("the name of a topic has no markup, and names as the archive has them", () => {
  assert.equal(
    plainFrom("*Release* of <https://example.com|the app> by <@U1> in <#C1>, for <@U3|cleo>", names.there),
    "Release of the app by @ada in #engine-room, for @cleo",
  );
  assert.equal(plainFrom("a &amp;&amp; b"), "a && b");
});

test("no text takes long to translate", () => {
  const hostile = [
    "*a".repeat(50_000),
    "<".repeat(100_000),
    "`".repeat(100_001),
    "_".repeat(100_000),
    "&gt;".repeat(30_000),
    "```".repeat(30_000),
    "*a_b~".repeat(20_000),
  ];
  for (const text of hostile) {
    const start = performance.now();
    markdownFrom(text, names);
    plainFrom(text, names.there);
    assert(performance.now() - start < 3000, text.slice(0, 10));
  }
});
