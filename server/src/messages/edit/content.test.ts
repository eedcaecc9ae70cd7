import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type Heard, listen, org, type Person, test } from "../../../test/index.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { register } from "../../registration/contract.ts";
import { getMessages, sendMessage } from "../contract.ts";
import { addReaction } from "../reactions/contract.ts";
import { editMessage } from "./contract.ts";

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  return { acme, ada, ben, stream_id };
}

const updates = (events: Heard[]) => events.filter((event) => event.type === "update_message");
const edits = (person: Person, message_id: number, content: string) =>
  person.call(editMessage, { message_id, content });
const read = async (person: Person, id: number) =>
  (await person.call(getMessages, { message_ids: [id] })).messages[0] as NonNullable<
    Awaited<ReturnType<typeof person.call<typeof getMessages.params, typeof getMessages.response>>>["messages"][number]
  >;

test("an edit is sent to everyone who can read the message, and nobody else", async (t) => {
  const { acme, ada, ben, stream_id } = await design(t);
  const [cem, gus] = [await acme.member("Cem"), await acme.guest("Gus")];
  const message_id = await ada.sends("#design > logo", "We are *live*");
  for (const person of [cem, gus]) await person.catchesUp();
  await acme.clock.advance({ seconds: 30 });
  const heard = await ben.eventsDuring(async () =>
    assert.deepEqual(await edits(ada, message_id, "/me is **live**\n"), { detached_uploads: [] }),
  );
  const edit_timestamp = Math.floor(acme.clock.now() / 1000);
  const before = { content: "We are *live*", rendered_content: "<p>We are <em>live</em></p>" };
  const after = { content: "/me is **live**", rendered_content: "<p>/me is <strong>live</strong></p>" };
  assert.deepEqual(heard, [
    {
      type: "update_message",
      user_id: ada.id,
      rendering_only: false,
      message_id,
      message_ids: [message_id],
      flags: [],
      edit_timestamp,
      stream_id,
      stream_name: "design",
      orig_content: before.content,
      orig_rendered_content: before.rendered_content,
      ...after,
      is_me_message: true,
    },
  ]);
  for (const person of [cem, gus]) assert.deepEqual(await person.catchesUp(), []);
  const message = await read(ben, message_id);
  assert.equal(message.content, after.rendered_content);
  assert.equal(message.last_edit_timestamp, edit_timestamp);
  assert.equal(message.last_moved_timestamp, undefined);
  assert.deepEqual(message.edit_history, [
    {
      user_id: ada.id,
      timestamp: edit_timestamp,
      prev_content: before.content,
      prev_rendered_content: before.rendered_content,
    },
  ]);
});

test("an edit of a direct message is sent to its participants", async (t) => {
  const { acme, ada, ben } = await design(t);
  const cem = await acme.member("Cem");
  const message_id = await ada.writes(ben, "old");
  await cem.catchesUp();
  const [heard, ...more] = await ben.eventsDuring(() => edits(ada, message_id, "new"));
  assert.deepEqual(more, []);
  assert.equal(heard?.content, "new");
  assert.deepEqual(
    Object.keys(heard ?? {}).filter((field) => /stream|subject|topic|propagate/.test(field)),
    [],
  );
  assert.deepEqual(await cem.catchesUp(), []);
  const refused: [object, string][] = [
    [{ stream_id: 1 }, "Direct messages cannot be moved to channels."],
    [{ topic: "x" }, "Direct messages cannot have topics."],
    [{ topic: "" }, "Nothing to change"],
    [{ content: "x", propagate_mode: "change_all" }, "Invalid propagate_mode without topic edit"],
  ];
  for (const [change, message] of refused)
    await assert.rejects(ada.call(editMessage, { message_id, ...change }), { message });
});

