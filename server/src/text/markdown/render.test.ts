/** Tests every row of test-constructs.ts, and behaviour that rows cannot express. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { render, renderPlain } from "./render.ts";
import { readStrictly } from "./strict-html.ts";
import { CONSTRUCTS } from "./test-constructs.ts";
import { TEST_NAMES, TEST_OPTIONS } from "./test-names.ts";

for (const { name, rows, options } of CONSTRUCTS) {
  test(name, () => {
    for (const [source, html] of rows) assert.equal(render(source, TEST_NAMES, options).html, html, source);
  });
}

test("media from other sites are loaded through the proxy, if there is one", () => {
  const options = { previews: true, proxied: (url: string) => `/proxy/${Buffer.from(url).toString("hex")}` };
  const proxy = "/proxy/68747470733a2f2f612e636f6d2f782e706e67";
  assert.equal(
    render("https://a.com/x.png", TEST_NAMES, options).html,
    `<div class="message_inline_image"><a href="https://a.com/x.png"><img src="${proxy}"></a></div>`,
  );
});

test("a text with more than 24 links has no previews", () => {
  const links = (count: number) => Array.from({ length: count }, (_, n) => `https://a.com/${n}.png`).join(" ");
  assert.equal(render(links(24), TEST_NAMES, TEST_OPTIONS).html.split("<img").length - 1, 24);
  assert.equal(render(links(25), TEST_NAMES, TEST_OPTIONS).html.includes("<img"), false);
  assert.deepEqual(render(links(25), TEST_NAMES, TEST_OPTIONS).previewablePages, []);
});

test("a known page is previewed below the block that links to it, whatever the page contains", () => {
  const page = { image: "https://a.com/p(1)\"\\.png?x='", title: '</a> "T"', description: "<script>&" };
  const pages = (href: string) => (href === "https://a.com/?a=1&b=2" ? page : undefined);
  const shown = (text: string, options = {}) => render(text, TEST_NAMES, { ...TEST_OPTIONS, pages, ...options });
  const link = '<a href="https://a.com/?a=1&amp;b=2">https://a.com/?a=1&amp;b=2</a>';
  const embed =
    '<div class="message_embed"><a class="message_embed_image" href="https://a.com/?a=1&amp;b=2" ' +
    'style="background-image: url(&quot;https://a.com/p%281%29%22%5C.png?x=%27&quot;)"></a><div class="data-container">' +
    '<div class="message_embed_title"><a href="https://a.com/?a=1&amp;b=2" title="&lt;/a&gt; &quot;T&quot;">' +
    '&lt;/a&gt; "T"</a></div><div class="message_embed_description">&lt;script&gt;&amp;</div></div></div>';
  const text = "https://a.com/?a=1&b=2";
  const { html, has_image } = shown(`${text}\n\n${text} https://b.com`);
  assert.equal(html, `<p>${link}</p>\n${embed}\n<p>${link} <a href="https://b.com">https://b.com</a></p>`);
  assert.equal(has_image, false);
  assert.ok(readStrictly(html));
  assert.equal(shown(text, { previews: false }).html, `<p>${link}</p>\n${embed}`);
  assert.ok(!shown(`> ${text}`).html.includes("message_embed"));
  assert.ok(!shown(text, { pages: undefined }).html.includes("message_embed"));
  assert.deepEqual(shown(text, { pages: undefined }).previewablePages, []);
});

test("formulas include their source, and invalid TeX is shown as an error", () => {
  const inline = renderPlain("a $$x^2$$ b");
  assert.match(inline, /^<p>a <span class="katex"><span class="katex-mathml"><math .*<\/span> b<\/p>$/);
  assert.match(inline, /<annotation encoding="application\/x-tex">x\^2<\/annotation>/);
  assert.equal(renderPlain("$$\\frac{$$"), '<p><span class="tex-error">$$\\frac{$$</span></p>');
  assert.equal(renderPlain("$$_x$$ $$$y$$"), "<p>$$_x$$ $$$y$$</p>");
  const block = renderPlain("```math\nx\n\n\\frac{\n```\nafter");
  assert.match(block, /^<p><span class="katex-display"><span class="katex">/);
  assert.ok(block.endsWith('</p>\n<p><span class="tex-error">\\frac{</span></p>\n<p>after</p>'));
});

test("an escaped dollar sign is part of a formula, also as its last character", () => {
  const sources = (text: string) =>
    [...renderPlain(text).matchAll(/<annotation encoding="application\/x-tex">(.*?)<\/annotation>/g)].map(
      ([, tex]) => tex,
    );
  assert.deepEqual(sources("so $500 ($$x \\approx 500\\$$$), $$\\$5 * 2\\$$$ * 3"), [
    "x \\approx 500\\$",
    "\\$5 * 2\\$",
  ]);
  // A line break of TeX before the end is not an escaped dollar sign.
  assert.deepEqual(sources("$$a \\\\$$ b"), ["a \\\\"]);
  assert.equal(renderPlain("$$x\\$$$$ $$x\\$"), "<p>$$x\\$$$$ $$x\\$</p>");
});

test("formulas have the classes that existing clients have styles for", () => {
  assert.match(renderPlain("$$x$$"), /<span class="base"><span class="strut"/);
});
