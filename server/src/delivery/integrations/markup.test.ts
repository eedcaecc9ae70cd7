import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from "../../kernel/api/limits.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { interpret } from "./interpret.ts";
import { bold, bullets, code, codeBlock, link, Markup, markdown, md, plain, quoted, webAddress } from "./markup.ts";
import { Payload, Unreadable } from "./payload.ts";
import { serviceRequest } from "./request.ts";

test("values in a template are plain text", () => {
  const said = (value: string) => md`A ${value}`.source;
  assert.equal(
    said("**bold** [link](https://example.com) `code`"),
    "A &#42;&#42;bold&#42;&#42; &#91;link&#93;(https://example.com) &#96;code&#96;",
  );
  assert.equal(said("@**all** #**general**"), "A @&#42;&#42;all&#42;&#42; #&#42;&#42;general&#42;&#42;");
  assert.equal(said("two\nlines\r\n\tand more "), "A two lines and more");
  assert.equal(
    said("$$x$$ ~~y~~ <time:2026-01-01> &amp; R&D $5 ~1"),
    "A &#36;&#36;x&#36;&#36; &#126;&#126;y&#126;&#126; &lt;time:2026-01-01> &amp;amp; R&D $5 ~1",
  );
  assert.equal(said("null\0 and \u202e\ud800"), "A null and \u202e\ufffd");
});

test("a value at the start of a line begins no block and no command", () => {
  for (const start of ["> quote", "# heading", "- item", "+ item", "1. item", "2) item", "/me waves", "/poll", "| a |"])
    assert.match(md`${start}`.source, /^\d*&#\d+;/, start);
  assert.equal(md`x\n${"# y"}`.source, "x\n&#35; y");
});

test("a link cannot be left, and only leads to the web", () => {
  assert.equal(link("a](b", "https://example.com/x)y").source, "[a&#93;(b](https://example.com/x%29y)");
  assert.equal(link("a", "javascript:alert(1)").source, "a");
  assert.equal(link("a", "https://").source, "a");
  assert.equal(link("a", undefined).source, "a");
  assert.equal(link("", "https://example.com").source, "[https://example.com/](https://example.com/)");
  assert.equal(webAddress(`https://example.com/${"x".repeat(3000)}`), undefined);
});

test("code cannot be left", () => {
  assert.equal(code("a`b").source, "``a`b``");
  assert.equal(code("`").source, "`` ` ``");
  assert.equal(codeBlock("```\n@**all**").source, "```` \n```\n@**all**\n````");
  assert.equal(bold("a**b").source, "**a&#42;&#42;b**");
});

test("somebody's own Markdown mentions nobody and stays in its quote", () => {
  assert.equal(
    quoted("````\n@**all** @_**Ada** @*crew*").source,
    "````` quote\n````\n@&#42;&#42;all** @_&#42;&#42;Ada** @&#42;crew*\n`````",
  );
  assert.equal(markdown("```\nopen").source, "```\nopen\n```");
  assert.equal(markdown("~~~ js\na\n~~~").source, "~~~ js\na\n~~~");
  assert.equal(markdown("/poll Lunch?").source, "&#47;poll Lunch?");
});

test("a list shows ten items and how many there are besides", () => {
  const items = Array.from({ length: 12 }, (_, n) => plain(String(n)));
  assert.equal(bullets(items).source.split("\n").at(-1), "* and 2 more");
  assert.equal(bullets(items.slice(0, 2), 5).source, "* 0\n* 1\n* and 3 more");
});

test("reading a document returns what it promises or throws, whatever the document is", () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom("a", "a.b", "0", "__proto__.x", "constructor", "length", ""),
      (value, path) => {
        const payload = new Payload(value);
        assert.ok(["string", "undefined"].includes(typeof payload.optionalText(path)));
        assert.ok(payload.parts(path).every((part) => part instanceof Payload));
        assert.ok(payload.texts(path).every((text) => typeof text === "string"));
        for (const read of [() => payload.text(path), () => payload.number(path), () => payload.part(path)])
          try {
            read();
          } catch (error) {
            assert.ok(error instanceof Unreadable);
          }
      },
    ),
    { seed: 1 },
  );
});

test("topic and message are cut to what is allowed, between blocks", () => {
  const long = Array.from({ length: 30 }, () => quoted("x".repeat(1900)));
  const said = interpret(
    {
      name: "x",
      title: "X",
      category: "general",
      picture: { initials: "X", color: "#000000" },
      about: "",
      setup: [],
      eventOf: () => "a",
      events: { a: { about: "", say: () => ({ topic: "t\n".repeat(100), content: [new Markup(""), ...long] }) } },
    },
    serviceRequest({}, {}, {}),
  );
  assert.ok(said.kind === "message");
  assert.ok(!isLonger(said.topic, MAX_TOPIC_LENGTH) && said.topic.endsWith("…"));
  assert.ok(!isLonger(said.content, MAX_MESSAGE_LENGTH));
  assert.match(said.content, /```\n…$/);
});
