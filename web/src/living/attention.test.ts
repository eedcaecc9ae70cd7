import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Attention } from "./attention.ts";

/** Waits until a window knows what another one shows. */
async function knows(window: Attention, kind: string | undefined): Promise<void> {
  for (let turn = 0; window.elsewhere?.kind !== kind; turn++) {
    assert(turn < 1000, `It still knows of ${window.elsewhere?.kind}.`);
    await sleep(5);
  }
}

test("windows know what is looked at in another one, until that is left", async (t) => {
  const [first, second, third] = [new Attention("one"), new Attention("one"), new Attention("one")];
  t.after(() => [first, second, third].map((each) => each.close()));
  first.looks({ kind: "inbox" });
  await knows(second, "inbox");
  assert.equal(first.elsewhere, undefined);
  first.looks({ kind: "recent" });
  await knows(second, "recent");
  second.looks({ kind: "feed" });
  await knows(first, "feed");
  assert.equal(second.elsewhere, undefined);
  // Only the window itself reports that it lost focus.
  first.looks(undefined);
  third.looks(undefined);
  await knows(third, "feed");
  second.looks(undefined);
  await knows(third, undefined);
});

test("a window that is closed is looked at no more", async (t) => {
  const [first, second] = [new Attention("two"), new Attention("two")];
  t.after(() => second.close());
  first.looks({ kind: "inbox" });
  await knows(second, "inbox");
  first.close();
  await knows(second, undefined);
});
