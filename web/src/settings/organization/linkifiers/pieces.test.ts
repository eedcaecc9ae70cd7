import assert from "node:assert/strict";
import { test } from "node:test";
import { piecesOf } from "./pieces.ts";

const link = (start: number, end: number) => ({ start, end, url: "https://example.com", by: 0 });
const cut = (source: string, ...links: ReturnType<typeof link>[]) =>
  piecesOf(source, links).map(({ text, link: found }) => (found ? `[${text}]` : text));

test("a text is cut into its links and what is between them", () => {
  assert.deepEqual(cut("see #7 and #8", link(4, 6), link(11, 13)), ["see ", "[#7]", " and ", "[#8]"]);
  assert.deepEqual(cut("#7#8!", link(0, 2), link(2, 4)), ["[#7]", "[#8]", "!"]);
  assert.deepEqual(cut("nothing"), ["nothing"]);
  assert.deepEqual(cut(""), []);
});
