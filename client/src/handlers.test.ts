import assert from "node:assert/strict";
import { test } from "node:test";
import { type Handlers, handled } from "./handlers.ts";

const SUMMARIES: Handlers<string, string> = {
  message: (who, { message }) => `${who} reads ${message.content}`,
  reaction: {
    add: (who, { emoji_name, op }) => `${who} sees ${op} ${emoji_name}`,
    remove: (who, { emoji_name }) => `${who} sees no ${emoji_name}`,
  },
};

const summary = (event: { id: number; type: string; op?: string }) => handled(SUMMARIES, event, "Ada", "nothing");
const reaction = { id: 1, type: "reaction", op: "add", emoji_name: "tada" };

test("an event is handled by its type, and by its op where its declaration has one", () => {
  assert.equal(summary(reaction), "Ada sees add tada");
  assert.equal(summary({ ...reaction, op: "remove" }), "Ada sees no tada");
  const message = { id: 2, type: "message", message: { content: "Low at four." } };
  assert.equal(summary(message), "Ada reads Low at four.");
});

test("undeclared types and ops are ignored, whatever their names", () => {
  for (const type of ["something_new", "constructor", "__proto__"])
    assert.equal(summary({ ...reaction, type }), "nothing");
  for (const op of ["something_new", "constructor", "__proto__"]) assert.equal(summary({ ...reaction, op }), "nothing");
  const { op: _, ...bare } = reaction;
  assert.equal(summary(bare), "nothing");
});

/** Compiles only if every marked line is a type error. */
const MISTAKES: readonly Handlers<string, unknown>[] = [
  // @ts-expect-error: the contract has no such event.
  { something_new: () => undefined },
  // @ts-expect-error: the only ops are add and remove.
  { reaction: { change: () => undefined } },
  // @ts-expect-error: an event with ops takes a handler for each op.
  { reaction: () => undefined },
  // @ts-expect-error: message events have no such field.
  { message: (_, { subject }) => subject },
  // @ts-expect-error: ids are numbers.
  { message: (_, { message }): string => message.id },
  // @ts-expect-error: there is no such setting.
  { user_settings: { update: (_, { property }) => property === "enable_drafts" } },
  // @ts-expect-error: only delete events have stream_ids.
  { stream: { update: (_, { stream_ids }) => stream_ids } },
];

test("handlers that do not match the contract do not compile", () => assert.equal(MISTAKES.length, 7));
