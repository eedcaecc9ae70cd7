/** Feeds in every format, as their descriptions have them, and documents that are none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { english } from "../../../../text/notices/texts/english/index.ts";
import { newsIn } from "../entries.ts";
import { type FeedDocument, MAX_ENTRIES, NotAFeed } from "./document.ts";
import { plainText } from "./plain-text.ts";
import { readFeed } from "./read.ts";

const read = (document: string | Buffer, contentType = "application/xml") =>
  readFeed({ body: Buffer.from(document), contentType });

const shown = async (document: string | Buffer, contentType?: string) => {
  const { title, entries, count } = await read(document, contentType);
  return {
    title: plainText(title),
    count,
    entries: entries.map((entry) => [plainText(entry.title), plainText(entry.summary), entry.url, entry.published]),
  };
};

const moment = (written: string): number => Date.parse(written) / 1000;

const RSS_2 = `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>Harbour &amp; Sea</title>
    <link>https://harbour.example/</link>
    <image><title>A logo</title><url>https://harbour.example/logo.png</url></image>
    <item>
      <title>Fog &lt;b&gt;again&lt;/b&gt;</title>
      <link>https://harbour.example/fog</link>
      <guid isPermaLink="false">fog-1</guid>
      <media:title>Not this one</media:title>
      <pubDate>Mon, 05 Jan 2026 09:30:00 GMT</pubDate>
      <description><![CDATA[<p>No ferry <em>today</em>.</p><script>x()</script><p>Sorry!</p>]]></description>
      <content:encoded><![CDATA[<p>The whole story.</p>]]></content:encoded>
    </item>
    <item><guid>https://harbour.example/tide</guid><title>Tide</title></item>
  </channel>
</rss>`;

const RSS_1 = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel rdf:about="https://old.example/"><title>Old news</title><items><rdf:Seq><rdf:li resource="https://old.example/1"/></rdf:Seq></items></channel>
  <item rdf:about="https://old.example/1"><title>First</title><link>https://old.example/1</link><dc:date>2026-01-05T10:00:00Z</dc:date></item>
</rdf:RDF>`;

const RSS_091 = `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="0.91"><channel><title>Older</title><item><title>Without an id</title><description>Text</description></item></channel></rss>`;

const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title type="html">Dune &amp;amp; Reed</title>
  <link rel="self" href="https://dune.example/atom"/><link href="https://dune.example/"/>
  <entry>
    <id>urn:uuid:1</id><title>1 &lt; 2 &amp;amp; 3</title>
    <link rel="enclosure" href="https://dune.example/a.mp3"/><link rel="alternate" href="https://dune.example/1"/>
    <updated>2026-01-06T10:00:00Z</updated><published>2026-01-05T10:00:00Z</published>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One</p><p>two &lt;three&gt;</p></div></content>
  </entry>
  <entry><id>urn:uuid:2</id><title type="html">&lt;i&gt;Second&lt;/i&gt;</title><summary>Short</summary><content>Long</content></entry>
</feed>`;

const JSON_FEED = JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: "Small <notes>",
  items: [
    { id: 7, url: "https://notes.example/7", title: "A < B", content_html: "<p>Hello</p>" },
    { id: "8", content_text: "Only <text>", date_published: "2026-01-05T10:00:00Z" },
    { title: 5 },
    "nothing",
  ],
});

test("RSS 2.0", async () => {
  assert.deepEqual(await shown(RSS_2), {
    title: "Harbour & Sea",
    count: 2,
    entries: [
      ["Fog again", "No ferry today. Sorry!", "https://harbour.example/fog", moment("2026-01-05T09:30:00Z")],
      ["Tide", "", "https://harbour.example/tide", undefined],
    ],
  });
});

test("RSS 1.0 and 0.91", async () => {
  assert.deepEqual(await shown(RSS_1), {
    title: "Old news",
    count: 1,
    entries: [["First", "", "https://old.example/1", moment("2026-01-05T10:00:00Z")]],
  });
  assert.deepEqual(await shown(RSS_091), {
    title: "Older",
    count: 1,
    entries: [["Without an id", "Text", undefined, undefined]],
  });
});

test("Atom, with and without a prefix", async () => {
  const expected = {
    title: "Dune & Reed",
    count: 2,
    entries: [
      ["1 < 2 &amp; 3", "One two <three>", "https://dune.example/1", moment("2026-01-05T10:00:00Z")],
      ["Second", "Short", undefined, undefined],
    ],
  };
  assert.deepEqual(await shown(ATOM), expected);
  const prefixed = ATOM.replace(/<(\/?)(feed|entry|title|link|id|updated|published|content|summary)\b/g, "<$1a:$2");
  assert.deepEqual(await shown(prefixed), expected);
});

test("JSON Feed", async () => {
  assert.deepEqual(await shown(JSON_FEED, "application/feed+json"), {
    title: "Small <notes>",
    count: 3,
    entries: [
      ["A < B", "Hello", "https://notes.example/7", undefined],
      ["", "Only <text>", undefined, moment("2026-01-05T10:00:00Z")],
      ["5", "", undefined, undefined],
    ],
  });
});

test("the encoding is that of the header, the declaration or the byte order mark", async () => {
  const document = '<?xml version="1.0" encoding="iso-8859-1"?><rss><channel><title>Café</title></channel></rss>';
  assert.equal((await read(Buffer.from(document, "latin1"), "text/xml")).title, "Café");
  assert.equal((await read(Buffer.from(document.replace("iso-8859-1", "utf-8")), "text/xml")).title, "Café");
  assert.equal((await read(Buffer.from(document, "latin1"), "text/xml; charset=windows-1252")).title, "Café");
  assert.equal((await read(Buffer.from(`\ufeff${document}`, "utf16le"), "text/xml")).title, "Café");
  assert.equal((await read(Buffer.from(document), 'text/xml; charset="no-such-thing"')).title, "Café");
});

test("a key is the same as long as the id is", async () => {
  const keyOf = async (inner: string) =>
    (await read(`<rss><channel><item>${inner}</item></channel></rss>`)).entries[0]?.key;
  const first = await keyOf("<guid>a</guid><title>One</title>");
  assert.match(first ?? "", /^[\w-]{14}$/);
  assert.equal(await keyOf("<title>Two</title><link>https://x.example/</link><guid> a </guid>"), first);
  assert.notEqual(await keyOf("<guid>b</guid><title>One</title>"), first);
  assert.equal(await keyOf("<title> </title>"), undefined);
});

const NO_FEEDS: Readonly<Record<string, string>> = {
  nothing: "",
  text: "Not found",
  "a website": "<!doctype html><html><head><title>Site</title></head></html>",
  "a document that ends in the middle": RSS_2.slice(0, -30),
  "a document that ends before its last tag": RSS_2.replace("</rss>", ""),
  "a root without contents": "<rss/>",
  "entities that grow": `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>`,
  "a file of this machine": `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><title>&x;</title></channel></rss>`,
  "elements in elements": `<rss>${"<a>".repeat(200)}${"</a>".repeat(200)}</rss>`,
  "other JSON": '{"items":[]}',
  "half of a JSON Feed": JSON_FEED.slice(0, -2),
  "too much JSON": `{"version":"https://jsonfeed.org/version/1","x":"${"x".repeat(1 << 20)}"}`,
};

for (const [name, document] of Object.entries(NO_FEEDS))
  test(`no feed: ${name}`, async () => {
    await assert.rejects(read(document), NotAFeed);
  });

test("an entity that nothing defines stays as it is", async () => {
  assert.equal((await read("<rss><channel><title>a &x; b</title></channel></rss>")).title, "a &x; b");
});

test("as many entries as are looked at, however many there are", async () => {
  const items = Array.from({ length: MAX_ENTRIES + 5 }, (_, n) => `<item><guid>${n}</guid></item>`).join("");
  const { entries, count } = await read(`<rss><channel>${items}</channel></rss>`);
  assert.deepEqual([entries.length, count], [MAX_ENTRIES, MAX_ENTRIES + 5]);
});

/** Whatever it says, it is either a feed with messages that can be sent, or none. */
async function survives(document: string | Buffer): Promise<void> {
  let feed: FeedDocument;
  try {
    feed = await read(document);
  } catch (error) {
    assert.ok(error instanceof NotAFeed, `${error}`);
    return;
  }
  const known = { seen: [], filter_words: [] };
  const { messages, seen } = await newsIn(feed, known, english, "https://blog.example.com/feed?key=secret");
  assert.ok(messages.length <= 10 && seen.length <= 1000);
  for (const message of messages) {
    assert.ok(message.trim() !== "" && message.length <= 10_000, message.slice(0, 100));
    assert.doesNotMatch(message, /key=secret|\0/);
  }
}

