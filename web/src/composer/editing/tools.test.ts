import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawn, from } from "./drawn.ts";
import { changeBetween, codePoints, type Edited, inserted } from "./edited.ts";
import { continued } from "./enter.ts";
import { fenced, isInCode } from "./fences.ts";
import { pasteOver } from "./links.ts";
import { insertTime, TOOLS, type Tool } from "./tools.ts";

const using = (tool: Tool, text: string) => drawn(TOOLS[tool](from(text)));

test("marks go around the words, without the spaces beside them, and off again", () => {
  assert.equal(using("bold", "low ‹tide › now"), "low **‹tide›**  now");
  assert.equal(using("bold", "low **‹tide›** now"), "low ‹tide› now");
  assert.equal(using("bold", "low ‹**tide**› now"), "low ‹tide› now");
  assert.equal(using("strikethrough", "‹tide›"), "~~‹tide›~~");
  assert.equal(using("bold", "low | now"), "low **|** now");
  assert.equal(using("bold", "low **|** now"), "low | now");
});

test("bold and italic are told apart where they meet", () => {
  assert.equal(using("italic", "**‹tide›**"), "***‹tide›***");
  assert.equal(using("italic", "***‹tide›***"), "**‹tide›**");
  assert.equal(using("bold", "***‹tide›***"), "*‹tide›*");
  assert.equal(using("bold", "*‹tide›*"), "***‹tide›***");
});

test("no mark goes across lines: each line gets its own, and loses it with the others", () => {
  assert.equal(using("bold", "‹one\n\n two›"), "‹**one**\n\n **two**›");
  assert.equal(using("bold", "‹**one**\ntwo›"), "‹**one**\n**two**›");
  assert.equal(using("bold", "‹**one**\n**two**›"), "‹one\ntwo›");
});

test("code is within the line or a block, and is never ended by what it holds", () => {
  assert.equal(using("code", "run ‹ls›"), "run `‹ls›`");
  assert.equal(using("code", "run `‹ls›`"), "run ‹ls›");
  assert.equal(using("code", "‹a`b›"), "``‹a`b›``");
  assert.equal(using("code", "‹`›"), "`` ‹`› ``");
  assert.equal(using("code", "‹a\nb›"), "```\n‹a\nb›\n```");
  assert.equal(using("code", "```\n‹a\nb›\n```"), "‹a\nb›");
  assert.equal(using("code", "‹```js\na\nb\n```›"), "‹a\nb›");
  assert.equal(using("code", "‹x\n```\ny\n```›"), "````\n‹x\n```\ny\n```›\n````");
});

test("quotes, spoilers and formulas are blocks of their own kind", () => {
  assert.equal(using("quote", "before\nlow |tide"), "before\n```quote\nlow |tide\n```");
  assert.equal(using("quote", "```quote\nlow |tide\n```"), "low |tide");
  assert.equal(using("spoiler", "|the end"), "```spoiler |\nthe end\n```");
  assert.equal(using("math", "‹x^2›"), "$$‹x^2›$$");
  assert.equal(using("math", "‹x\ny›"), "```math\n‹x\ny›\n```");
});

test("lists and headings mark whole lines, change into one another, and go off again", () => {
  assert.equal(using("bulletList", "on‹e\n\ntw›o"), "- on‹e\n\n- tw›o");
  assert.equal(using("bulletList", "see [map](‹https://›)"), "- see [map](‹https://›)");
  assert.equal(using("bulletList", "‹- one\n- two›"), "‹one\ntwo›");
  assert.equal(using("numberedList", "‹- one\n  - two›"), "‹1. one\n  2. two›");
  assert.equal(using("bulletList", "|"), "- |");
  assert.equal(using("heading", "low |tide"), "# low |tide");
  assert.equal(using("heading", "## low |tide"), "low |tide");
});

test("after any tool, the next key replaces nothing that was not selected", () => {
  const text = fc.array(fc.constantFrom("low ", "tide", "\n", "- ", "> ", "```quote\n", "```\n"), { maxLength: 8 });
  const tools = fc.array(fc.constantFrom(...(Object.keys(TOOLS) as Tool[])), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, fc.nat(40), tools, (pieces, at, used) => {
      const before = pieces.join("");
      const caret = Math.min(at, before.length);
      let edited: Edited = { text: before, start: caret, end: caret };
      for (const tool of used) edited = TOOLS[tool](edited);
      const words = (each: string) => (each.match(/low|tide/g) ?? []).length;
      // A word in which the caret stands may be split.
      const isSplit = /[a-z]$/.test(before.slice(0, caret)) && /^[a-z]/.test(before.slice(caret));
      assert.ok(words(inserted(edited, "x").text) >= words(before) - (isSplit ? 1 : 0), drawn(edited));
    }),
  );
});

