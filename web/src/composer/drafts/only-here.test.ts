import assert from "node:assert/strict";
import { test } from "node:test";
import type { Draft } from "@parley/client";
import type { Sheet } from "../sheet.ts";
import { onlyHere } from "./only-here.ts";

const OWN_ID = 5;
const sheet = (id: number, text: string, draftId?: number): Sheet => ({
  id,
  target: { to: "direct", userIds: [7] },
  text,
  draftId,
  isSaved: draftId !== undefined,
  isTaken: false,
  isNew: false,
  uploading: 0,
  isWaiting: false,
});
const draft = (id: number, content: string): [number, Draft] => [
  id,
  { id, type: "private", to: [7], topic: "", content, timestamp: 1 },
];
const idsOf = (sheets: readonly Sheet[]) => sheets.map(({ id }) => id);

test("texts without a draft are only here, the last one first", () => {
  const found = onlyHere(
    [sheet(1, "High"), sheet(2, "Low"), sheet(3, "Slack", 9)],
    new Map([draft(9, "Slack")]),
    OWN_ID,
  );
  assert.deepEqual(idsOf(found), [2, 1]);
});

test("a text whose draft has arrived before its id is not listed twice", () => {
  assert.deepEqual(onlyHere([sheet(1, "High ")], new Map([draft(9, "High")]), OWN_ID), []);
});

test("another draft with the same words is another text", () => {
  const found = onlyHere([sheet(1, "High"), sheet(2, "High", 9)], new Map([draft(9, "High")]), OWN_ID);
  assert.deepEqual(idsOf(found), [1]);
});