test("only the sender can edit the content, within the time limit and while the organization allows it", async (t) => {
  const { acme, ada, ben } = await design(t);
  const admin = await acme.administrator("Ann");
  const bot = await acme.bot("Helper", ada);
  const message_id = await ada.sends("#design > x", "mine");
  const ofBot = await bot.sends("#design > x", "beep");
  const PERMISSION = { message: "You don't have permission to edit this message" };
  for (const person of [ben, admin, acme.owner, bot]) await assert.rejects(edits(person, message_id, "x"), PERMISSION);
  await assert.rejects(edits(ada, ofBot, "x"), PERMISSION);
  await edits(bot, ofBot, "boop");

  await acme.clock.leap({ seconds: 620 });
  await edits(ada, message_id, "in the grace after the limit");
  await acme.clock.advance({ seconds: 1 });
  const LATE = { message: "The time limit for editing this message has passed" };
  await assert.rejects(edits(ada, message_id, "x"), LATE);
  const mine = await admin.sends("#design > x", "an administrator has no more time");
  await acme.clock.leap({ seconds: 621 });
  await assert.rejects(edits(admin, mine, "x"), LATE);
  await acme.owner.call(updateRealm, { message_content_edit_limit_seconds: "unlimited" });
  await edits(ada, message_id, "all the time in the world");
  await acme.owner.call(updateRealm, { allow_message_editing: false });
  await assert.rejects(edits(ada, message_id, "x"), { message: "Your organization has turned off message editing" });
});

test("content is normalised as on sending, and blank content becomes (deleted)", async (t) => {
  const { ada } = await design(t);
  const message_id = await ada.sends("#design > x", "old");
  const cases: [string, string][] = [
    ["  \n ", "(deleted)"],
    ["", "(deleted)"],
    ["\n\n    code  \n", "    code"],
    ["null", "null"],
  ];
  for (const [sent, stored] of cases) {
    await edits(ada, message_id, sent);
    const { messages } = await ada.call(getMessages, { message_ids: [message_id], apply_markdown: false });
    assert.equal(messages[0]?.content, stored);
  }
  await assert.rejects(edits(ada, message_id, "x".repeat(10_001)), {
    message: "content is too long (limit: 10000 characters)",
  });
  await assert.rejects(edits(ada, message_id, "x\0"), { message: "Message must not contain null bytes" });
  await edits(ada, message_id, "😀".repeat(10_000));
});

test("an edit based on an outdated version is refused", async (t) => {
  const { ada } = await design(t);
  const message_id = await ada.sends("#design > x", "old");
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const guarded = (content: string, seen: string) =>
    ada.call(editMessage, { message_id, content, prev_content_sha256: hash(seen) });
  await guarded("new", "old");
  const MISMATCH = {
    code: "EXPECTATION_MISMATCH",
    message: "'prev_content_sha256' value does not match the expected value.",
    fields: { field_name: "prev_content_sha256" },
  };
  await assert.rejects(guarded("newer", "old"), MISMATCH);
  await assert.rejects(ada.call(editMessage, { message_id, topic: "y", prev_content_sha256: hash("old") }), MISMATCH);
  const { content, subject } = await read(ada, message_id);
  assert.deepEqual([content, subject], ["<p>new</p>", "x"]);
});

test("invalid edits and edits of hidden messages are refused and change nothing", async (t) => {
  const { acme, ada, ben, stream_id } = await design(t);
  const message_id = await ada.sends("#design > x", "old");
  const refused: [object, string][] = [
    [{}, "Nothing to change"],
    [{ topic: " x " }, "Nothing to change"],
    [{ stream_id }, "Nothing to change"],
    [{ topic: "x", propagate_mode: "change_all" }, "Nothing to change"],
    [{ content: "y", propagate_mode: "change_later" }, "Invalid propagate_mode without topic edit"],
    [{ content: "y", topic: "x", propagate_mode: "change_all" }, "Invalid propagate_mode without topic edit"],
    [{ content: "y", stream_id }, "Cannot change message content while changing channel"],
    [{ topic: "y".repeat(61) }, "topic is too long (limit: 60 characters)"],
    [{ topic: "a\u0007b" }, "Invalid character in topic, at position 2!"],
    [{ topic: "✔ " }, "General chat cannot be marked as resolved"],
    [{ topic: "✔ general chat" }, "General chat cannot be marked as resolved"],
    [{ topic: "✔ (no topic)" }, "General chat cannot be marked as resolved"],
  ];
  for (const [change, message] of refused)
    await assert.rejects(ada.call(editMessage, { message_id, ...change }), { message }, JSON.stringify(change));
  const bad = await ada.asks("PATCH", `/messages/${message_id}`, { topic: "y", propagate_mode: "change_some" });
  assert.equal(bad.msg, "Invalid propagate_mode");
  const confused = await ada.asks("PATCH", `/messages/${message_id}`, { topic: "y", subject: "z" });
  assert.equal(confused.code, "REQUEST_CONFUSING_VAR");
  const renamed = await ada.sends("#design > old name", "old");
  await ada.asks("PATCH", `/messages/${renamed}`, { subject: "by its older name" });
  assert.equal((await read(ada, renamed)).subject, "by its older name");

  await acme.channel("secret", [ada], { invite_only: true });
  const hidden = await ada.sends("#secret > x", "hush");
  const other = await org(t, acme.server);
  for (const [person, id] of [
    [ben, hidden],
    [ben, 999_999],
    [other.owner, message_id],
  ] as const)
    await assert.rejects(edits(person, id, "x"), { message: "Invalid message(s)" });
  await acme.alter((tx) => tx.updateTable("channel").set({ is_archived: true }).where("id", "=", stream_id).execute());
  await assert.rejects(edits(ada, message_id, "x"), { message: "Invalid message(s)" });
  const { content, subject, edit_history } = await read(ada, message_id);
  assert.deepEqual([content, subject, edit_history], ["<p>old</p>", "x", undefined]);
});

