import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { analyse, analyseMessage } from "./analyse.ts";
import { foldWord } from "./fold.ts";
import { highlightHtml, highlightText } from "./highlight.ts";
import { isMatch, parseQuery } from "./query.ts";
import { stem } from "./stem.ts";

const finds = (operand: string, text: string, subject = "") =>
  isMatch(parseQuery(operand), analyseMessage({ subject, rendered_content: text }));

test("words match regardless of case, width and accents", () => {
  for (const [one, other] of [
    ["Café", "cafe"],
    ["CRÈME", "creme"],
    ["Straße", "STRASSE"],
    ["ＡＢＣ１", "abc1"],
    ["Łódź", "lodz"],
    ["İstanbul", "istanbul"],
    ["ｶﾞ", "ガ"],
    ["Ångström", "angstrom"],
    ["ёлка", "ЕЛКА"],
  ] as const)
    assert.equal(foldWord(one), foldWord(other), one);
  assert.notEqual(foldWord("は"), foldWord("ば"));
  assert.notEqual(foldWord("की"), foldWord("क"));
});

test("forms of an English word have one stem", () => {
  for (const forms of [
    "connect connects connected connecting connection connections",
    "deploy deploys deployed deploying",
    "meeting meetings",
    "decide decides decided deciding",
    "running run runs",
    "hopping hop hops",
    "hoping hope hopes hoped",
    "universities university",
    "agreed agree agrees",
    "relational relate related",
    "dying die dies",
    "stemming stems stemmed",
  ]) {
    const words = forms.split(" ");
    assert.equal(new Set(words.map(stem)).size, 1, words.map((word) => `${word}→${stem(word)}`).join(" "));
  }
  for (const word of ["sky", "news", "bus", "gas", "this", "as", "ja", "été"]) assert.equal(stem(word), word);
});

test("all words must match, in any order and form", () => {
  assert.ok(finds("deploying servers", "<p>We deploy the server today</p>"));
  assert.ok(finds("server logo", "<p>We deploy the server</p>", "logo"));
  assert.ok(!finds("server tomorrow", "<p>We deploy the server today</p>"));
  assert.ok(finds("the of server", "<p>server</p>"), "stop words are ignored");
  assert.ok(finds("the who", "<p>The Who play</p>"), "unless there are no others");
  assert.ok(!finds("the who", "<p>The band</p>"));
  for (const empty of ["!!!", '""', '" "', ""]) assert.ok(!finds(empty, "<p>!!!</p>"), empty);
});

test("the last word can be a prefix", () => {
  assert.ok(finds("deploy serv", "<p>deploy the server</p>"));
  assert.ok(!finds("serv deploy", "<p>deploy the server</p>"));
  assert.ok(!finds("se", "<p>server</p>"), "two letters are too short for a prefix");
  assert.ok(!finds('"serv"', "<p>server</p>"), "nor in quotes");
  assert.ok(finds("send_mess", "<p>send_message()</p>"));
});

test("quoted words match exactly, next to each other", () => {
  assert.ok(finds('"red fox"', "<p>A red <b>fox</b></p>"));
  assert.ok(!finds('"red fox"', "<p>fox red</p>"));
  assert.ok(!finds('"red foxes"', "<p>red fox</p>"));
  assert.ok(finds("“red fox” jumps", "<p>the red fox jumped</p>"));
  assert.ok(!finds('"logo red"', "<p>red</p>", "logo"), "phrases do not span topic and text");
  assert.ok(finds('"red fox', "<p>fox, red</p>"), "an unclosed quote is ignored");
  assert.ok(finds("state-of-the-art", "<p>State of the Art</p>"));
});

test("words in scripts without spaces are found anywhere", () => {
  const text = "<p>我们明天在北京开会，讨论React框架。</p>";
  for (const word of ["北京", "开会", "明天在", "会", "们", "框架", "React框架", "论React", '"论react框"', "我们 框架"])
    assert.ok(finds(word, text), word);
  for (const word of ["京北", "会讨", "北会", "南"]) assert.ok(!finds(word, text), word);
  assert.ok(finds("東京", "<p>東京タワー</p>"));
  assert.ok(finds("タワー", "<p>東京タワー</p>"));
  assert.ok(finds("ﾀﾜｰ", "<p>東京タワー</p>"));
  assert.ok(finds("食べ", "<p>寿司を食べる</p>"));
  assert.ok(finds("한국", "<p>저는 한국어를 배워요</p>"));
  assert.ok(finds("어를", "<p>저는 한국어를 배워요</p>"));
  assert.ok(finds("สวัส", "<p>สวัสดีครับ</p>"));
  assert.ok(finds("привет", "<p>Привет, мир</p>"));
});

const marked = (operand: string, html: string) => highlightHtml(parseQuery(operand), html);

test("matches are highlighted in text and nowhere else", () => {
  const hit = (text: string) => `<span class="highlight">${text}</span>`;
  assert.equal(marked("fox", "<p>A <b>fox</b> & foxes</p>"), `<p>A <b>${hit("fox")}</b> & ${hit("foxes")}</p>`);
  assert.equal(
    marked("href fox", "<a href=\"/fox?a>b\" title='fox'>fox</a>"),
    `<a href="/fox?a>b" title='fox'>${hit("fox")}</a>`,
  );
  assert.equal(marked("amp quot", "<p>&amp; &quot; R&amp;D</p>"), "<p>&amp; &quot; R&amp;D</p>");
  assert.equal(
    marked('"red fox"', "<p>red red <b>fox</b> fox</p>"),
    `<p>red ${hit("red")} <b>${hit("fox")}</b> fox</p>`,
  );
  assert.equal(marked("cafe", "<p>Café</p>"), `<p>${hit("Café")}</p>`);
  assert.equal(marked("明天在", "<p>我们明天在北京</p>"), `<p>我们${hit("明天在")}北京</p>`);
  assert.equal(marked("天", "<p>我们明天在北京</p>"), `<p>我们明${hit("天")}在北京</p>`);
  assert.equal(marked("京", "<p>北京</p>"), `<p>北${hit("京")}</p>`);
  assert.equal(marked("frac", "<math><mi>frac</mi></math> frac"), `<math><mi>frac</mi></math> ${hit("frac")}`);
  assert.equal(highlightText(parseQuery("fox"), `<fox> & 'dog'`), `&lt;${hit("fox")}&gt; &amp; &#39;dog&#39;`);
});

test("any input is safe, and highlighting changes no text", () => {
  const withoutMarks = (html: string) => html.replaceAll(/<span class="highlight">|<\/span>/g, "");
  const words = fc.array(
    fc.constantFrom("red", "fox", "<b>", "</b>", "&amp;", "京都", "東", "é", '<a href="x">', "'"),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("red fox", '"red fox"', "東京", "都")),
      words,
      (operand, parts) => {
        const html = parts.join(" ");
        assert.equal(withoutMarks(marked(operand, html)), html);
      },
    ),
  );
});

test("a text is found by each of its words, and by any two adjacent ones", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (text) => {
      const escaped = text.replaceAll(/[<>&"]/g, " ");
      const tokens = analyse(escaped);
      for (const token of tokens) assert.ok(finds(`"${escaped.slice(token.start, token.end)}"`, escaped), token.word);
    }),
  );
});
