import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseDocument } from "htmlparser2";
import { markdownOf, type RichNode } from "./rich-paste.ts";

type Parsed = ReturnType<typeof parseDocument> | ReturnType<typeof parseDocument>["children"][number];

/** Presents a parsed tree like a browser's document. */
function asRich(node: Parsed): RichNode {
  const childNodes = "children" in node ? node.children.map(asRich) : [];
  const textContent = "data" in node ? node.data : childNodes.map((child) => child.textContent).join("");
  if (!("attribs" in node))
    return { nodeType: node.nodeType === 3 ? 3 : 8, nodeName: "#text", textContent, childNodes };
  const getAttribute = (name: string) => node.attribs[name] ?? null;
  return { nodeType: 1, nodeName: node.name.toUpperCase(), textContent, childNodes, getAttribute };
}

const pasted = (html: string) => markdownOf(asRich(parseDocument(html)));

test("words keep how they are marked", () => {
  assert.equal(pasted("<p>low <b>tide </b>and <em>high</em> <del>tide</del></p>"), "low **tide** and *high* ~~tide~~");
  assert.equal(pasted("<p><b><strong>once</strong></b> <i><b>both</b></i></p>"), "**once** ***both***");
  assert.equal(pasted("run <code>ls  -l</code>"), "run `ls -l`");
  assert.equal(pasted("<b>two<br>lines</b>"), "**two**\n**lines**");
  assert.equal(
    pasted('see <a href="https://a.example/x">the <b>map</b></a>'),
    "see [the **map**](https://a.example/x)",
  );
  assert.equal(pasted('<a href="https://a.example/">https://a.example</a>'), "https://a.example/");
});

test("blocks stand apart, with their own marks", () => {
  const html = `
    <h2>Tides</h2><p>First   paragraph.</p><p>Second.</p>
    <blockquote><p>said</p><p>more</p></blockquote>
    <pre><code class="language-js">let a = 1;
let b;</code></pre><hr>`;
  assert.equal(
    pasted(html),
    "## Tides\n\nFirst paragraph.\n\nSecond.\n\n> said\n>\n> more\n\n```js\nlet a = 1;\nlet b;\n```\n\n---",
  );
});

test("lists nest, whichever way the editor wrote them", () => {
  assert.equal(pasted("<ul><li>one<ul><li>in</li></ul></li><li>two</li></ul>"), "- one\n  - in\n- two");
  assert.equal(pasted("<ul><li>one</li><ul><li>in</li></ul></ul>"), "- one\n  - in");
  assert.equal(pasted('<ol start="3"><li><p>a</p></li><li>b</li></ol>'), "3. a\n4. b");
});

test("a table becomes one, and its cells cannot break it", () => {
  const html = "<table><tbody><tr><th>a</th><th>b|c</th></tr><tr><td>1</td></tr></tbody></table>";
  assert.equal(pasted(html), "| a | b&#124;c |\n| --- | --- |\n| 1 |  |");
});

test("what is plain text in truth is left to be pasted as that", () => {
  assert.equal(pasted("<div><span style='color: red'>let a = 1</span></div>"), undefined);
  assert.equal(
    pasted("<meta charset='utf-8'><b style='font-weight:normal'><span>from a document</span></b>"),
    undefined,
  );
  assert.equal(pasted(""), undefined);
});

test("nothing that runs or loads comes along", () => {
  assert.equal(pasted("<style>b{}</style><script>alert(1)</script><b>x</b>"), "**x**");
  assert.equal(pasted('<a href="javascript:alert(1)">x</a> <b>y</b>'), "x **y**");
  assert.equal(pasted('<img src="data:image/png;base64,AAAA" alt="pic"><b>y</b>'), "pic**y**");
});

test("whatever is pasted, its words arrive", () => {
  const tag = fc.constantFrom(
    "b",
    "i",
    "p",
    "div",
    "ul",
    "ol",
    "li",
    "table",
    "tr",
    "td",
    "h1",
    "a",
    "blockquote",
    "br",
  );
  const piece = fc.oneof(
    fc.constantFrom("word", "  ", "\n"),
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = `<b>first</b>${pieces.join("")}`;
      assert.ok(pasted(html)?.includes("first"));
    }),
  );
});
