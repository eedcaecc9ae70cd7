import assert from "node:assert/strict";
import { test } from "node:test";
import { keptOf } from "./kept.ts";
import type { Message } from "./types.ts";

const message = (id: number, content = "hello"): Message => ({ id, content }) as Message;
const all = (count: number, content?: string) =>
  new Map(Array.from({ length: count }, (_, n) => [n + 1, message(n + 1, content)]));
const terms = (operand: number) => [{ operator: "channel", operand }];
const idsOf = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

test("the newest messages of each view are kept, without gaps", () => {
  const kept = keptOf({ messages: all(500), views: [{ narrow: terms(7), ids: idsOf(500) }], recentFloor: 3 });
  assert.deepEqual(kept.views, [{ narrow: terms(7), ids: idsOf(500).slice(-200) }]);
  assert.equal(kept.recentFloor, 3);
  const known = new Set(kept.messages.map(({ id }) => id));
  assert.ok(kept.views[0]?.ids.every((id) => known.has(id)));
});

test("a limited number of views is kept, most recently used first, without searches", () => {
  const search = { narrow: [{ operator: "search", operand: "tides" }], ids: [1] };
  const views = Array.from({ length: 150 }, (_, n) => ({ narrow: terms(n), ids: [n + 1] }));
  const kept = keptOf({ messages: all(150), views: [search, ...views], recentFloor: 0 });
  assert.deepEqual(
    kept.views.map(({ narrow }) => narrow[0]?.operand),
    Array.from({ length: 100 }, (_, n) => n),
  );
});

test("messages beyond the size limit are left out", () => {
  const views = Array.from({ length: 100 }, (_, n) => ({ narrow: terms(n), ids: idsOf(20).map((id) => id + n * 20) }));
  const kept = keptOf({ messages: all(2000, "x".repeat(100_000)), views, recentFloor: 0 });
  const bytes = kept.messages.reduce((sum, { content }) => sum + 2 * content.length, 0);
  assert.ok(bytes < 50_000_000, `${bytes} bytes`);
  assert.ok(kept.views.length > 5);
});
