/** Text never becomes markup, text is never lost, and no text blocks the server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CannotRender } from "./budget.ts";
import { linkifierFaults } from "./linkifiers.ts";
import type { MarkdownNames } from "./names.ts";
import { namesIn } from "./names-in.ts";
import { render, renderPlain } from "./render.ts";
import { readStrictly } from "./strict-html.ts";
import { TEST_NAMES, TEST_OPTIONS } from "./test-names.ts";

test("only the listed URL schemes become links, however they are written", () => {
  const schemes = ["javascript", "JaVaScRiPt", "data", "vbscript", "blob", "about", "view-source", "java\tscript"];
  for (const scheme of schemes) {
    for (const source of [
      `[a](${scheme}:alert(1))`,
      `[a](<${scheme}:alert(1)>)`,
      `[a]( ${scheme}:alert(1))`,
      `[a](\u0001${scheme}:alert(1))`,
      `[a](&#106;avascript:alert(1))`,
      `![a](${scheme}:x.mp3)`,
      `<${scheme}:alert(1)>`,
      `${scheme}://x.test`,
    ]) {
      const html = renderPlain(source);
      readStrictly(html);
      assert.doesNotMatch(html, /(?:href|src)="[^"]*(?:javascript|vbscript|data):/i, source);
    }
  }
});

test("a linkifier cannot link to a forbidden scheme", () => {
  const names = { ...TEST_NAMES, linkifiers: [{ pattern: "x(?P<a>.+)", url_template: "{+a}" }] };
  assert.equal(render("xjavascript:alert(1)", names).html, "<p>xjavascript:alert(1)</p>");
});

test("names from the database are escaped too", () => {
  const evil = `<img src=x onerror="a">&"'`;
  const names: MarkdownNames = {
    ...TEST_NAMES,
    userByName: () => ({ user_id: 1, full_name: evil, is_active: true }),
    groupByName: () => ({ group_id: 1, name: evil, deactivated: false }),
    channelByName: () => ({ stream_id: 1, name: evil }),
    customEmoji: (name) => ({ name, source_url: `/x"onerror="a` }),
  };
  const { html } = render(`@**a** @*b* #**c** #**c>${evil}** :d: \`\`${evil}\`\``, names, TEST_OPTIONS);
  readStrictly(html);
  assert.ok(!html.includes("<img src=x"));
});

const SYNTAX = [
  ..."\n*_~`#>-+.!@$&<|:;()[]\"'\\/ \t1😀",
  ..."** *** ~~ $$ `` @** #** @_** [a]( ]( ![ > :smile: <time: http:// www. .com user_uploads/ {{ \\frac{".split(" "),
  ..."@**Ben** @*support* #**announce>news** https://a.com/x.png /user_uploads/2/a.png &amp; &#x41; #123".split(" "),
  ...'javascript: onerror= <script> </p> "><b> <!-- ]]> data:text/html, \u0000 \u2028 \ud800 \u202e'.split(" "),
  "\n\n",
  "\n```\n",
  "\n```quote\n",
  "\n```py\n",
  "\n```math\n",
  "\n```spoiler ",
  "\n~~~\n",
  "\n* ",
  "\n  * ",
  "\n1. ",
  "\n> ",
  "\n    ",
  "\n# ",
  "\n---\n",
  "\n|a|b|\n|-|:-:|\n",
];
const soup = fc
  .array(fc.oneof({ arbitrary: fc.constantFrom(...SYNTAX), weight: 6 }, fc.string({ unit: "binary", maxLength: 4 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""));

test("for any text, the HTML is well-formed and contains only what is allowed", () => {
  fc.assert(
    fc.property(soup, fc.boolean(), (source, translateEmoticons) => {
      readStrictly(render(source, TEST_NAMES, { ...TEST_OPTIONS, translateEmoticons }).html);
    }),
    { numRuns: 3_000 },
  );
});

/** Without bars: a table drops cells beyond its columns, as in other Markdown. */
const WORDY_SYNTAX = SYNTAX.filter((part) => !part.includes("|"));

test("every word of the text can be read", () => {
  const words = fc.array(fc.constantFrom(...WORDY_SYNTAX), { maxLength: 40 });
  fc.assert(
    fc.property(words, (parts) => {
      const source = parts.map((part, index) => `${part}w${index}x `).join("");
      const read = readStrictly(render(source, TEST_NAMES, TEST_OPTIONS).html).toLowerCase();
      for (const index of parts.keys())
        assert.ok(read.includes(`w${index}x`), `w${index}x of ${JSON.stringify(source)}`);
    }),
    { numRuns: 3_000 },
  );
});

test("namesIn finds everything that render looks up", () => {
  fc.assert(
    fc.property(soup, (source) => {
      const found = namesIn(source);
      const asked = <K, T>(set: ReadonlySet<K>, answer: (key: K) => T) => {
        return (key: K): T => {
          assert.ok(set.has(key), `${key} of ${JSON.stringify(source)}`);
          return answer(key);
        };
      };
      const names: MarkdownNames = {
        ...TEST_NAMES,
        userByName: asked(found.userNames, TEST_NAMES.userByName),
        userById: asked(found.userIds, TEST_NAMES.userById),
        groupByName: asked(found.groupNames, TEST_NAMES.groupByName),
        channelByName: asked(found.channelNames, TEST_NAMES.channelByName),
        uploadedImage: asked(found.uploads, TEST_NAMES.uploadedImage),
        newestMessageIn: (id, topic) => {
          assert.ok(found.topics.some((pair) => pair.topic === topic));
          return TEST_NAMES.newestMessageIn(id, topic);
        },
      };
      render(source, names, TEST_OPTIONS);
    }),
    { numRuns: 3_000 },
  );
});

