import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { getMessages, renderMessage } from "../contract.ts";

async function read(person: Person, id: number, apply_markdown = true) {
  const { messages } = await person.call(getMessages, { message_ids: [id], apply_markdown });
  return messages[0];
}

const rendered = async (person: Person, content: string) => (await person.call(renderMessage, { content })).rendered;

test("every construct is rendered to HTML, identically when previewed, sent, received and read", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const design = await acme.channel("design", [ada]);
  const cases: [string, string][] = [
    ["plain & <b>", "<p>plain &amp; &lt;b&gt;</p>"],
    [
      "**bold** *italic* ~~gone~~ `code`",
      "<p><strong>bold</strong> <em>italic</em> <del>gone</del> <code>code</code></p>",
    ],
    ["# Heading", "<h1>Heading</h1>"],
    ["- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"],
    ["1. one\n2. two", "<ol>\n<li>one</li>\n<li>two</li>\n</ol>"],
    ["> said", "<blockquote>\n<p>said</p>\n</blockquote>"],
    ["[text](https://example.com)", '<p><a href="https://example.com">text</a></p>'],
    ["[bad](javascript:x)", "<p>[bad](javascript:x)</p>"],
    ["a@example.com", '<p><a href="mailto:a@example.com">a@example.com</a></p>'],
    [
      "#**design**",
      `<p><a class="stream" data-stream-id="${design}" href="/#narrow/channel/${design}-design">#design</a></p>`,
    ],
    ["#**nowhere**", "<p>#<strong>nowhere</strong></p>"],
    ["@_**Ada**", `<p><span class="user-mention silent" data-user-id="${ada.id}">Ada</span></p>`],
    ["@**all**", '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>'],
    ["@**topic**", '<p><span class="topic-mention">@topic</span></p>'],
    [
      "@_*role:owners*",
      `<p><span class="user-group-mention silent" data-user-group-id="${acme.realm.systemGroups["role:owners"]}">Owners</span></p>`,
    ],
    ["<time:2024-01-02T03:04:05Z>", '<p><time datetime="2024-01-02T03:04:05Z">2024-01-02T03:04:05Z</time></p>'],
    [":tada:", '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>'],
    ["/me waves", "<p>/me waves</p>"],
    ["/poll Lunch?\nPizza", "<p>/poll Lunch?<br>\nPizza</p>"],
  ];
  for (const [content, html] of cases) {
    assert.equal(await rendered(ada, content), html, content);
    await ada.catchesUp();
    const id = await ada.sends("#design > x", content);
    const heard = (await ada.catchesUp()).at(-1) as unknown as { message: { content: string; content_type: string } };
    assert.equal(heard.message.content, html, content);
    assert.equal((await read(ada, id))?.content, html, content);
    assert.equal((await read(ada, id, false))?.content, content);
  }
  // Only the structure is checked here: code, formulas, tables, spoilers, previews.
  for (const [content, sign] of [
    ["```js\nlet x\n```", '<div class="codehilite" data-code-language="JavaScript">'],
    ["$$x^2$$", '<span class="katex">'],
    ["a|b\n-|-\n1|2", "<table>"],
    ["```spoiler Head\nbody\n```", '<div class="spoiler-block">'],
    ["https://example.com/a.png", '<div class="message_inline_image">'],
  ] as const) {
    const id = await ada.sends("#design > x", content);
    const html = (await read(ada, id))?.content ?? "";
    assert(html.includes(sign), html);
    assert.equal(html, await rendered(ada, content));
  }
});

