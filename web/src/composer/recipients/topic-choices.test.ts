import assert from "node:assert/strict";
import { test } from "node:test";
import { topicChoices } from "./topic-choices.ts";

const topics = ["Beta freeze", "", "Harbour map", "beta 5"];
const offered = (typed: string, emptyName: string | undefined = "general chat") =>
  topicChoices({ typed, topics, emptyName }).map((choice) =>
    choice.kind === "empty" ? "(empty)" : choice.kind === "new" ? `new ${choice.topic}` : choice.topic,
  );

test("with nothing typed the empty topic comes first, then the newest", () => {
  assert.deepEqual(offered(""), ["(empty)", "Beta freeze", "Harbour map", "beta 5"]);
});

test("where a topic is required the empty one is not offered", () => {
  assert.deepEqual(
    topicChoices({ typed: "", topics, emptyName: undefined }).map(({ kind }) => kind),
    ["known", "known", "known"],
  );
});

test("a topic that is typed in full is the one that is taken, whatever its case", () => {
  assert.equal(offered("Beta freeze")[0], "Beta freeze");
  assert.equal(offered("harbour map ")[0], "Harbour map");
});

test("what no topic is called is offered as a new one, before those that are like it", () => {
  assert.deepEqual(offered("beta"), ["new beta", "Beta freeze", "beta 5"]);
  assert.deepEqual(offered("Tides"), ["new Tides"]);
});

test("the empty topic is found by what it is called", () => {
  assert.deepEqual(offered("gen"), ["new gen", "(empty)"]);
});

test("a topic that stands there already comes first, and the others can still be seen", () => {
  const choices = topicChoices({ typed: "Harbour map", isSearched: false, topics, emptyName: "general chat" });
  assert.deepEqual(
    choices.map((choice) => (choice.kind === "empty" ? "(empty)" : choice.topic)),
    ["Harbour map", "Beta freeze", "beta 5", "(empty)"],
  );
});
