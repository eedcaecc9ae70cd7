import assert from "node:assert/strict";
import { test } from "node:test";
import { fragmentHere } from "./fragments.ts";

/** Everybody's and everything's id is ten more here, if it is below 50. */
const ids = { get: (_: string, id: number) => (id < 50 ? id + 10 : undefined) };

test("a view shows the same channels and people on both servers", () => {
  for (const [there, here] of [
    ["inbox", "inbox"],
    ["narrow/is/alerted", "narrow/is/alerted"],
    ["narrow/channel/12-design/topic/12.20o'clock", "narrow/channel/22-design/topic/12.20o'clock"],
    ["narrow/-stream/3/near/45", "narrow/-stream/13/near/45"],
    ["narrow/dm/9,11-group", "narrow/dm/19,21-group"],
    ["narrow/sender/me/topic/3", "narrow/sender/me/topic/3"],
    ["narrow/channel/3d", "narrow/channel/3d"],
    ["narrow/channel/99-gone", undefined],
    ["narrow/dm/9,99-group", undefined],
  ] as const)
    assert.equal(fragmentHere(ids, there), here, there);
});
