import assert from "node:assert/strict";
import { test } from "node:test";
import known from "../../../../scripts/code-language-names.json" with { type: "json" };
import { highlighted } from "../heavy/highlight.ts";
import { NO_NAMES } from "../names.ts";
import { render, renderPlain } from "../render.ts";
import { readStrictly } from "../strict-html.ts";
import table from "./languages.json" with { type: "json" };
import { codeLanguage } from "./languages.ts";

const aliases = Object.entries(known).flatMap(([name, all]) => all.split(" ").map((alias) => ({ alias, name })));
/** Blocks that are not code. */
const OTHER_FENCES = ["math", "quote", "spoiler"];

test("every alias that clients of this API know has the display name they know", () => {
  assert.equal(aliases.length, 921);
  for (const { alias, name } of aliases) assert.equal(codeLanguage(alias)?.name, name, alias);
});

const withoutColours = (text: string) => render(text, NO_NAMES, {}, () => undefined).html;

test("every alias can be written after a fence", () => {
  const attribute = (text: string) => text.replaceAll("&", "&amp;");
  for (const { alias, name } of aliases.filter((each) => !OTHER_FENCES.includes(each.alias)))
    assert.ok(withoutColours(`\`\`\`${alias}\n\`\`\``).includes(`data-code-language="${attribute(name)}"`), alias);
});

test("each alias belongs to one language", () => {
  const all = Object.values(table).flatMap(([, words = ""]) => words.split(" "));
  assert.equal(new Set(all).size, all.length);
});

const SAMPLE = '// a\nfn main(x) {\n  return "b" + 1\n}\n# c\n; d\n<e f="g">\n(h i)\n';

test("every grammar colours code, and loses none of it", () => {
  const grammars = new Set(Object.values(table).map(([grammar = ""]) => grammar));
  assert.ok([...grammars].filter((grammar) => grammar.startsWith("textmate:")).length > 40);
  for (const grammar of grammars) {
    if (grammar === "") continue;
    const html = highlighted(grammar, SAMPLE);
    const text = html
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">");
    assert.equal(text, SAMPLE, grammar);
    readStrictly(html);
  }
});

test("code in a language that highlight.js lacks is coloured with the same classes", () => {
  const shown = (language: string, code: string) =>
    /<code>(.*)\n<\/code>/s.exec(renderPlain(`\`\`\`${language}\n${code}\n\`\`\``))?.[1];
  assert.equal(
    shown("zig", 'const x = "a"; // b'),
    '<span class="k">const</span> <span class="nv">x</span> <span class="o">=</span> <span class="s2">"a"</span><span class="p">;</span> <span class="c1">// b</span>',
  );
});
