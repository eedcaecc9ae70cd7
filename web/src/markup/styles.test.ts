import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cellAlignment, formulaStyle, pictureIn } from "./styles.ts";

test("the styles of formulas are kept", () => {
  const kept =
    "height:0.8141em;vertical-align:-0.25em;margin-right:0.05em;top:-3.063em;color:#12ab34;width:calc(100% - 0.1em);position:relative;";
  assert.deepEqual(
    formulaStyle(kept)
      .map(([property, value]) => `${property}:${value};`)
      .join(""),
    kept,
  );
  assert.deepEqual(formulaStyle("margin:0 -0.02em;border-right-style:dashed"), [
    ["margin", "0 -0.02em"],
    ["border-right-style", "dashed"],
  ]);
  assert.deepEqual(formulaStyle("border: 0.04em solid red"), [
    ["border-width", "0.04em"],
    ["border-style", "solid"],
    ["border-color", "red"],
  ]);
});

test("no other style is", () => {
  for (const style of [
    "position:fixed",
    "position:absolute",
    "height:expression(1)",
    "height:99999em",
    "background-image:url(x)",
    "color:url(x)",
    "color:var(--x)",
    "width:calc(100% * 99)",
    "inset:0",
    "z-index:9",
    "display:none",
    "he\\69ght:1em",
    "height:1em !important",
    "__proto__:x",
    "constructor:x",
  ]) {
    assert.deepEqual(formulaStyle(style), [], style);
  }
});

test("whatever is written, a style is never more than a number, a colour or a word", () => {
  const part = fc.oneof(
    fc.constantFrom(
      ..."height width color top : ; ( ) url( 1em -2.5em #fff red /* */ \\ \" ' calc(100% - position fixed relative !important , 0".split(
        " ",
      ),
    ),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      for (const [property, value] of formulaStyle(parts.join(""))) {
        assert.match(property, /^[a-z-]+$/);
        assert.match(value, /^(?:[\w#.% -]+|calc\(100% - [\d.]+em\))$/);
        assert.doesNotMatch(value, /url|fixed|absolute|important/);
      }
    }),
  );
});

test("cells are aligned, and pictures of pages are found, only as we write them", () => {
  assert.equal(cellAlignment("text-align: right;"), "right");
  assert.equal(cellAlignment("text-align: right; position: fixed"), undefined);
  assert.equal(pictureIn('background-image: url("/external_content/a/b")'), "/external_content/a/b");
  assert.equal(pictureIn('background-image: url("/a"), url("https://x.example")'), undefined);
});