test("a link asks for what it lacks, and one that is selected becomes its words", () => {
  assert.equal(using("link", "the ‹map›"), "the [map](‹https://›)");
  assert.equal(using("link", "‹https://tideline.example/a›"), "[|](https://tideline.example/a)");
  assert.equal(using("link", "‹[map](https://tideline.example)›"), "‹map›");
  assert.equal(using("link", "‹a [b]›"), "[a &#91;b&#93;](‹https://›)");
});

test("an address pasted over words makes them its link, and nothing else does", () => {
  const pasted = (text: string, address: string) => {
    const made = pasteOver(from(text), address);
    return made && drawn(made);
  };
  assert.equal(pasted("the ‹map›", " https://a.example/x(1) "), "the [map](https://a.example/x%281%29)|");
  assert.equal(pasted("the |map", "https://a.example"), undefined);
  assert.equal(pasted("the ‹map›", "not an address"), undefined);
  assert.equal(pasted("the ‹map›", "javascript:alert(1)"), undefined);
  assert.equal(pasted("‹https://b.example›", "https://a.example"), undefined);
  assert.equal(pasted("‹two\nlines›", "https://a.example"), undefined);
});

test("a table stands apart from what is before it, and lines with tabs become one", () => {
  assert.equal(using("table", "See|"), "See\n\n| | |  |\n| --- | --- |\n|  |  |".replace("| | |", "| | |"));
  assert.equal(using("table", "‹a\tb\n1\t2|3›"), "| a | b |\n| --- | --- |\n| 1 | 2&#124;3 ||");
});

test("a moment is inserted as everybody will see it", () => {
  assert.equal(drawn(insertTime(from("at |"), "2026-11-01T16:00:00+01:00")), "at <time:2026-11-01T16:00:00+01:00> |");
});

const enter = (text: string) => {
  const made = continued(from(text));
  return made && drawn(made);
};

test("a list goes on with a new line and ends on an empty item", () => {
  assert.equal(enter("- one|"), "- one\n- |");
  assert.equal(enter("3. one|"), "3. one\n4. |");
  assert.equal(enter("  * one| two"), "  * one\n  * | two");
  assert.equal(enter("- one\n- |"), "- one\n|");
  assert.equal(enter("- one\n  - |"), "- one\n- |");
  assert.equal(enter("> said|"), "> said\n> |");
  assert.equal(enter("> |"), "|");
});

test("elsewhere a new line is only that", () => {
  for (const text of ["word|", "|- one", "-one|", "```\n- one|", "```js\n- a\n- b|\n```"])
    assert.equal(enter(text), undefined);
  assert.equal(enter("```quote\n- one|"), "```quote\n- one\n- |");
});

test("what is within a block of code is known, also after a block that ended and within a quote", () => {
  assert.ok(isInCode("```\na", 5));
  assert.ok(!isInCode("```\na\n```\n", 10));
  assert.ok(!isInCode("````quote\n```\na\n```\nb", 21));
  assert.ok(isInCode("````quote\n```\na", 15));
});

test("a fence is longer than any within", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("`", "a", "\n", "~")).map((signs) => signs.join("")),
      (content) => {
        const [opening = "", ...rest] = fenced(content).split("\n");
        assert.equal(rest.indexOf(opening), rest.length - 1);
      },
    ),
  );
});

const aTool = fc.constantFrom(...(Object.keys(TOOLS) as Tool[]));
const anEdited = fc
  .tuple(
    fc.array(fc.constantFrom("*", "`", "a", " ", "\n", "~", "-", "1. ", "$$", "|", "[", "é", "ü"), { maxLength: 25 }),
    fc.nat(),
    fc.nat(),
  )
  .map(([pieces, one, other]): Edited => {
    const text = pieces.join("");
    const ends = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b);
    return { text, start: ends[0] ?? 0, end: ends[1] ?? 0 };
  });

test("no tool ever loses a letter or selects what is not there", () => {
  const letters = (text: string) => text.replaceAll(/[^éü]/gu, "");
  fc.assert(
    fc.property(aTool, anEdited, (tool, edited) => {
      const after = TOOLS[tool](edited);
      assert.ok(after.start >= 0 && after.start <= after.end && after.end <= after.text.length);
      if (tool !== "link") assert.equal(letters(after.text), letters(edited.text));
    }),
  );
});

test("a change is the smallest that makes the one text the other", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const { start, end, piece } = changeBetween(before, after);
      assert.equal(before.slice(0, start) + piece + before.slice(end), after);
    }),
  );
  assert.deepEqual(changeBetween("low tide", "low **tide**"), { start: 4, end: 8, piece: "**tide**" });
});

test("lengths are counted as the server counts them", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.equal(codePoints(text), [...text].length);
    }),
  );
  assert.equal(codePoints("a🙂\ud800"), 3);
});
