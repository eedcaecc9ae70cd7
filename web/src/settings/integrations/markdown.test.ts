import assert from "node:assert/strict";
import { test } from "node:test";
import { piecesOf } from "./markdown.ts";

test("strong text, code and links are told apart", () => {
  assert.deepEqual(piecesOf("Set **URL** to `URL`, see [there](https://example.com/a)."), [
    { kind: "text", text: "Set " },
    { kind: "strong", text: "URL" },
    { kind: "text", text: " to " },
    { kind: "code", text: "URL" },
    { kind: "text", text: ", see " },
    { kind: "link", text: "there", href: "https://example.com/a" },
    { kind: "text", text: "." },
  ]);
});

test("a link leads to a web site, or is text", () => {
  assert.deepEqual(piecesOf("[x](javascript:alert(1))"), [{ kind: "text", text: "[x](javascript:alert(1))" }]);
});
