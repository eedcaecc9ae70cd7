import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Attention } from "./attention.ts";

/** What one window says has been heard by the others. */
const heard = () => sleep(20);

test("windows know what is looked at in another one, until that is left", async (t) => {
  const [first, second] = [new Attention("one"), new Attention("one")];
  t.after(() => [first, second].map((each) => each.close()));
  first.looks({ kind: "inbox" });
  await heard();
  assert.deepEqual([first.elsewhere, second.elsewhere], [undefined, { kind: "inbox" }]);
  first.looks({ kind: "recent" });
  await heard();
  assert.deepEqual(second.elsewhere, { kind: "recent" });
  second.looks({ kind: "feed" });
  await heard();
  assert.deepEqual([first.elsewhere, second.elsewhere], [{ kind: "feed" }, undefined]);
  first.looks(undefined);
  await heard();
  assert.deepEqual(first.elsewhere, { kind: "feed" }, "only the window itself says that it is left");
});

test("a window that is closed is looked at no more", async (t) => {
  const [first, second] = [new Attention("two"), new Attention("two")];
  t.after(() => second.close());
  first.looks({ kind: "inbox" });
  await heard();
  first.close();
  await heard();
  assert.equal(second.elsewhere, undefined);
});
