import assert from "node:assert/strict";
import { test } from "node:test";
import { SentEvents } from "./stream.ts";

test("events are parsed from chunks that end anywhere", () => {
  const text =
    'retry: 3000\n\nid: 1\ndata: {"a":1}\n\n: a comment\n\nevent: close\r\ndata: x\r\ndata:y\r\n\r\nid: 2\ndata: z';
  const expected = [
    { event: "message", data: '{"a":1}' },
    { event: "close", data: "x\ny" },
  ];
  for (let size = 1; size <= text.length; size++) {
    const sent = new SentEvents();
    const parsed = [];
    for (let at = 0; at < text.length; at += size) parsed.push(...sent.add(text.slice(at, at + size)));
    assert.deepEqual(parsed, expected, `in chunks of ${size}`);
  }
});