test("mentions are those of the new text, and their rules apply", async (t) => {
  const { acme, ada, ben } = await design(t);
  const message_id = await ada.sends("#design > x", "hello");
  const flagsHeard = async (content: string) =>
    (await ben.eventsDuring(() => edits(ada, message_id, content))).map((event) => event.flags);
  assert.deepEqual(await flagsHeard(`hello @**Ben|${ben.id}**`), [["mentioned"]]);
  assert.deepEqual((await read(ben, message_id)).flags, ["mentioned"]);
  assert.deepEqual(await flagsHeard("hello @**all**"), [["stream_wildcard_mentioned", "wildcard_mentioned"]]);
  assert.deepEqual(await flagsHeard("hello"), [[]]);
  assert.deepEqual((await read(ben, message_id)).flags, []);

  const crowd: Person[] = [];
  for (let n = 0; n < 14; n++) crowd.push(await acme.member(`Member ${n}`));
  await acme.channel("design", [ada, ...crowd]);
  await assert.rejects(edits(ada, message_id, "@**all**"), { code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED" });
  for (const person of crowd) await person.call(addReaction, { message_id, emoji_name: "tada" });
  await ben.call(addReaction, { message_id, emoji_name: "tada" });
  await assert.rejects(edits(ada, message_id, "@**topic**"), { code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED" });
  assert.equal((await read(ben, message_id)).content, "<p>hello</p>");
});

test("each reader gets their own flags, and the message is read for readers who are not subscribed", async (t) => {
  const { acme, ada, ben } = await design(t);
  const cem = await acme.member("Cem");
  const { id: message_id } = await ada.call(sendMessage, {
    type: "channel",
    to: "design",
    topic: "x",
    content: "hello",
    read_by_sender: true,
  });
  await cem.call(addReaction, { message_id, emoji_name: "tada" });
  for (const person of [ada, ben, cem]) await person.catchesUp();
  await edits(ada, message_id, "hi");
  const flags = async (person: Person) => (await person.catchesUp()).map((event) => event.flags);
  assert.deepEqual(await flags(ada), [["read"]]);
  assert.deepEqual(await flags(ben), [[]]);
  assert.deepEqual(await flags(cem), [["read"]]);
});

test("with protected history, an edit is sent to users who were subscribed", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  const message_id = await ada.sends("#board > pay", "before");
  const later = await ada.sends("#board > pay", "also before");
  await acme.channel("board", [ada, ben]);
  const seen = await ada.sends("#board > pay", "after");
  await ben.catchesUp();
  await edits(ada, message_id, "secret");
  assert.deepEqual(await ben.catchesUp(), []);
  // Moved together with messages that Ben sees, its content stays hidden from him.
  await ada.call(editMessage, { message_id, content: "more secret", topic: "raise", propagate_mode: "change_all" });
  const heard = (await ben.catchesUp()).filter((event) => event.type === "update_message");
  assert.deepEqual(
    heard.map(({ message_id, message_ids, content, orig_content, subject }) => [
      message_id,
      message_ids,
      content,
      orig_content,
      subject,
    ]),
    [[seen, [seen], undefined, undefined, "raise"]],
  );
  assert.equal((await read(ada, later)).subject, "raise");
});

test("clients that do not support the empty topic get its display name", async (t) => {
  const { ada, ben } = await design(t);
  const old = await listen(ben);
  const message_id = await ada.sends("#design > ", "x");
  await old.hears();
  const quiet = { send_notification_to_new_thread: false };
  await ada.call(editMessage, { message_id, topic: "y", ...quiet });
  await ada.call(editMessage, { message_id, topic: "(no topic)", ...quiet });
  const heard = (await old.hears()).filter((event) => event.type === "update_message");
  assert.deepEqual(
    heard.map(({ orig_subject, subject }) => [orig_subject, subject]),
    [
      ["general chat", "y"],
      ["y", "general chat"],
    ],
  );
});

for (const policy of ["none", "moves"] as const)
  test(`where the organization shows ${policy} of the history, an edit sends earlier text to its author only`, async (t) => {
    const { acme, ada, ben } = await design(t);
    await acme.owner.call(updateRealm, { message_edit_history_visibility_policy: policy });
    const message_id = await ada.sends("#design > logo", "the password");
    const direct = await ada.writes([ben], "the password");
    for (const person of [ada, ben]) await person.watches();
    const later = await ben.call(register, { event_types: ["update_message"] });
    await edits(ada, message_id, "nothing");
    await edits(ada, direct, "nothing");
    await ada.call(editMessage, { message_id, content: "moved", topic: "other" });
    const earlier = async (person: Person) =>
      updates(await person.catchesUp()).map(({ content, orig_content, orig_rendered_content }) => [
        content,
        orig_content,
        orig_rendered_content,
      ]);
    assert.deepEqual(await earlier(ada), [
      ["nothing", "the password", "<p>the password</p>"],
      ["nothing", "the password", "<p>the password</p>"],
      ["moved", "nothing", "<p>nothing</p>"],
    ]);
    const heard = updates(await ben.catchesUp());
    assert.deepEqual(
      heard.map((event) => event.content),
      ["nothing", "nothing", "moved"],
    );
    for (const event of heard) assert(!("orig_content" in event) && !("orig_rendered_content" in event));
    const read = [
      await ben.asks("GET", "/events", {
        queue_id: later.queue_id as string,
        last_event_id: String(later.last_event_id),
        dont_block: "true",
      }),
      await ben.asks("GET", "/messages", { message_ids: JSON.stringify([message_id, direct]) }),
      await ben.asks("GET", `/messages/${message_id}`),
      await ben.asks("GET", `/messages/${message_id}/history`),
      await ben.asks("GET", "/messages", { anchor: "newest", num_before: "50", narrow: '[["search","password"]]' }),
    ];
    assert.equal(
      read.map((answer) => answer.result).join(),
      `success,success,success,${policy === "none" ? "error" : "success"},success`,
    );
    for (const answer of read.slice(0, 4)) assert.doesNotMatch(JSON.stringify(answer), /password/);
    assert.deepEqual(read[4]?.messages, []);
  });

test("users who have left are notified when an edit removes their mention, even if it also moves the message", async (t) => {
  const { ada, ben } = await design(t);
  const [first, second] = [
    await ada.sends("#design > logo", "@**Ben** look"),
    await ada.sends("#design > logo", "@**Ben** see"),
  ];
  await ben.call(unsubscribe, { subscriptions: ["design"] });
  const edit = (message_id: number, more: { content: string; topic?: string }) => () =>
    ada.call(editMessage, { message_id, send_notification_to_new_thread: false, ...more });
  const heard = [
    ...updates(await ben.eventsDuring(edit(first, { content: "look" }))),
    ...updates(await ben.eventsDuring(edit(second, { content: "see", topic: "fonts" }))),
  ];
  assert.deepEqual(
    heard.map((event) => [event.message_id, event.content, event.subject, event.flags]),
    [
      [first, "look", undefined, ["read"]],
      [second, "see", "fonts", ["read"]],
    ],
  );
});