test("names resolve to what the author can see, whoever reads them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const guest = await acme.guest("Gus");
  const secret = await acme.channel("secret plans", [ada], { invite_only: true });
  await acme.channel("open", [ada, ben, guest]);
  const link = `<p><a class="stream" data-stream-id="${secret}" href="/#narrow/channel/${secret}-secret-plans">#secret plans</a></p>`;
  const plain = "<p>#<strong>secret plans</strong></p>";
  const byAda = await ada.sends("#open > x", "#**secret plans**");
  const byBen = await ben.sends("#open > x", "#**secret plans**");
  for (const reader of [ada, ben, guest]) {
    assert.equal((await read(reader, byAda))?.content, link);
    assert.equal((await read(reader, byBen))?.content, plain);
  }
  assert.equal(await rendered(ada, "#**secret plans**"), link);
  assert.equal(await rendered(ben, "#**secret plans**"), plain);
  // An administrator can see the channel, but not read it.
  assert.equal(await rendered(acme.owner, "#**secret plans**"), plain);
  assert.equal(await rendered(ada, "#**SECRET PLANS**"), "<p>#<strong>SECRET PLANS</strong></p>");
  assert.equal(await rendered(guest, "#**general**"), "<p>#<strong>general</strong></p>");
});

test("a link to a topic leads to its newest message that the author can see", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const open = await acme.channel("open", [ada]);
  const shut = { invite_only: true, history_public_to_subscribers: false };
  const vault = await acme.channel("vault", [ada], shut);
  const newest = await ada.sends("#open > Plan A", "one");
  const early = await ada.sends("#vault > Keys", "before Ben");
  const link = (id: number, name: string, topic: string, near: string) =>
    `<p><a class="stream-topic" data-stream-id="${id}" href="/#narrow/channel/${id}-${name}/topic/${topic.replace(" ", ".20")}${near}">#${name} &gt; ${topic}</a></p>`;
  assert.equal(await rendered(ben, "#**open>plan a**"), link(open, "open", "plan a", `/with/${newest}`));
  assert.equal(await rendered(ben, "#**open>no such**"), link(open, "open", "no such", ""));
  assert.equal(await rendered(ada, "#**vault>Keys**"), link(vault, "vault", "Keys", `/with/${early}`));
  assert.equal(await rendered(ben, "#**vault>Keys**"), "<p>#<strong>vault&gt;Keys</strong></p>");
  await acme.channel("vault", [ada, ben], shut);
  assert.equal(await rendered(ben, "#**vault>Keys**"), link(vault, "vault", "Keys", ""));
  const late = await ada.sends("#vault > keys", "Ben is here");
  assert.equal(await rendered(ben, "#**vault>Keys** "), link(vault, "vault", "Keys", `/with/${late}`));
  const message = `<p><a class="message-link" href="/#narrow/channel/${open}-open/topic/Plan.20A/near/7">#open &gt; Plan A @ 💬</a></p>`;
  assert.equal(await rendered(ben, "#**open>Plan A@7**"), message);
});

test("the organization's and the author's settings determine how a text is rendered", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { owner } = acme;
  const image = "https://example.com/a.png";
  assert.match(await rendered(ada, image), /message_inline_image/);
  await owner.call(updateRealm, { inline_image_preview: false, default_code_block_language: "python" });
  assert.equal(await rendered(ada, image), `<p><a href="${image}">${image}</a></p>`);
  assert.match(await rendered(ada, "```\nx = 1\n```"), /data-code-language="Python"/);
  assert.equal(await rendered(ada, ":)"), "<p>:)</p>");
  await ada.call(updateSettings, { translate_emoticons: true });
  assert.match(await rendered(ada, ":)"), /class="emoji emoji-1f642"/);
  assert.equal(await rendered(owner, ":)"), "<p>:)</p>");
  const near = `${acme.realm.url}/#narrow/channel/1-x`;
  assert.match(await rendered(ada, near), /href="#narrow\/channel\/1-x"/);
});

test("code has the name that clients know its language by, and colours if there is a grammar", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const shown = async (language: string, code: string) => {
    const html = await rendered(ada, `\`\`\`${language}\n${code}\n\`\`\``);
    return /data-code-language="([^"]*)"><pre><span><\/span><code>(.*)\n<\/code>/s.exec(html)?.slice(1);
  };
  assert.deepEqual(await shown("docker", "FROM a"), ["Docker", '<span class="k">FROM</span> a']);
  assert.equal((await shown("postgres", "a"))?.[0], "PostgreSQL SQL dialect");
  assert.equal((await shown("py2", "a"))?.[0], "Python 2.x");
  assert.deepEqual(await shown("jsonnet", "null"), ["Jsonnet", '<span class="kc">null</span>']);
  assert.deepEqual(await shown("antlr-c#", "a"), ["ANTLR With C# Target", "a"]);
});

