/** A text that takes long holds up the next ones of its account, and nobody else's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { RenderingPauses } from "./pauses.ts";

const [LONG, SHORT] = [100_000, 100];

test("texts that take long are rendered one in each turn of the event loop", async () => {
  const pauses = new RenderingPauses();
  let rendered = 0;
  const render = async () => {
    const pause = pauses.before(1);
    if (pause) await pause;
    rendered++;
    pauses.after(1, LONG);
  };
  const all = Array.from({ length: 5 }, render);
  const seen: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    seen.push(rendered);
    await turnOfTheLoop();
  }
  await Promise.all(all);
  assert.deepEqual(seen, [1, 2, 3, 4, 5]);
});

test("nobody else waits, and nobody after short texts", async () => {
  const pauses = new RenderingPauses();
  pauses.after(1, SHORT);
  assert.equal(pauses.before(1), undefined);
  pauses.after(1, LONG);
  assert.notEqual(pauses.before(1), undefined);
  assert.equal(pauses.before(2), undefined);
});

test("an account that has paused waits no longer", async () => {
  const pauses = new RenderingPauses();
  pauses.after(1, LONG);
  await pauses.before(1);
  await turnOfTheLoop();
  await turnOfTheLoop();
  assert.equal(pauses.before(1), undefined);
});