const HOSTILE = [
  ..."[ ] [a]( ]([ ![ * ** *a **a ***a ~~a ` `` > - 1. @** #**a> $$ $$a :a < ( | |a http:// http://a)b, a.a, é. \\".split(
    " ",
  ),
  ..."😀 :smile: a@b. <time: &amp; (((((((( user_uploads/ #12".split(" "),
  " ",
  "\t",
  "\n",
  ">\n",
  "> a\n",
  "* a\n",
  "  * a\n",
  "```quote\n",
  "```spoiler a\n",
  "```\n",
  "a|b\n",
  "    x\n",
];

/** In milliseconds; generous, because tests share the machine. Without limits these would take minutes. */
const MESSAGE_LIMIT = 1_500;
const MEGABYTE_LIMIT = 6_000;

function timeToRender(source: string, names: MarkdownNames = TEST_NAMES): number {
  const start = performance.now();
  try {
    namesIn(source);
    render(source, names, TEST_OPTIONS);
  } catch (error) {
    assert.ok(error instanceof CannotRender, String(error));
  }
  return performance.now() - start;
}

test("a message that repeats one mark is rendered quickly, whatever the mark", () => {
  for (const mark of HOSTILE) {
    for (const [before, after] of [
      ["", ""],
      ["a", "b"],
      ["> ", "\nb"],
      ["[", "](http://a.com)"],
    ] as const) {
      const source = before + mark.repeat(10_000 / mark.length) + after;
      const ms = timeToRender(source);
      assert.ok(ms < MESSAGE_LIMIT, `${Math.round(ms)} ms for ${JSON.stringify(before + mark)}`);
    }
  }
});

test("a megabyte is rendered or refused in bounded time", () => {
  for (const mark of [
    "[",
    "[a](",
    "*a ",
    "`",
    "> ",
    "> a\n",
    "  * a\n",
    "```quote\n",
    "$$a",
    "http://a)b,",
    "😀",
    "|a",
    " ",
  ]) {
    const ms = timeToRender(mark.repeat(1_000_000 / mark.length));
    assert.ok(ms < MEGABYTE_LIMIT, `${Math.round(ms)} ms for ${JSON.stringify(mark)}`);
  }
});

test("nesting beyond the limit becomes text, and nothing is lost", () => {
  for (const mark of ["> ", "- ", "```quote\n"]) {
    const html = renderPlain(`${mark.repeat(500)}bottom`);
    readStrictly(html);
    assert.ok(html.includes("bottom"), mark);
  }
});

test("formulas and grammars get no more input than they can handle", () => {
  for (const part of ["\\frac{", "{", "x^{", "\\sqrt{", "\\def\\a{aa}\\a "]) {
    assert.ok(timeToRender(`\`\`\`math\n${part.repeat(9_000 / part.length)}\n\`\`\``) < MESSAGE_LIMIT, part);
  }
  for (const language of ["java", "typescript", "csharp", "haskell", "scss"]) {
    for (const part of ["a", "\n", "a\n", "x y ", "--"]) {
      const source = `\`\`\`${language}\n${part.repeat(9_900 / part.length)}\n\`\`\``;
      assert.ok(timeToRender(source) < MESSAGE_LIMIT, `${language} ${JSON.stringify(part)}`);
    }
  }
});

test("a linkifier cannot take exponential time", () => {
  for (const pattern of ["(x+x+)+y", "(.*)*b", "(a|a)*$", "(([a-z])+.)+[A-Z]([a-z])+$"]) {
    const names = { ...TEST_NAMES, linkifiers: [{ pattern, url_template: "https://x.test" }] };
    for (const part of ["x", "a", "a b "])
      assert.ok(timeToRender(part.repeat(10_000 / part.length), names) < MESSAGE_LIMIT);
  }
});

test("an invalid linkifier has an explanation", () => {
  const problem = (pattern: string, url_template: string) =>
    Object.values(linkifierFaults({ pattern, url_template }))[0]?.[0]?.toString();
  assert.equal(problem("#(?P<id>[0-9]+)", "https://x.test/{id}"), undefined);
  assert.match(problem("(", "https://x.test") ?? "", /^Bad regular expression: /);
  assert.match(problem("a)(b", "https://x.test") ?? "", /^Bad regular expression: /);
  assert.match(problem("(?=a)", "https://x.test") ?? "", /^Bad regular expression: /);
  assert.match(problem("((a{1,30}){1,30}){1,30}", "https://x.test") ?? "", /^Bad regular expression: /);
  assert.equal(problem("a", "https://x.test/{"), "Invalid URL template.");
  assert.equal(problem("a", "https://x/{id}"), "Group 'id' in URL template is not present in linkifier pattern.");
  assert.equal(problem("(?P<id>a)", "https://x"), "Group 'id' in linkifier pattern is not present in URL template.");
});

test("rendered text beyond the limit is refused", () => {
  assert.throws(() => renderPlain("<".repeat(60_000)), CannotRender);
});
