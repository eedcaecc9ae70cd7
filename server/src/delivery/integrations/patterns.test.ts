import assert from "node:assert/strict";
import { test } from "node:test";
import { isWanted, matches } from "./patterns.ts";

test("patterns are those of a shell", () => {
  for (const [pattern, name, isMatch] of [
    ["push", "push", true],
    ["push", "pushed", false],
    ["*", "", true],
    ["*", "anything", true],
    ["pull_request*", "pull_request_review", true],
    ["*_comment", "issue_comment", true],
    ["*a*b*c", "xaxbxcxbxc", true],
    ["*a*b*c", "xaxcxb", false],
    ["issue?", "issues", true],
    ["issue?", "issue", false],
    ["[ip]*", "issues", true],
    ["[!ip]*", "issues", false],
    ["[a-c]x", "bx", true],
    ["[a-c]x", "dx", false],
    ["[]]", "]", true],
    ["[", "[", true],
    ["jira:*", "jira:issue_created", true],
  ] as const)
    assert.equal(matches(pattern, name), isMatch, `${pattern} ${name}`);
});

test("a pattern takes no longer than its length", () => {
  const started = performance.now();
  assert.equal(matches("*a".repeat(500), "a".repeat(499)), false);
  assert.ok(performance.now() - started < 1000);
});

test("an event is wanted if it is asked for and not excluded", () => {
  assert.equal(isWanted("push", {}), true);
  assert.equal(isWanted("push", { only_events: [] }), false);
  assert.equal(isWanted("push", { only_events: ["p*"], exclude_events: ["push"] }), false);
});
