import assert from "node:assert/strict";
import { test } from "node:test";
import { dialectOf } from "../api/index.ts";
import { clientName } from "./client-name.ts";

const agents: [string | undefined, string][] = [
  ["ZulipPython/0.9 (Linux)", "ZulipPython"],
  ["curl/8.0", "curl"],
  ["Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0", "Mozilla"],
  ["my tool 2", "my tool"],
  ["my tool (beta)", "my tool"],
  ["ZulipMobile/27.1 (Android 14)", "ZulipMobile"],
  ["Zulip Terminal/0.7", "Zulip Terminal"],
  ["agent007", "agent007"],
  ["007 agent", "007 agent"],
  ["/8.0", "Unspecified"],
  ["", "Unspecified"],
  ["   ", "Unspecified"],
  [undefined, "Unspecified"],
  ["a".repeat(40), "a".repeat(30)],
];

for (const [agent, name] of agents)
  test(`${JSON.stringify(agent)} is called ${name}`, () => {
    assert.equal(clientName(undefined, agent), name);
  });

test("the parameter takes precedence over the User-Agent", () => {
  assert.equal(clientName("website", "curl/8.0"), "website");
  assert.equal(clientName("my tool 2/3", "curl/8.0"), "my tool 2/3");
  assert.equal(clientName("", "curl/8.0"), "curl");
});

test("a name is cut to thirty characters, without splitting one", () => {
  assert.equal(clientName("😀".repeat(40), undefined), "😀".repeat(30));
});

test("a name has no control characters", () => {
  assert.equal(clientName("a\0b\nc\ud800", undefined), "abc");
  assert.equal(clientName("\0", "curl/8.0"), "curl");
});

test("clients that identify themselves get the spelling they know", () => {
  assert.equal(dialectOf("ZulipMobile/27.1"), "upstream");
  assert.equal(dialectOf("Mozilla/5.0 Zulip"), "neutral");
  assert.equal(dialectOf(undefined), "neutral");
  // Scripts in browsers cannot set their User-Agent.
  assert.equal(dialectOf("Mozilla/5.0", "ZulipThing"), "upstream");
  assert.equal(dialectOf("Mozilla/5.0", "website"), "neutral");
});
