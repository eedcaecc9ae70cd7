import assert from "node:assert/strict";
import { test } from "node:test";
import { hiddenPreviews, hiding } from "./hidden-previews.ts";

const AUTHOR = 7;
const attached = (id: number, content: string, more: object = {}) => ({
  id,
  sender_id: AUTHOR,
  msg_type: "preview",
  content,
  ...more,
});
const hidden = (...submessages: ReturnType<typeof attached>[]) => [
  ...hiddenPreviews({ sender_id: AUTHOR, submessages }),
];

test("the author hides previews, and shows them again", () => {
  const hide = attached(1, hiding("https://a.example", true));
  assert.deepEqual(hidden(hide), ["https://a.example"]);
  assert.deepEqual(hidden(attached(2, hiding("https://a.example", false)), hide), []);
});

test("what others attach, what is no JSON and what is of another kind counts for nothing", () => {
  assert.deepEqual(
    hidden(
      attached(1, hiding("https://a.example", true), { sender_id: 9 }),
      attached(2, hiding("https://b.example", true), { msg_type: "widget" }),
      attached(3, "hide"),
      attached(4, '{"type":"hide","address":5}'),
      attached(5, "[]"),
    ),
    [],
  );
});
