import assert from "node:assert/strict";
import { test } from "node:test";
import { inkOn } from "./ink.ts";

test("letters are white on dark colors and black on light ones", () => {
  assert.deepEqual(["#000000", "#1f2328", "#0c9a5c", "#e24329", "#609926", "#ffffff"].map(inkOn), [
    "#fff",
    "#fff",
    "#000",
    "#000",
    "#000",
    "#000",
  ]);
});
