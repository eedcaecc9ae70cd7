import assert from "node:assert/strict";
import { test } from "node:test";
import type { NarrowTerm } from "../address/narrow.ts";
import { channels, OWN_ID, people, stateOf } from "../address/testing.ts";
import { NameIndex } from "../ranking/name-index.ts";
import { laterTexts } from "../text/en/index-later.ts";
import { learn, t } from "../text/text.ts";
import { daysFor } from "./days.ts";
import { type Described, described, loosenings } from "./described.ts";
import { withSearch } from "./recent.ts";
import { canJoin, type SearchContext, type Suggestion, suggestions } from "./suggestions.ts";

learn(laterTexts);

const state = stateOf();
const when = { today: new Date("2026-11-15T12:00:00"), locale: "en" };

function say({ key, name, day }: Described): string {
  const shown = name?.type === "people" ? name.names.join(", ") : name?.type === "words" ? t(name.key) : name?.text;
  return t(key, { name: shown, day });
}

function context(given: Partial<SearchContext> = {}): SearchContext {
  const named = new NameIndex<number>();
  for (const { user_id, full_name } of people) named.set(`${user_id}`, { item: user_id, name: full_name });
  const channelNames = new NameIndex<number>();
  for (const { stream_id, name } of channels) channelNames.set(`${stream_id}`, { item: stream_id, name });
  return { state, terms: [], people: named, channels: channelNames, topics: [], recent: [], say, ...when, ...given };
}

const said = (suggestion: Suggestion) =>
  suggestion.type === "recent" ? described(suggestion.terms, state).map(say).join(" ") : say(suggestion.described);
const suggested = (typed: string, given: Partial<SearchContext> = {}) => suggestions(typed, context(given)).map(said);

const inLaunch: NarrowTerm = { operator: "channel", operand: 2 };

test("what is typed is understood in words", () => {
  assert.deepEqual(suggested("mei"), ["from Mei Tanaka", "direct messages with Mei Tanaka"]);
  assert.deepEqual(suggested("from mei")[0], "from Mei Tanaka");
  assert.deepEqual(suggested("image"), ["has an image"]);
  assert.deepEqual(suggested("has an im"), ["has an image"]);
  assert.deepEqual(suggested("laun"), ["in launch"]);
  assert.deepEqual(suggested("in #laun"), ["in launch"]);
  assert.deepEqual(suggested("1 nov"), ["before 2026-11-01"]);
  assert.deepEqual(suggested("before november"), ["before 2026-11-01"]);
  assert.deepEqual(suggested("me")[0], "from me");
});

test("an operator that is typed out asks for its operands, also negated", () => {
  assert.deepEqual(suggested("sender:ra"), ["from Rafael Ortiz", "from Priya Raman"]);
  assert.deepEqual(suggested("-sender:raf"), ["not from Rafael Ortiz"]);
  assert.deepEqual(suggested("has:"), ["has an image", "has a link", "has an attachment", "has a reaction"]);
  assert.deepEqual(suggested("is:st"), ["is starred"]);
  assert.deepEqual(suggested("topic:be", { terms: [inLaunch], topics: ["Beta 4", "Map"] }), ["in the topic Beta 4"]);
  assert.deepEqual(suggested("nothing:"), []);
});

test("with nothing typed the last searches and the operators are offered", () => {
  const recent: NarrowTerm[][] = [[inLaunch, { operator: "search", operand: "tide" }]];
  assert.deepEqual(suggested("", { recent }), [
    "in launch “tide”",
    "from someone",
    "in a channel",
    "direct messages with someone",
    "before a day",
  ]);
  assert.ok(suggested("", { terms: [inLaunch] }).includes("in a topic"));
  assert.deepEqual(suggested("tid", { recent }), ["in launch “tide”"]);
});

test("what makes no sense beside the chips is not suggested", () => {
  assert.deepEqual(suggested("mei", { terms: [inLaunch] }), ["from Mei Tanaka"]);
  assert.deepEqual(suggested("laun", { terms: [{ operator: "dm", operand: [7] }] }), []);
  assert.ok(!canJoin({ operator: "sender", operand: 7 }, [{ operator: "sender", operand: 9 }]));
  assert.ok(canJoin({ operator: "has", operand: "link" }, [{ operator: "has", operand: "image" }]));
  assert.ok(!canJoin(inLaunch, [inLaunch]));
});

test("a search says in words what it looks for", () => {
  const terms: NarrowTerm[] = [
    { operator: "search", operand: "tides" },
    inLaunch,
    { operator: "sender", operand: 7 },
    { operator: "is", operand: "resolved", negated: true },
  ];
  assert.deepEqual(described(terms, state).map(say), [
    "from Mei Tanaka",
    "in launch",
    "not in a resolved topic",
    "“tides”",
  ]);
  assert.deepEqual(described([{ operator: "sender", operand: OWN_ID }], state).map(say), ["from me"]);
  assert.deepEqual(described([{ operator: "topic", operand: "" }], state).map(say), ["in the topic general chat"]);
  assert.deepEqual(described([{ operator: "channel", operand: 404 }], state).map(say), ["in Not available"]);
});

test("where nothing was found each chip can be dropped, places first, and a topic goes with its channel", () => {
  const topic: NarrowTerm = { operator: "topic", operand: "Map" };
  const words: NarrowTerm = { operator: "search", operand: "tides" };
  assert.deepEqual(loosenings([inLaunch, topic, words]), [
    { dropped: topic, left: [inLaunch, words] },
    { dropped: inLaunch, left: [words] },
    { dropped: words, left: [inLaunch, topic] },
  ]);
  assert.deepEqual(loosenings([words]), []);
});

test("a search is kept once, wherever it opened", () => {
  const words: NarrowTerm = { operator: "search", operand: "tides" };
  const first = withSearch([], [inLaunch, words]);
  assert.deepEqual(withSearch(first, [words, inLaunch, { operator: "near", operand: 3 }]), [[words, inLaunch]]);
  assert.equal(withSearch(first, []), first);
});

test("days are understood in figures and by the names of months, never in the future", () => {
  assert.deepEqual(daysFor("2026-11-01", when), ["2026-11-01"]);
  assert.deepEqual(daysFor("24 dec", when), ["2025-12-24"]);
  assert.deepEqual(daysFor("Dec 24 2027", when), ["2027-12-24"]);
  assert.deepEqual(daysFor("1. märz", { ...when, locale: "de" }), ["2026-03-01"]);
  for (const wrong of ["30 feb", "tides", "2026-13-01", "12"]) assert.deepEqual(daysFor(wrong, when), []);
});
