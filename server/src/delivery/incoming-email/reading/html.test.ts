import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_TEXT_CHARACTERS } from "../limits.ts";
import { markdownFrom } from "./html.ts";

const from = (html: string, includesQuotes = false) => markdownFrom(html, { includesQuotes });

test("HTML becomes the Markdown that people would have written", () => {
  assert.equal(
    from(`<html><head><title>no</title><style>p{}</style></head><body>
      <h1>News</h1><p>Hello <b>world</b>, <i>this</i> is <a href="https://example.com/a(b)">a link</a>.<br>Next line</p>
      <ul><li>one</li><li>two<ol><li>inner</li></ol></li></ul>
      <blockquote>said <em>before</em></blockquote><pre>x = *y*
z</pre><table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table><script>alert(1)</script></body></html>`),
    [
      "**News**",
      "",
      "Hello **world**, *this* is [a link](https://example.com/a%28b%29).",
      "Next line",
      "",
      "* one",
      "* two",
      "",
      "  1. inner",
      "",
      "> said *before*",
      "",
      "```",
      "x = *y*",
      "z",
      "```",
      "",
      "a b",
      "c",
    ].join("\n"),
  );
});

test("what only looks like markup is text, and links are only those of the web", () => {
  assert.equal(
    from("<p># 1 * 2 * 3 [x](y) `z` @**all**</p>"),
    "&#35; 1 &#42; 2 &#42; 3 &#91;x&#93;(y) &#96;z&#96; @&#42;&#42;all&#42;&#42;",
  );
  assert.equal(
    from(`<a href="javascript:alert(1)">press</a> <a href="https://example.com/">https://example.com/</a>`),
    "press https://example.com/",
  );
  assert.equal(
    from(`<a href="mailto:a@example.com">a@example.com</a> <b></b><img src="https://example.com/t.gif" alt="chart">`),
    "a@example.com chart",
  );
});

test("the quoted email and what is hidden are left out, and quotes stay if they are asked for", () => {
  const html = `<div>Mine</div><div style="display:none">tracked</div><div class="gmail_quote">On Tuesday Ada wrote:<blockquote>Theirs</blockquote></div>`;
  assert.equal(from(html), "Mine");
  assert.match(from(html, true), /Mine[\s\S]*> Theirs/);
  assert.equal(from(`<p>Mine</p><div id="divRplyFwdMsg">From: Ada</div><p>Theirs</p>`), "Mine");
  assert.equal(from(`<p>Mine</p><blockquote type="cite">Theirs</blockquote>`), "Mine");
});

test("no HTML takes long or gets out of hand", () => {
  const began = performance.now();
  for (const piece of [
    "<div>",
    "<b><i>",
    "<blockquote>",
    "<ul><li>",
    "<a href='https://x.example'>",
    "</p>",
    "<!--",
    "<pre>",
  ])
    assert.ok(from(piece.repeat(100_000)).length <= 2 * MAX_TEXT_CHARACTERS, piece);
  assert.ok(performance.now() - began < 20_000);
  const tags = fc.constantFrom(
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<a href=https://e.example>",
    "</a>",
    "<pre>",
    "</pre>",
    "<ul>",
    "<li>",
    "</ul>",
    "<br>",
    "<blockquote type=cite>",
    "</blockquote>",
    "<div hidden>",
    "</div>",
    "text ",
    "* ",
    "```",
    "\u0000",
    "\ud800",
  );
  fc.assert(
    fc.property(
      fc.array(tags, { maxLength: 40 }),
      fc.boolean(),
      (parts, quotes) => typeof from(parts.join(""), quotes) === "string",
    ),
  );
});