test("what existing clients know from other servers is rendered alike, down to the corners", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const cases: [string, string | RegExp][] = [
    ["$$500\\$$$", /<annotation encoding="application\/x-tex">500\\\$<\/annotation>/],
    ["ftp://b.co/c file:///d", "<p>ftp://b.co/c file:///d</p>"],
    ["[a](http://b.co/c d)", '<p><a href="http://b.co/c%20d">a</a></p>'],
    ["```spoiler * a\nb\n```", /<div class="spoiler-header">\n<ul>\n<li>a<\/li>\n<\/ul>/],
    ["```spoiler > a\nb\n```", /<div class="spoiler-header">\n<blockquote>\n<p>a<\/p>\n<\/blockquote>/],
    ["12345. a", '<ol start="12345">\n<li>a</li>\n</ol>'],
    ["|a|\n|---|", /<\/thead>\n<tbody>\n<tr>\n<td><\/td>\n<\/tr>\n<\/tbody>/],
    [">\n>\ntext", "<blockquote>\n<p>text</p>\n</blockquote>"],
    ["[film](https://b.co/c.mp4)", /<a href="https:\/\/b\.co\/c\.mp4" title="film"><video /],
    ["<time:31 Dec 2017 5:30 am IST>", '<p><time datetime="2017-12-31T00:00:00Z">31 Dec 2017 5:30 am IST</time></p>'],
    ["\u{1f3f3}\u{200d}\u{1f308}", /emoji-1f3f3-200d-1f308"/],
  ];
  for (const [text, html] of cases)
    if (typeof html === "string") assert.equal(await rendered(ada, text), html);
    else assert.match(await rendered(ada, text), html);
});

test("rendering refuses expensive texts, strips nothing and needs an account", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  assert.equal(await rendered(ada, ""), "");
  assert.equal((await ada.asks("POST", "/messages/render")).code, "REQUEST_VARIABLE_MISSING");
  assert.match((await ada.asks("POST", "/messages/render", { content: "a\0b" })).msg, /^Invalid content/);
  const long = "word ".repeat(2_000);
  assert.equal(await rendered(ada, long), `<p>${long.trim()}</p>`);
  const answer = await ada.asks("POST", "/messages/render", { content: `${long}more` });
  assert.deepEqual([answer.code, answer.msg], ["BAD_REQUEST", "content is too long (limit: 10000 characters)"]);
  const hook = await acme.bot("Hook", ada, 2);
  assert.equal(
    (await hook.asks("POST", "/messages/render", { content: "x" })).msg,
    "This API is not available to incoming webhook bots.",
  );
});

test("a message that begins with /me is a status message, and URLs in its topic are links", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const heard = async (topic: string, content: string) => {
    const event = (await ada.eventsDuring(() => ada.sends(`#design > ${topic}`, content))).at(-1);
    const { message } = event as unknown as { message: { id: number; is_me_message: boolean; topic_links: unknown } };
    const fetched = await read(ada, message.id);
    assert.deepEqual([fetched?.is_me_message, fetched?.topic_links], [message.is_me_message, message.topic_links]);
    return message;
  };
  assert.equal((await heard("x", "/me waves")).is_me_message, true);
  assert.equal((await heard("x", "/mean")).is_me_message, false);
  assert.equal((await heard("x", "/me")).is_me_message, false);
  assert.deepEqual((await heard("see https://example.com/1", "x")).topic_links, [
    { text: "https://example.com/1", url: "https://example.com/1" },
  ]);
  assert.deepEqual((await heard("version 1.2", "x")).topic_links, []);
});
