import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import * as messages from "../contract.ts";
import { addSubmessage } from "./contract.ts";

async function inDesign(t: Parameters<typeof org>[0]): Promise<{ acme: Organization; ada: Person; ben: Person }> {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  return { acme, ada, ben };
}

const attach = (person: Person, message_id: number, data: unknown) =>
  person.call(addSubmessage, { message_id, msg_type: "widget", content: JSON.stringify(data) });

async function attachedTo(person: Person, ...message_ids: number[]) {
  const { messages: read } = await person.call(messages.getMessages, { message_ids });
  return read.map(({ submessages }) => submessages.map(({ sender_id, content }) => [sender_id, JSON.parse(content)]));
}

const POLL = "/poll Which logo?\n- the owl\n- the fox";
const TODO = "/todo Before launch\ntest: on both engines";

test("a vote notifies everyone who can read the poll, and is stored with the message", async (t) => {
  const { acme, ada, ben } = await inDesign(t);
  const cem = await acme.member("Cem");
  const message_id = await ada.sends("#design > logo", POLL);
  await cem.catchesUp();
  const vote = { type: "vote", key: "canned,1", vote: 1 };
  const heard = await ada.eventsDuring(() => attach(ben, message_id, vote));

  const { messages: read } = await ada.call(messages.getMessages, { message_ids: [message_id] });
  const [poll, added] = read[0]?.submessages ?? [];
  assert.deepEqual(JSON.parse(poll?.content as string), {
    widget_type: "poll",
    extra_data: { question: "Which logo?", options: ["the owl", "the fox"] },
  });
  const content = JSON.stringify(vote);
  assert.deepEqual(added, { id: added?.id, message_id, sender_id: ben.id, msg_type: "widget", content });
  const body = { message_id, submessage_id: added?.id, sender_id: ben.id, msg_type: "widget", content };
  assert.deepEqual(heard, [{ type: "submessage", ...body }]);
  assert.deepEqual(await cem.catchesUp(), []);
});

test("a page of messages includes submessages, oldest first", async (t) => {
  const { ada, ben } = await inDesign(t);
  const poll = await ada.sends("#design > logo", POLL);
  const plain = await ada.sends("#design > logo", "Please vote");
  const todo = await ben.sends("#design > logo", TODO);
  await attach(ben, poll, { type: "new_option", option: "the crow", idx: 0 });
  await attach(ada, poll, { type: "vote", key: `${ben.id},0`, vote: 1 });
  await attach(ada, poll, { type: "vote", key: `${ben.id},0`, vote: -1 });
  await attach(ada, poll, { type: "question", question: "Which bird?" });
  await attach(ada, todo, { type: "new_task", key: 0, task: "cake", desc: "", completed: false });
  await attach(ada, todo, { type: "strike", key: "0,canned" });
  await attach(ben, todo, { type: "new_task_list_title", title: "Before the party" });
  const [ofPoll, ofPlain, ofTodo] = await attachedTo(ada, poll, plain, todo);
  assert.deepEqual(
    ofPoll?.map(([sender, data]) => [sender, data.type ?? data.widget_type]),
    [
      [ada.id, "poll"],
      [ben.id, "new_option"],
      [ada.id, "vote"],
      [ada.id, "vote"],
      [ada.id, "question"],
    ],
  );
  assert.deepEqual(ofPlain, []);
  assert.deepEqual(
    ofTodo?.map(([, data]) => data.type ?? data.widget_type),
    ["todo", "new_task", "strike", "new_task_list_title"],
  );
  assert.deepEqual(await attachedTo(ada, poll), [ofPoll]);
});

test("only submessages that the widget supports are accepted", async (t) => {
  const { ada, ben } = await inDesign(t);
  const poll = await ada.sends("#design > logo", POLL);
  const todo = await ada.sends("#design > logo", TODO);
  const refused: [Person, number, unknown, string][] = [
    [ben, poll, [], "poll data is not a dict"],
    [ben, poll, null, "poll data is not a dict"],
    [ben, poll, {}, "type key is missing from poll data"],
    [ben, poll, { type: 5 }, 'poll data["type"] is not a string'],
    [ben, poll, { type: "strike", key: "0,canned" }, "Unknown type for poll data: strike"],
    [ben, poll, { type: "constructor" }, "Unknown type for poll data: constructor"],
    [ben, poll, { type: "vote", vote: 1 }, "key key is missing from poll data"],
    [ben, poll, { type: "vote", key: 1, vote: 1 }, 'poll data["key"] is not a string'],
    [ben, poll, { type: "vote", key: "canned,0", vote: "1" }, 'poll data["vote"] is not an integer'],
    [ben, poll, { type: "vote", key: "canned,0", vote: 2 }, 'Invalid poll data["vote"]'],
    [ben, poll, { type: "vote", key: "canned,0", vote: 1, weight: 9 }, "Unexpected arguments: weight"],
    [ben, poll, { type: "new_option", option: 1, idx: 0 }, 'poll data["option"] is not a string'],
    [ben, poll, { type: "new_option", option: "x", idx: -1 }, 'poll data["idx"] is too small'],
    [ben, poll, { type: "new_option", option: "x", idx: 1001 }, 'poll data["idx"] is too large'],
    [ben, poll, { type: "question", question: "x" }, "You can't edit a question unless you are the author."],
    [ada, poll, { type: "question", question: 1 }, 'poll data["question"] is not a string'],
    [ben, todo, { type: "vote", key: "canned,0", vote: 1 }, "Unknown type for todo data: vote"],
    [ben, todo, { type: "new_task", key: 0, task: "x", desc: "" }, "completed key is missing from todo data"],
    [
      ben,
      todo,
      { type: "new_task", key: 0, task: "x", desc: "", completed: 1 },
      'todo data["completed"] is not a boolean',
    ],
    [ben, todo, { type: "new_task", key: 1001, task: "x", desc: "", completed: true }, 'todo data["key"] is too large'],
    [ben, todo, { type: "strike", key: 0 }, 'todo data["key"] is not a string'],
    [
      ben,
      todo,
      { type: "new_task_list_title", title: "x" },
      "You can't edit the task list title unless you are the author.",
    ],
  ];
  await ada.catchesUp();
  for (const [person, message_id, data, message] of refused)
    await assert.rejects(attach(person, message_id, data), { code: "BAD_REQUEST", message });
  const bad = ben.call(addSubmessage, { message_id: poll, msg_type: "widget", content: "{vote" });
  await assert.rejects(bad, { message: "Invalid json for submessage" });
  assert.deepEqual(
    (await attachedTo(ada, poll, todo)).map((each) => each.length),
    [1, 1],
  );
  assert.deepEqual(await ada.catchesUp(), []);
});

