import assert from "node:assert/strict";
import { test as plainTest } from "node:test";
import { org, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { getMessages } from "../contract.ts";
import { editMessage } from "../edit/contract.ts";
import { getMessage, getMessageHistory } from "./contract.ts";
import { htmlDiff } from "./diff.ts";

const quiet = { send_notification_to_new_thread: false };

async function edited(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const design = await acme.channel("design", [ada, ben]);
  const brand = await acme.channel("brand", [ada, ben]);
  const message_id = await ada.sends("#design > ", "one *two*");
  const start = Math.floor(acme.clock.now() / 1000);
  const changes: object[] = [
    { content: "one *three*" },
    { topic: "logo" },
    { content: "one", topic: "Logo" },
    { stream_id: brand },
  ];
  for (const change of changes) {
    await acme.clock.advance({ seconds: 10 });
    await ada.call(editMessage, { message_id, ...change, ...quiet });
  }
  return { acme, ada, ben, design, brand, message_id, start };
}

const html = (text: string) => `<p>${text}</p>`;

test("the history of a message shows its original text, and each edit", async (t) => {
  const { ada, ben, design, brand, message_id, start } = await edited(t);
  const { message_history } = await ben.call(getMessageHistory, { message_id, allow_empty_topic_name: true });
  const at = (seconds: number) => ({ user_id: ada.id, timestamp: start + seconds });
  const two = { content: "one *two*", rendered_content: html("one <em>two</em>") };
  const three = { content: "one *three*", rendered_content: html("one <em>three</em>") };
  const one = { content: "one", rendered_content: html("one") };
  assert.deepEqual(message_history, [
    { topic: "", ...two, ...at(0) },
    {
      topic: "",
      ...three,
      ...at(10),
      prev_content: two.content,
      prev_rendered_content: two.rendered_content,
      content_html_diff:
        '<div><p>one <em><span class="highlight_text_deleted">two</span>' +
        '<span class="highlight_text_inserted">three</span></em></p></div>',
    },
    { topic: "logo", ...three, ...at(20), prev_topic: "" },
    {
      topic: "Logo",
      ...one,
      ...at(30),
      prev_topic: "logo",
      prev_content: three.content,
      prev_rendered_content: three.rendered_content,
      content_html_diff: '<div><p>one<span class="highlight_text_deleted">three</span></p></div>',
    },
    { topic: "Logo", ...one, ...at(40), prev_stream: design, stream: brand },
  ]);
  const named = await ben.call(getMessageHistory, { message_id });
  assert.deepEqual(
    named.message_history.map(({ topic, prev_topic }) => [topic, prev_topic]),
    [
      ["general chat", undefined],
      ["general chat", undefined],
      ["logo", "general chat"],
      ["Logo", "logo"],
      ["Logo", undefined],
    ],
  );
});

test("a message that was never edited has one entry, for being sent", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const message_id = await ada.writes(ada, "note");
  const { message_history } = await ada.call(getMessageHistory, { message_id });
  assert.deepEqual(message_history, [
    {
      topic: "",
      content: "note",
      rendered_content: html("note"),
      user_id: ada.id,
      timestamp: Math.floor(acme.clock.now() / 1000),
    },
  ]);
});

