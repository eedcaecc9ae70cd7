import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { unescaped } from "./html.ts";
import { tryLinkifiers } from "./linkifier-trial.ts";
import { type Linkifier, NO_NAMES } from "./names.ts";
import { render } from "./render.ts";

const issues: Linkifier = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/issues/{id}" };
const tickets: Linkifier = { pattern: "(?P<key>[A-Z]+-[0-9]+)", url_template: "https://example.com/browse/{key}" };
const anything: Linkifier = { pattern: "(?P<word>[A-Z#0-9-]+)", url_template: "https://example.com/any/{word}" };

const tried = (source: string, ...linkifiers: readonly Linkifier[]) =>
  tryLinkifiers(linkifiers, source).map(({ start, end, url, by }) => [source.slice(start, end), url, by]);

test("each match that is not inside a word becomes a link, in the order of the text", () => {
  assert.deepEqual(tried("TIDE-12 and #7, not x#8", issues, tickets), [
    ["TIDE-12", "https://example.com/browse/TIDE-12", 1],
    ["#7", "https://example.com/issues/7", 0],
  ]);
});

test("the earlier of two linkifiers takes the text", () => {
  assert.deepEqual(
    tried("TIDE-12", tickets, anything).map(([, , by]) => by),
    [0],
  );
  assert.deepEqual(
    tried("TIDE-12", anything, tickets).map(([, url]) => url),
    ["https://example.com/any/TIDE-12"],
  );
});

test("URLs and code stay what they are", () => {
  assert.deepEqual(tried("`#7` https://example.com/?q=(#8) #9", issues), [["#9", "https://example.com/issues/9", 0]]);
});

test("a linkifier that the server would refuse makes no links", () => {
  assert.deepEqual(tried("aaa", { pattern: "", url_template: "" }), []);
  assert.deepEqual(tried("aaa", { pattern: "(a+", url_template: "https://example.com" }), []);
  assert.deepEqual(tried("#7", { ...issues, url_template: "https://example.com/{id" }), []);
  assert.deepEqual(tried("#7", { ...issues, url_template: "javascript:{id}" }), []);
});

test("the links are those of a message", () => {
  const word = fc.constantFrom(
    "#7",
    "TIDE-12",
    "`#8`",
    "https://x.test/#9",
    "x",
    ",",
    "(",
    ")",
    "#",
    "-",
    "A-1#2",
    "é",
  );
  const texts = fc.array(fc.tuple(word, fc.constantFrom("", " ")), { maxLength: 12 });
  const lists = fc.shuffledSubarray([issues, tickets, anything]);
  fc.assert(
    fc.property(texts, lists, (words, linkifiers) => {
      const source = `Text ${words.flat().join("")}`;
      const { html } = render(source, { ...NO_NAMES, linkifiers });
      const drawn = [...html.matchAll(/<a href="(https:\/\/example\.com\/[^"]*)">([^<]*)<\/a>/g)];
      assert.deepEqual(
        tried(source, ...linkifiers).map(([text, url]) => [url, text]),
        drawn.map(([, url = "", text = ""]) => [unescaped(url), unescaped(text)]),
      );
    }),
  );
});
