import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { render } from "./render.ts";

test("raw HTML is text", () => {
  assert.equal(render("<script>alert(1)</script>"), "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
});

test("only addresses that are safe to follow become links", () => {
  for (const address of ["javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "file:///etc/passwd"])
    assert.doesNotMatch(render(`[x](${address}) <${address}>`), /<a /, address);
  assert.match(render("[x](https://example.com)"), /<a href="https:\/\/example.com"/);
});

test("whatever is written, no tag or attribute of its own comes out", () => {
  const piece = fc.constantFrom(
    "<img src=x onerror=y>",
    "<",
    ">",
    '"',
    "'",
    "&",
    "](",
    "[",
    "`",
    "```\n",
    "javascript:x",
    "\n",
    "*",
    "|-|-|",
    "https://a.b/?",
    "> ",
    "<svg/onload=z>",
  );
  const markdown = fc.array(fc.oneof(piece, fc.string({ unit: "grapheme", maxLength: 5 })), { maxLength: 20 });
  fc.assert(
    fc.property(markdown, (pieces) => {
      const tags = render(pieces.join("")).match(/<[^>]*>/g) ?? [];
      for (const tag of tags) {
        assert.doesNotMatch(tag, /^<\/?(script|img|svg|iframe|style)/i);
        assert.doesNotMatch(tag.replace(/"[^"]*"/g, '""'), /\son\w+\s*=/i);
        assert.doesNotMatch(tag, /href="\s*(javascript|data|vbscript):/i);
      }
    }),
    { numRuns: 500 },
  );
});