test("the organization's policy limits what the history shows", async (t) => {
  const { acme, ben, message_id, start } = await edited(t);
  const message = async () => (await ben.call(getMessages, { message_ids: [message_id] })).messages[0];
  assert.equal((await message())?.edit_history?.length, 4);
  assert.equal((await message())?.edit_history?.[2]?.prev_topic, "general chat");

  await acme.owner.call(updateRealm, { message_edit_history_visibility_policy: "moves" });
  const entries = (await message())?.edit_history ?? [];
  assert.deepEqual(
    entries.map((entry) => Object.keys(entry).filter((field) => field.startsWith("prev_"))),
    [["prev_stream"], ["prev_topic"], ["prev_topic"]],
  );
  const { message_history } = await ben.call(getMessageHistory, { message_id });
  assert.deepEqual(
    message_history.map(({ topic, content, content_html_diff }) => [topic, content, content_html_diff]),
    [
      ["general chat", "one", undefined],
      ["logo", "one", undefined],
      ["Logo", "one", undefined],
      ["Logo", "one", undefined],
    ],
  );

  await acme.owner.call(updateRealm, { message_edit_history_visibility_policy: "none" });
  assert.equal((await message())?.edit_history, undefined);
  assert.deepEqual(
    [(await message())?.last_edit_timestamp, (await message())?.last_moved_timestamp],
    [start + 30, start + 40],
  );
  for (const id of [message_id, 999_999])
    await assert.rejects(ben.call(getMessageHistory, { message_id: id }), {
      message: "Message edit history is disabled in this organization",
    });
});

test("a single message is returned as in a list, with its Markdown", async (t) => {
  const { ben, message_id } = await edited(t);
  const { message, raw_content } = await ben.call(getMessage, { message_id });
  assert.equal(raw_content, "one");
  const listed = await ben.call(getMessages, { message_ids: [message_id] });
  assert.deepEqual(message, listed.messages[0]);
  const raw = await ben.call(getMessage, { message_id, apply_markdown: false, allow_empty_topic_name: true });
  assert.deepEqual([raw.message.content, raw.message.content_type], ["one", "text/x-markdown"]);
  assert.equal(raw.message.edit_history?.[2]?.prev_topic, "");
});

test("a hidden message and one that does not exist get the same error", async (t) => {
  const acme = await org(t);
  const [ada, ben, admin] = [await acme.member("Ada"), await acme.member("Ben"), await acme.administrator("Ann")];
  const gus = await acme.guest("Gus");
  await acme.channel("secret", [ada], { invite_only: true });
  await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  await acme.channel("open", [ada]);
  const secret = await ada.sends("#secret > x", "x");
  const before = await ada.sends("#board > x", "x");
  const open = await ada.sends("#open > x", "x");
  await acme.channel("board", [ada, ben]);
  const direct = await ada.writes(ben, "x");
  const other = await org(t, acme.server);
  const attempts: [typeof ada, number][] = [
    [ben, secret],
    [admin, secret],
    [ben, before],
    [gus, open],
    [admin, direct],
    [other.owner, open],
    [ada, 999_999],
  ];
  for (const [person, message_id] of attempts)
    for (const operation of [getMessage, getMessageHistory])
      await assert.rejects(person.call(operation as typeof getMessage, { message_id }), {
        message: "Invalid message(s)",
      });
  assert.equal((await ben.call(getMessage, { message_id: open })).message.id, open);
});

plainTest("a comparison keeps the new structure, splits no tag, and terminates", () => {
  const cases: [string, string, string][] = [
    ["<p>same</p>", "<p>same</p>", "<p>same</p>"],
    ["", "<p>new</p>", '<p><span class="highlight_text_inserted">new</span></p>'],
    ["<p>a b c</p>", "<p>a c</p>", '<p>a <span class="highlight_text_deleted">b </span>c</p>'],
    [
      "<p>x &amp; y</p>",
      "<p>x &lt; y</p>",
      '<p>x <span class="highlight_text_deleted">&amp;</span><span class="highlight_text_inserted">&lt;</span> y</p>',
    ],
    ['<p><a href="/a">link</a></p>', "<p>link</p>", "<p>link</p>"],
  ];
  for (const [before, after, expected] of cases) assert.equal(htmlDiff(before, after), `<div>${expected}</div>`);
  const words = (word: string) => `<p>${Array.from({ length: 20_000 }, (_, n) => `${word}${n}`).join(" ")}</p>`;
  const started = performance.now();
  assert.match(htmlDiff(words("a"), words("b")), /^<div><p>.*<\/p><\/div>$/);
  assert(performance.now() - started < 2000);
});
