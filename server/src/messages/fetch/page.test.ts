import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FetchedMessage } from "../store.ts";
import { readUpTo } from "./page.ts";

/** Keeps the processor busy for longer than a step. */
function work(): void {
  for (const end = performance.now() + 6; performance.now() < end; );
}

test("other requests are served between the batches of a long page", async () => {
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turns++) await nextTurn();
  })();
  const turnsAtBatch: number[] = [];
  const { rows } = await readUpTo(Number.MAX_SAFE_INTEGER, 2000, async (limit, last) => {
    turnsAtBatch.push(turns);
    work();
    const from = (last?.id ?? 0) + 1;
    return Array.from(
      { length: limit },
      (_, n) => ({ id: from + n, content: "a", rendered_content: "a" }) as FetchedMessage,
    );
  });
  isDone = true;
  await counting;
  assert.deepEqual([rows.length, rows.at(-1)?.id], [2000, 2000]);
  assert.equal(new Set(turnsAtBatch).size, turnsAtBatch.length, `a turn for each batch: ${turnsAtBatch}`);
  assert.ok(turnsAtBatch.length >= 4, "batches are small");
});