test("no document, however damaged, does anything but end as no feed", async () => {
  const documents = [RSS_2, RSS_1, RSS_091, ATOM, JSON_FEED];
  const damage = fc.record({
    document: fc.constantFrom(...documents),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat({ max: 60 }),
    added: fc.oneof(
      fc.string({ maxLength: 30, unit: "binary" }),
      fc.constantFrom(
        "<",
        ">",
        "&",
        "&#0;",
        "&#x110000;",
        "<![CDATA[",
        "]]>",
        "<!--",
        "</item>",
        "</feed>",
        "<item>",
        '"',
        "\u0000",
        "\ud800",
      ),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async ([first, ...more]) => {
      let text = first?.document ?? "";
      for (const { at, removed, added } of first ? [first, ...more] : []) {
        const place = Math.floor(at * text.length);
        text = text.slice(0, place) + added + text.slice(place + removed);
      }
      await survives(text);
    }),
    { numRuns: 400 },
  );
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => survives(Buffer.from(bytes))));
});

test("hostile documents take little time", async () => {
  const long = 2 * 1024 * 1024;
  const inRss = (text: string) => `<rss><channel>${text.repeat(Math.floor((long - 40) / text.length))}</channel></rss>`;
  const documents = [
    inRss("<item><guid>1</guid></item>"),
    inRss("<a></b>"),
    inRss("<item/>"),
    inRss("&#65;"),
    inRss("<!---->"),
    inRss("<![CDATA[]]>"),
    `<rss><channel><item><title>${"<i>&lt;b&gt;".repeat(50)}${"&amp;lt;b&amp;gt;".repeat(100_000)}`,
    `<rss ${'a="b" '.repeat(long / 6)}>`,
    `<rss>${"<".repeat(long)}`,
    `<rss>${"&".repeat(long)}`,
  ];
  for (const document of documents) {
    const { user } = process.cpuUsage();
    await survives(document);
    const tookMs = (process.cpuUsage().user - user) / 1000;
    assert.ok(tookMs < 3000, `${document.slice(0, 40)}: ${tookMs} ms`);
  }
});

test("HTML is reduced to its text", () => {
  assert.equal(plainText("a<br>b"), "a b");
  assert.equal(plainText("un<b>break</b>able"), "unbreakable");
  assert.equal(plainText("<ul><li>one<li>two</ul>"), "one two");
  assert.equal(plainText("<style>p{}</style><svg><text>x</text></svg>seen &eacute; &lt;b&gt;"), "seen é <b>");
  assert.equal(plainText("half a <b"), "half a");
  assert.equal(plainText("AT&T & more"), "AT&T & more");
  assert.equal(plainText(`${"<div>".repeat(5000)}deep`).length <= 4, true);
});