test("the sender attaches any submessage to a plain message, and only then can others", async (t) => {
  const { ada, ben } = await inDesign(t);
  const message_id = await ada.sends("#design > logo", "Hello");
  await assert.rejects(attach(ben, message_id, { type: "vote" }), {
    message: "You cannot attach a submessage to this message.",
  });
  const bad = ben.call(addSubmessage, { message_id, msg_type: "widget", content: "{" });
  await assert.rejects(bad, { message: "You cannot attach a submessage to this message." });
  await attach(ada, message_id, null);
  await attach(ben, message_id, { anything: ["goes"] });
  assert.deepEqual(await attachedTo(ben, message_id), [
    [
      [ada.id, null],
      [ben.id, { anything: ["goes"] }],
    ],
  ]);
});

test("what the sender attaches next to a widget does not let others attach", async (t) => {
  const { ada, ben } = await inDesign(t);
  const message_id = await ada.sends("#design > logo", "https://owls.example/");
  const content = JSON.stringify({ type: "hide", address: "https://owls.example/" });
  await ada.call(addSubmessage, { message_id, msg_type: "preview", content });
  for (const msg_type of ["preview", "widget"])
    await assert.rejects(ben.call(addSubmessage, { message_id, msg_type, content }), {
      message: "You cannot attach a submessage to this message.",
    });
  await attach(ada, message_id, { widget_type: "poll", extra_data: { question: "Which?", options: [] } });
  await assert.rejects(attach(ben, message_id, {}), { message: "type key is missing from poll data" });
  await attach(ben, message_id, { type: "new_option", option: "the owl", idx: 0 });
  assert.equal((await attachedTo(ben, message_id))[0]?.length, 3);
});

test("users who cannot read a message cannot attach to it and get no events about it", async (t) => {
  const { acme, ada, ben } = await inDesign(t);
  const other = await org(t);
  const guest = await acme.guest("Gus");
  await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  const message_id = await ada.sends("#board > pay", POLL);
  const direct = await ada.writes(ada, POLL);
  const vote = { type: "vote", key: "canned,0", vote: 1 };
  for (const person of [ben, guest, other.owner])
    for (const id of [message_id, direct, 999_999])
      await assert.rejects(attach(person, id, vote), { message: "Invalid message(s)" });

  await acme.channel("board", [ada, ben]);
  await ben.catchesUp();
  await attach(ada, message_id, vote);
  assert.deepEqual(await ben.catchesUp(), []);
  await assert.rejects(attach(ben, message_id, vote), { message: "Invalid message(s)" });
});

test("submessages are refused in archived channels", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const channel = await acme.channel("old", [ada]);
  const message_id = await ada.sends("#old > logo", POLL);
  await acme.alter((tx) => tx.updateTable("channel").set({ is_archived: true }).where("id", "=", channel).execute());
  await assert.rejects(attach(ada, message_id, { type: "question", question: "Why?" }), {
    message: "Invalid message(s)",
  });
});

test("missing and oversized values are refused", async (t) => {
  const { ada } = await inDesign(t);
  const message_id = await ada.sends("#design > logo", "Hello");
  const given = { message_id: String(message_id), msg_type: "widget", content: "{}" };
  for (const name of Object.keys(given)) {
    const { [name as "content"]: _, ...rest } = given;
    assert.equal((await ada.asks("POST", "/submessage", rest)).msg, `Missing '${name}' argument`);
  }
  const long = await ada.asks("POST", "/submessage", { ...given, content: JSON.stringify("x".repeat(10_000)) });
  assert.equal(long.msg, "content is too long (limit: 10000 characters)");
  assert.equal((await ada.asks("POST", "/submessage", { ...given, message_id: "soon" })).result, "error");
  assert.deepEqual(await attachedTo(ada, message_id), [[]]);
});
