/** What a rendered message becomes in an email, and that no message costs the event loop more than its length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { forMail } from "./markup.ts";

const OPTIONS = { base: "https://chat.example.com", hidden: "Hidden." };
/** As much as a message may render to. */
const RENDERED_CHARACTERS = 200_000;
/** No shape takes more than 40 ms. */
const MOST_MS = 400;

const filled = (part: string, characters: number) => part.repeat(Math.floor(characters / part.length));
/** The longer the text already is, the more it would cost to look at it again for each of these. */
const afterLongText = (part: string) => {
  const half = RENDERED_CHARACTERS / 2;
  return `<p>${filled("word ", half)}</p>\n${filled(part, half)}`;
};

const HOSTILE: Readonly<Record<string, string>> = {
  paragraphs: afterLongText("<p>a</p>"),
  "list items": afterLongText("<ul>\n<li>a</li>\n</ul>"),
  "table cells": afterLongText("<td>a</td>"),
  "table rows": afterLongText("<tr><td>a</td></tr>"),
  "line breaks": afterLongText("a<br>\n"),
  "blank lines": afterLongText("<p>\n</p>"),
  links: afterLongText('<a href="b">c</a>'),
  "code spans": afterLongText("<code>a</code>"),
  "highlighted code": afterLongText("<pre><span>a</span>\n</pre>"),
  quotes: afterLongText("<blockquote>\n<p>a</p>\n</blockquote>"),
  "deep quotes": `${"<blockquote>".repeat(100)}${afterLongText("<p>a</p>")}${"</blockquote>".repeat(100)}`,
  spoilers: afterLongText('<div class="spoiler-header"><p>a</p></div><div class="spoiler-content"><p>b</p></div>'),
};

for (const [name, rendered] of Object.entries(HOSTILE))
  test(`a message full of ${name} costs the event loop little`, () => {
    assert.ok(rendered.length < RENDERED_CHARACTERS * 1.1);
    const before = process.threadCpuUsage();
    const { text } = forMail(rendered, OPTIONS);
    const { user, system } = process.threadCpuUsage(before);
    assert.ok(text.includes("word"));
    assert.ok((user + system) / 1000 < MOST_MS, `${(user + system) / 1000} ms`);
  });

test("quotes, lists, tables and links keep their form in plain text", () => {
  const { text } = forMail(
    [
      '<p>See <a href="/#narrow/channel/3">the <em>plan</em></a> and <a href="https://a.example">https://a.example</a>.<br>',
      "Yes</p>\n<blockquote>\n<p>Deep<br>water</p>\n</blockquote>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n",
      "<table><tr>\n<th>a</th><th>b</th></tr></table><pre><code>x\n\n\n\ny</code></pre>",
    ].join(""),
    OPTIONS,
  );
  assert.equal(
    text,
    [
      "See the plan (https://chat.example.com/#narrow/channel/3) and https://a.example.",
      "Yes",
      "> Deep",
      "> water",
      "- one",
      "- two",
      "a b",
      "x",
      "",
      "y",
    ].join("\n"),
  );
});
