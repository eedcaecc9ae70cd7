/** Constructs of whole lines: paragraphs, lists, quotes, code, tables. */
import { type Construct, rendersInto } from "./test-construct.ts";

export const BLOCK_CONSTRUCTS: Construct[] = [];
const renders = rendersInto(BLOCK_CONSTRUCTS);

renders("paragraphs and line breaks", [
  ["", ""],
  ["\n \n", ""],
  ["a", "<p>a</p>"],
  ["a\n\n\nb", "<p>a</p>\n<p>b</p>"],
  ["test\nbar", "<p>test<br>\nbar</p>"],
  ["test  \r\nbar", "<p>test<br>\nbar</p>"],
  ["/me waves", "<p>/me waves</p>"],
]);

renders("text is escaped, except for character references", [
  [`a <b> & "c" 'd'`, `<p>a &lt;b&gt; &amp; "c" 'd'</p>`],
  ["&nbsp;&#39; &copy &x", "<p>&nbsp;&#39; &amp;copy &amp;x</p>"],
  ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ["<!-- a --> <b onclick=x>", "<p>&lt;!-- a --&gt; &lt;b onclick=x&gt;</p>"],
]);

renders("syntax of other Markdown that is not supported", [
  ["Title\n=====", "<p>Title<br>\n=====</p>"],
  ["[a]: http://x.test\n\n[a]", '<p>[a]: <a href="http://x.test">http://x.test</a></p>\n<p>[a]</p>'],
  ["_a_ __b__ snake_case", "<p>_a_ __b__ snake_case</p>"],
  ["\\# a \\`b", "<p>\\# a \\`b</p>"],
]);

renders("headings", [
  ["# Hello", "<h1>Hello</h1>"],
  ["###### Hello ##", "<h6>Hello</h6>"],
  ["####### x", "<p>####### x</p>"],
  ["#x", "<p>#x</p>"],
  ["# ", "<p>#</p>"],
  ["a\n## b\nc", "<p>a</p>\n<h2>b</h2>\n<p>c</p>"],
]);

renders("horizontal rules", [
  ["---", "<hr>"],
  ["a\n***\nb", "<p>a</p>\n<hr>\n<p>b</p>"],
  ["___", "<hr>"],
  ["--", "<p>--</p>"],
]);

renders("lists", [
  ["* One\n- Two\n+ Three", "<ul>\n<li>One</li>\n<li>Two</li>\n<li>Three</li>\n</ul>"],
  ["1. A\n1. B", "<ol>\n<li>A</li>\n<li>B</li>\n</ol>"],
  ["3. A\n9. B", '<ol start="3">\n<li>A</li>\n<li>B</li>\n</ol>'],
  ["* A\n* B\n  * C", "<ul>\n<li>A</li>\n<li>B<ul>\n<li>C</li>\n</ul>\n</li>\n</ul>"],
  ["1. A\n  * B\n2. C", "<ol>\n<li>A<ul>\n<li>B</li>\n</ul>\n</li>\n<li>C</li>\n</ol>"],
  [
    "10. a\n    * b\n        * c",
    '<ol start="10">\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n</ol>',
  ],
  ["* Alpha\n\n* Beta", "<ul>\n<li>\n<p>Alpha</p>\n</li>\n<li>\n<p>Beta</p>\n</li>\n</ul>"],
  ["Intro:\n* a", "<p>Intro:</p>\n<ul>\n<li>a</li>\n</ul>"],
  ["In\n1999. it was", "<p>In<br>\n1999. it was</p>"],
  ["* a\n1. b", "<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>"],
  ["* a\nlazy\n\nafter", "<ul>\n<li>a<br>\nlazy</li>\n</ul>\n<p>after</p>"],
  ["9. a\n10. b\n12345. c", '<ol start="9">\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>'],
  ["12345. a", '<ol start="12345">\n<li>a</li>\n</ol>'],
  ["1. a\n  12345. b", '<ol>\n<li>a<ol start="12345">\n<li>b</li>\n</ol>\n</li>\n</ol>'],
  ["1. a\n  * b\n10. c", "<ol>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ol>"],
  ["* a\n10. b", "<ul>\n<li>a<br>\n10. b</li>\n</ul>"],
  ["1. a\n  > In\n  > 1999. q", "<ol>\n<li>a<blockquote>\n<p>In<br>\n1999. q</p>\n</blockquote>\n</li>\n</ol>"],
  ["* a\n  > q", "<ul>\n<li>a<blockquote>\n<p>q</p>\n</blockquote>\n</li>\n</ul>"],
  ["-", "<p>-</p>"],
]);

renders("quotes", [
  ["> text", "<blockquote>\n<p>text</p>\n</blockquote>"],
  ["> text\nlazy", "<blockquote>\n<p>text<br>\nlazy</p>\n</blockquote>"],
  ["> a\n\n> b", "<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>"],
  [">> a", "<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>"],
  ["a\n> b", "<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>"],
  [">", "<p>&gt;</p>"],
  ["a\n>", "<p>a<br>\n&gt;</p>"],
  ["> a\n>\n> b", "<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>"],
  [">\n>\ntext", "<blockquote>\n<p>text</p>\n</blockquote>"],
  ["> a\n>\nb\nc\n\nd", "<blockquote>\n<p>a</p>\n<p>b<br>\nc</p>\n</blockquote>\n<p>d</p>"],
  ["> a\n>\n* b", "<blockquote>\n<p>a</p>\n</blockquote>\n<ul>\n<li>b</li>\n</ul>"],
  ["> # h\nafter", "<blockquote>\n<h1>h</h1>\n</blockquote>\n<p>after</p>"],
  ["```quote\nhi *b*\n```\nafter", "<blockquote>\n<p>hi <em>b</em></p>\n</blockquote>\n<p>after</p>"],
  ["```quoted\nhi", "<blockquote>\n<p>hi</p>\n</blockquote>"],
  [
    "```quote\na\n```quote\nb\n```\nc\n```\nd",
    "<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n<p>c</p>\n</blockquote>\n<p>d</p>",
  ],
]);

