/** What a rendering returns besides HTML: mentions, links, and what must be loaded first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { namesIn } from "./names-in.ts";
import { render } from "./render.ts";
import { TEST_NAMES, TEST_OPTIONS } from "./test-names.ts";
import { topicLinks } from "./topic-links.ts";
import { parseUrlTemplate } from "./url-template.ts";
import { widgetOf } from "./widgets.ts";

const nobody = { users: [], groups: [], channelWildcard: false, topicWildcard: false };
const mentionsIn = (source: string) => render(source, TEST_NAMES, TEST_OPTIONS).mentions;

test("mentions of people, groups and everyone are returned once each", () => {
  assert.deepEqual(mentionsIn("@**Ben** @**|13** @**Ada Lovelace** @*support* @**all** @**topic**"), {
    users: [13, 12],
    groups: [17],
    channelWildcard: true,
    topicWildcard: true,
  });
});

test("silent, quoted, deactivated, unknown and code mentions are not returned", () => {
  for (const source of [
    "@_**Ben** @_*support* @_**all** @_**topic**",
    "> @**Ben** @*support* @**all** @**topic**",
    "```quote\n@**Ben**\n```",
    "`@**Ben** @**all**` and\n```\n@**Ben** @**all**\n```",
    "@**Gone** @*old team* @**Nobody** x@**Ben**",
    "a\n\n    @**Ben**",
  ]) {
    assert.deepEqual(mentionsIn(source), nobody, source);
  }
});

test("a mention after a quote counts again", () => {
  assert.deepEqual(mentionsIn("> a\n\n@**Ben**").users, [13]);
});

test("links, images, uploads and pages are returned", () => {
  const found = render(
    "[f](/user_uploads/2/a/b.txt) https://chat.example.com/user_uploads/2/a/c%20d.png ![s](/user_uploads/2/e.mp3) https://a.com/page",
    TEST_NAMES,
    TEST_OPTIONS,
  );
  assert.deepEqual(found.uploads, ["2/a/b.txt", "2/a/c d.png", "2/e.mp3"]);
  assert.deepEqual([found.has_link, found.has_image], [true, true]);
  assert.deepEqual(found.previewablePages, ["https://a.com/page"]);
  const plain = render("#**announce** `http://a.com` 1.5", TEST_NAMES, TEST_OPTIONS);
  assert.deepEqual([plain.has_link, plain.has_image, plain.uploads], [false, false, []]);
});

test("the names in a text are found without rendering it", () => {
  const found = namesIn(
    "@**Ada** @_**Ben|13** @**all** @*support*\n#**a** #**b>c** #**b>d@5** /user_uploads/2/x/y.png",
  );
  assert.deepEqual([...found.userNames], ["Ada"]);
  assert.deepEqual([...found.userIds], [13]);
  assert.deepEqual([...found.groupNames], ["support"]);
  assert.deepEqual([...found.channelNames], ["a", "b"]);
  assert.deepEqual(found.topics, [{ channel: "b", topic: "c" }]);
  assert.deepEqual([...found.uploads], ["2/x/y.png"]);
});

test("a topic's links are its linkifier matches and URLs, in order", () => {
  const linkifiers = TEST_NAMES.linkifiers;
  assert.deepEqual(topicLinks("plain topic", linkifiers), []);
  assert.deepEqual(topicLinks("see https://x.test/a, www.foo.org and #123", linkifiers), [
    { text: "https://x.test/a", url: "https://x.test/a" },
    { text: "www.foo.org", url: "https://www.foo.org" },
    { text: "#123", url: "https://issues.example.com/123" },
  ]);
  assert.deepEqual(topicLinks("x", [{ pattern: "x", url_template: "javascript:alert(1)" }]), []);
});

test("a URL template is expanded as in RFC 6570", () => {
  const values = { var: "value", hello: "Hello World!", path: "/foo/bar", empty: "", x: "1024", undef: undefined };
  for (const [template, url] of [
    ["{var}", "value"],
    ["{hello}", "Hello%20World%21"],
    ["{+hello}", "Hello%20World!"],
    ["{+path}/here", "/foo/bar/here"],
    ["X{#var}", "X#value"],
    ["{x,hello}", "1024,Hello%20World%21"],
    ["{var:3}", "val"],
    ["X{.var}", "X.value"],
    ["{/var,x}/here", "/value/1024/here"],
    ["{;x,empty}", ";x=1024;empty"],
    ["{?x,empty,undef}", "?x=1024&empty="],
    ["?a=1{&x}", "?a=1&x=1024"],
  ] as const) {
    assert.equal(parseUrlTemplate(template)?.expand(values), url, template);
  }
  for (const invalid of ["{", "}", "{a", "{a b}", "{=a}", "{}"]) assert.equal(parseUrlTemplate(invalid), undefined);
  assert.deepEqual([...(parseUrlTemplate("{a}/{b,c}")?.variables ?? [])], ["a", "b", "c"]);
});

test("polls and to-do lists are read from the lines of their message", () => {
  assert.deepEqual(widgetOf("/poll Lunch?\n- soup\n\n* bread"), {
    widget_type: "poll",
    extra_data: { question: "Lunch?", options: ["soup", "bread"] },
  });
  assert.deepEqual(widgetOf("/todo Today\nmilk: two litres\n-bread"), {
    widget_type: "todo",
    extra_data: {
      task_list_title: "Today",
      tasks: [
        { task: "milk", desc: "two litres" },
        { task: "bread", desc: "" },
      ],
    },
  });
  assert.deepEqual(widgetOf("/poll"), { widget_type: "poll", extra_data: { question: "", options: [] } });
  for (const other of ["/polls a", " /poll a", "poll", "/me /poll"]) assert.equal(widgetOf(other), undefined);
});
