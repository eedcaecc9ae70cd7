/** The steps that are counted reflect the cost of rendering: no text takes longer than its steps allow. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { blocksToHtml } from "./blocks.ts";
import { Budget, CannotRender } from "./budget.ts";
import { perform } from "./heavy/perform.ts";
import type { Heavy } from "./heavy/tasks.ts";
import { namesIn } from "./names-in.ts";
import { render } from "./render.ts";
import { Rendering } from "./rendering.ts";
import { TEST_NAMES, TEST_OPTIONS } from "./test-names.ts";

const MESSAGE_CHARACTERS = 10_000;
/** Like the server, does no heavy work in this thread. */
const nothingHeavy: Heavy = () => undefined;

/** CPU time of this thread, in microseconds. */
function cost(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

function stepsOf(source: string): number {
  const budget = new Budget();
  const rendering = new Rendering(TEST_NAMES, { ...TEST_OPTIONS, translateEmoticons: true }, nothingHeavy, budget);
  namesIn(source);
  try {
    blocksToHtml(rendering, source);
  } catch (error) {
    if (!(error instanceof CannotRender)) throw error;
  }
  return budget.spent;
}

const MARKS = [
  ..."[ ] [a]( ]([ ![ * ** *a **a ***a ~~a ` `` > - 1. @** #**a> $$ $$a :a < ( | |a http:// http://a)b, a.a, é. \\".split(
    " ",
  ),
  ..."*a* **a** ***a*** ~~a~~ `a` &amp; &a; :) <3 a@b.com, www.a.com a.com/ a.com/( a.com/(( [a](b) [a](b [](a) $$\\$a \\$ $$\\$$$".split(
    " ",
  ),
  ..."[[a]] ![a](b.mp3) @_**a** @**Ben** @*support* #**announce>news** #**a>b@1** <time:1> <time: $$x$$ |- |-|".split(
    " ",
  ),
  ..."😀 :smile: :a: a@b. (((((((( user_uploads/ user_uploads/a #12 ©️ 👨‍👩‍👧 🇩🇪 é漢 https://a.com/b.png,".split(" "),
  ..." |\t|\n|a\n|# a\n|> a\n|>\n|>> a\n|* a\n|*\n|  * a\n|1. a\n|    x\n|---\n|- - |1. - |> - |***\n|a.com\n".split(
    "|",
  ),
  ..."```quote\n;```spoiler a\n;```spoiler > a\n;```\n;~~~\n;10. a\n;1. a\n10. b\n;  10. a\n;>\na\n;a|b\n;a|b\n-|-\n;|\n;`|` ;a\u0000;*a **b* c** ;**a *b** c* ".split(
    ";",
  ),
];
const AROUND: readonly (readonly [string, string])[] = [
  ["", ""],
  ["> ", "\nb"],
  ["[", "](http://a.com)"],
  ["- - - - - - - - - ", "x"],
  ["```quote\n", "\n```"],
  ["a|b\n-|-\n", ""],
  ["http://a.com/", ""],
];
const filled = (before: string, mark: string, after: string) =>
  before + mark.repeat((MESSAGE_CHARACTERS - before.length - after.length) / mark.length) + after;
/** One-character rows below a header with many columns: every row gets all columns. */
const wideTable = (columns: number, row: string) =>
  filled(`${"a|".repeat(columns)}\n${"-|".repeat(columns)}\n`, `${row}\n`, "");

const HOSTILE = [
  ...MARKS.flatMap((mark) => AROUND.map(([before, after]) => filled(before, mark, after))),
  ...[10, 50, 100, 200, 500].flatMap((columns) => [wideTable(columns, "a|"), wideTable(columns, "|")]),
  filled("> ".repeat(80), "a\n", ""),
  filled("- ".repeat(39), "a\n", ""),
  filled("", ".a ", ""),
  ...["[a](b ", "[a](b 'c ", '[a]( "', "[a](b (c d", "[a](\tb "].map((link) => filled("", link, ")")),
  filled("[a](", " ", ")"),
  filled("[a](b", " '", ")"),
  filled("", "'mailto:", ".a"),
  Array.from({ length: 130 }, (_, depth) => `${" ".repeat(depth)}- a`).join("\n"),
  Array.from({ length: 130 }, (_, depth) => `${">".repeat(depth)} a`).join("\n"),
];

test("a step costs as much as documented, and no text blocks the event loop for more than a few milliseconds", () => {
  let steps = 0;
  let microseconds = 0;
  for (const source of HOSTILE) {
    const spent = cost(() => {
      steps += stepsOf(source);
    });
    microseconds += spent;
    // At most 10 ms on the machine that the limit was measured on; without the limit, wide tables took a hundred.
    assert.ok(spent < 100_000, `${spent} µs for ${JSON.stringify(source.slice(0, 40))}`);
  }
  // 60 ns on that machine.
  const nanoseconds = (microseconds * 1_000) / steps;
  assert.ok(nanoseconds < 600, `${Math.round(nanoseconds)} ns for each of ${steps} steps`);
});

test("the longest ordinary messages use a fraction of the budget", () => {
  const docs = join(import.meta.dirname, "../../../../docs");
  const pages = [docs, join(docs, "decisions")].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  for (const page of pages)
    for (let at = 0; at < page.length; at += MESSAGE_CHARACTERS) {
      const source = page.slice(at, at + MESSAGE_CHARACTERS);
      assert.ok(stepsOf(source) < 30_000, source.slice(0, 60));
      assert.ok(render(source, TEST_NAMES, TEST_OPTIONS).html.length < 50_000, source.slice(0, 60));
    }
});

test("lists, columns of figures and tables in the longest messages are rendered", () => {
  for (const row of ["12\n", "* item\n", "1. item\n", "> line\n", "some text, and **bold** text\n"])
    assert.ok(render(filled("", row, ""), TEST_NAMES, TEST_OPTIONS).html.length > MESSAGE_CHARACTERS, row);
  const table = filled("|name|role|since|\n|-|-|-|\n", "|Ada|engineer|2020|\n", "");
  assert.match(render(table, TEST_NAMES, TEST_OPTIONS).html, /<td>engineer<\/td>/);
});

test("a formula that expands too much is shown as written, at once", () => {
  const attacks = [
    `\\def\\a{${"\\frac12 ".repeat(1_200)}}${"\\a".repeat(100)}`,
    `\\def\\a{${"x ".repeat(4_400)}}${"\\a".repeat(450)}`,
    `\\edef\\a{xx}${"\\edef\\a{\\a\\a}".repeat(60)}\\a`,
    `\\def\\a#1{${"#1".repeat(2_000)}}\\a{${"x".repeat(2_000)}}`,
    `\\begin{matrix}${"&".repeat(9_900)}\\end{matrix}`,
    `\\begin{matrix}${"\\\\".repeat(4_900)}\\end{matrix}`,
    `${"\\boxed{".repeat(1_200)}x${"}".repeat(1_200)}`,
  ];
  for (const attack of attacks) {
    const microseconds = cost(() => {
      assert.equal(perform({ kind: "formula", source: attack, display: true }), undefined, attack.slice(0, 40));
    });
    // At most 150 ms; without the limit, minutes and gigabytes.
    assert.ok(microseconds < 1_500_000, `${microseconds} µs for ${attack.slice(0, 40)}`);
  }
});

test("ordinary formulas are rendered, including macros", () => {
  const honest = [
    "\\int_{-\\infty}^\\infty e^{-x^2}\\,dx = \\sqrt{\\pi}",
    "\\newcommand{\\field}{\\mathbb{R}} f: \\field^n \\to \\field^m",
    "\\def\\vec#1{\\mathbf{#1}} \\vec{a}\\cdot\\vec{b} = \\sum_{i=1}^n a_i b_i",
    `\\begin{pmatrix}${Array.from({ length: 8 }, () => "a&b&c&d&e&f&g&h").join("\\\\")}\\end{pmatrix}`,
    "\\boxed{\\boxed{x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}}}",
  ];
  for (const source of honest) assert.match(perform({ kind: "formula", source, display: true }) ?? "", /katex/, source);
});

test("ten thousand characters never become more than two hundred thousand", () => {
  const texts = [
    filled("", "$$x$$ ", ""),
    filled("", "```math\nx^2\n```\n", ""),
    filled("```js\n", "a=1;", "\n```"),
    filled("```js\n", "a=1;\n", "\n```"),
    filled("", "😀", ""),
    filled("", ":smile: ", ""),
    filled("", "https://a.com/b.png ", ""),
  ];
  for (const source of texts) {
    try {
      assert.ok(render(source, TEST_NAMES, TEST_OPTIONS).html.length <= 200_000, source.slice(0, 20));
    } catch (error) {
      assert.ok(error instanceof CannotRender, String(error));
    }
  }
  const { html } = render(filled("", "$$x$$ ", ""), TEST_NAMES, TEST_OPTIONS);
  assert.match(html, /katex.*tex-error/s, "formulas are rendered up to the limit, and the others are text");
});