const spoiler = (header: string, content: string): string =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div>` +
  `<div class="spoiler-content" aria-hidden="true">\n${content}\n</div></div>`;

renders("spoilers", [
  ["```spoiler Header\ncontent\n```", spoiler("<p>Header</p>\n", "<p>content</p>")],
  ["```spoiler\n* a\n```", spoiler("", "<ul>\n<li>a</li>\n</ul>")],
  ["```spoiler * H\na\n```", spoiler("<ul>\n<li>H</li>\n</ul>\n", "<p>a</p>")],
  ["```spoiler 1. H\na\n```", spoiler("<ol>\n<li>H</li>\n</ol>\n", "<p>a</p>")],
  ["```spoiler > H  \na\n```", spoiler("<blockquote>\n<p>H</p>\n</blockquote>\n", "<p>a</p>")],
  [
    "* ```spoiler > H\n  a\n  ```",
    `<ul>\n<li>\n${spoiler("<blockquote>\n<p>H</p>\n</blockquote>\n", "<p>a</p>")}\n</li>\n</ul>`,
  ],
  ["```spoiler **H**\na\n```\nb", `${spoiler("<p><strong>H</strong></p>\n", "<p>a</p>")}\n<p>b</p>`],
]);

const plainCode = (code: string): string =>
  `<div class="codehilite"><pre><span></span><code>${code}\n</code></pre></div>`;
const code = (language: string, html: string): string =>
  `<div class="codehilite" data-code-language="${language}"><pre><span></span><code>${html}\n</code></pre></div>`;

renders("code blocks", [
  [`\`\`\`\nx <"'> & y  \n\`\`\``, plainCode("x &lt;&quot;&#39;&gt; &amp; y")],
  ["~~~~\n~~~\n~~~~", plainCode("~~~")],
  ["```\nunclosed", plainCode("unclosed")],
  ["a\n```\nb\n```\nc", `<p>a</p>\n${plainCode("b")}\n<p>c</p>`],
  ["    indented\n    code", plainCode("indented\ncode")],
  ["```\n@**Ben** :smile: http://a.com\n```", plainCode("@**Ben** :smile: http://a.com")],
  ["* a\n  ```\n  x\n  ```", `<ul>\n<li>a${plainCode("x")}\n</li>\n</ul>`],
  [
    '```python\ndef f(): pass # "no"\n```',
    code(
      "Python",
      '<span class="k">def</span> <span class="nf">f</span>(): <span class="k">pass</span> <span class="c1"># "no"</span>',
    ),
  ],
  ["~~~~.py\nx = 1\n~~~~", code("Python", 'x = <span class="mi">1</span>')],
  ["```{.js}\nlet a;\n```", code("JavaScript", '<span class="k">let</span> a;')],
  ["``` latex\nx\n```", code("TeX", "x")],
  ["```PHP\n1\n```", code("PHP", '<span class="mi">1</span>')],
  ['```NoSuch\n"x" <y>\n```', code("nosuch", '"x" &lt;y&gt;')],
  [
    "```\n#!/usr/bin/env python3\npass\n```",
    plainCode('<span class="c1">#!/usr/bin/env python3</span>\n<span class="k">pass</span>'),
  ],
  ["```\n:::python\npass\n```", plainCode(':::python\n<span class="k">pass</span>')],
]);

renders("the organization's default language", [["```\npass\n```", code("Python", '<span class="k">pass</span>')]], {
  defaultCodeLanguage: "python",
});

const cells = (tag: "th" | "td", ...contents: string[]) =>
  `<tr>\n${contents.map((each) => `<${tag}>${each}</${tag}>\n`).join("")}</tr>\n`;

renders("tables", [
  [
    "|Code|Means|\n|---|---|\n|`a || b`|or|\n|``x`|y``|`z|\n|`a|b",
    `<table>\n<thead>\n${cells("th", "Code", "Means")}</thead>\n<tbody>\n` +
      `${cells("td", "<code>a || b</code>", "or")}${cells("td", "<code>x`|y</code>", "`z")}${cells("td", "`a", "b")}</tbody>\n</table>`,
  ],
  [
    "|A|B|\n|---|---|\n|1|**2**|",
    "<table>\n<thead>\n<tr>\n<th>A</th>\n<th>B</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td><strong>2</strong></td>\n</tr>\n</tbody>\n</table>",
  ],
  [
    "|A|B|\n|---|:-:|\n\nafter",
    '<table>\n<thead>\n<tr>\n<th>A</th>\n<th style="text-align: center;">B</th>\n</tr>\n</thead>\n' +
      `<tbody>\n${cells("td", "", "")}</tbody>\n</table>\n<p>after</p>`,
  ],
  [
    "A | B | C\n:-- | :-: | --:\n1 | 2 | 3",
    "<table>\n<thead>\n<tr>\n" +
      '<th style="text-align: left;">A</th>\n<th style="text-align: center;">B</th>\n<th style="text-align: right;">C</th>\n' +
      "</tr>\n</thead>\n<tbody>\n<tr>\n" +
      '<td style="text-align: left;">1</td>\n<td style="text-align: center;">2</td>\n<td style="text-align: right;">3</td>\n' +
      "</tr>\n</tbody>\n</table>",
  ],
]);
