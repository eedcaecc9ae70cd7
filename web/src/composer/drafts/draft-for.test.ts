import assert from "node:assert/strict";
import { test } from "node:test";
import type { Draft, State } from "@parley/client";
import { draftFor } from "./draft-for.ts";

const draft = (id: number, topic: string, timestamp: number): [number, Draft] => [
  id,
  { id, type: "stream", to: [4], topic, content: `text ${id}`, timestamp } as Draft,
];
const state = {
  users: { ownId: 5 },
  drafts: new Map([draft(1, "tides", 10), draft(2, "Tides", 30), draft(3, "boats", 40), draft(4, "tides", 20)]),
} as unknown as Pick<State, "drafts" | "users">;

test("of several drafts of a conversation the newest is taken up", () => {
  assert.equal(draftFor(state, { to: "channel", channelId: 4, topic: "tides" })?.id, 2);
});

test("a conversation without a draft has none", () => {
  assert.equal(draftFor(state, { to: "direct", userIds: [7] }), undefined);
});
