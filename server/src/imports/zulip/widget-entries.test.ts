/** Polls and to-do lists of Zulip exports, with what people have added to them. */
import assert from "node:assert/strict";
import { type Organization, org, test } from "../../../test/index.ts";
import { messages as messageApi } from "../../contract.ts";
import { addSubmessage } from "../../messages/submessages/contract.ts";
import { foreseesExport, idsNamed, importsExport, importsWhileKilled, zulipExport, zulipMessage } from "./testing.ts";

let lastId = 0;
const entry = (message: number, sender: number, content: unknown, msg_type = "widget") => ({
  ...{ id: ++lastId, message, sender, msg_type },
  content: typeof content === "string" ? content : JSON.stringify(content),
});

const POLL = { widget_type: "poll", extra_data: { question: "Which logo?", options: ["the owl", "the fox"] } };
const LIST = {
  widget_type: "todo",
  extra_data: { task_list_title: "Before launch", tasks: [{ task: "cake", desc: "" }] },
};
const vote = (key: string, vote = 1) => ({ type: "vote", key, vote });

async function entriesHere({ owner }: Organization) {
  const { messages } = await owner.call(messageApi.getMessages, {
    ...{ anchor: "newest", num_before: 100, num_after: 0, apply_markdown: false },
    narrow: [{ operator: "channel", operand: "design" }] as never,
  });
  return messages.map(({ id, submessages }) => ({
    id,
    entries: submessages.map(({ sender_id, content }) => [sender_id, JSON.parse(content)]),
  }));
}

test("votes and tasks come with their polls and lists, and people go on adding to them", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const zerver_message = [
    zulipMessage(1, 11, "/poll Which logo?\n- the owl\n- the fox"),
    zulipMessage(2, 10, "/todo Before launch\ncake"),
    zulipMessage(3, 10, "plain"),
    zulipMessage(4, 10, "/poll without one there"),
  ];
  const crow = { type: "new_option", idx: 0, option: "the crow" };
  const question = { type: "question", question: "Which bird?" };
  const task = { type: "new_task", key: 0, task: "tea", desc: "", completed: false };
  const zerver_submessage = [
    // What the text says counts.
    entry(1, 11, { widget_type: "poll", extra_data: { question: "Another?", options: [] } }),
    entry(1, 10, crow),
    entry(1, 11, '{"type": "vote", "\\u006bey": "10,0", "vote": 1}'),
    entry(1, 12, vote("canned,1")),
    entry(1, 11, question),
    entry(1, 10, question),
    entry(1, 10, vote("canned,0", 2)),
    entry(1, 10, { ...vote("canned,0"), weight: 9 }),
    entry(1, 10, "{"),
    entry(1, 10, JSON.stringify(vote("canned,0")) + " ".repeat(10_000)),
    entry(1, 10, vote("canned,0"), "x".repeat(61)),
    entry(1, 99, vote("canned,0")),
    entry(1, 10, vote("99,0")),
    entry(2, 10, LIST),
    entry(2, 11, task),
    entry(2, 12, { type: "strike", key: "0,11" }),
    entry(2, 12, { type: "strike", key: "0,canned" }),
    entry(3, 11, vote("canned,0")),
    entry(77, 11, vote("canned,0")),
  ].reverse();
  const file = await zulipExport(t, {}, { zerver_message, zerver_submessage });
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual(planned, { taken, leftOut });
  assert.equal(taken.widget_entries, 9);
  assert.deepEqual(leftOut, [
    "1 votes and entries of polls and lists: the message is not in the archive",
    "2 votes and entries of polls and lists: the person is not in the archive",
    "7 votes and entries of polls and lists: nobody could add it here",
  ]);

  const [ada = 0, ben = 0, cleo = 0] = await idsNamed(acme, "Ada", "Ben", "Cleo");
  const here = await entriesHere(acme);
  assert.deepEqual(
    here.map(({ entries }) => entries),
    [
      [
        [ben, POLL],
        [ada, crow],
        [ben, vote(`${ada},0`)],
        [cleo, vote("canned,1")],
        [ben, question],
      ],
      [
        [ada, LIST],
        [ben, task],
        [cleo, { type: "strike", key: `0,${ben}` }],
        [cleo, { type: "strike", key: "0,canned" }],
      ],
      [],
      [],
    ],
  );
  const added = { message_id: here[0]?.id ?? 0, msg_type: "widget", content: JSON.stringify(vote(`${ada},0`)) };
  await acme.owner.call(addSubmessage, added);
  assert.deepEqual((await entriesHere(acme))[0]?.entries.at(-1), [acme.owner.id, vote(`${ada},0`)]);

  const other = await org(t);
  other.stopFollowing("no server runs during an import");
  const again = await importsWhileKilled(other, file);
  assert(again.kills > 3, `${again.kills} kills`);
  assert.deepEqual([again.taken, again.leftOut], [taken, leftOut]);
  assert.deepEqual(
    (await entriesHere(other)).map(({ entries }) => entries.length),
    [5, 4, 0, 0],
  );
});

test("a person has as many entries in a poll as they could add here", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const poll = entry(1, 11, POLL);
  const votes = Array.from({ length: 501 }, (_, n) => entry(1, 10, vote("canned,0", n % 2 === 0 ? 1 : -1)));
  const file = await zulipExport(
    t,
    {},
    {
      zerver_message: [zulipMessage(1, 11, "/poll Which logo?\nthe owl")],
      zerver_submessage: [poll, ...votes, entry(1, 12, vote("canned,0"))],
    },
  );
  const { taken, leftOut } = await importsExport(acme, file);
  assert.equal(taken.widget_entries, 502);
  assert.deepEqual(leftOut, ["1 votes and entries of polls and lists: the message has too many"]);
});

test("without a table of what was added, a text that starts a poll is one, and people vote anew", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const zerver_message = [
    zulipMessage(1, 11, "/poll Which logo?\n- the owl\n- the fox"),
    zulipMessage(2, 10, "a /poll"),
    zulipMessage(3, 10, "/todo Before launch\ncake"),
  ];
  const file = await zulipExport(t, {}, { zerver_message });
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual(planned, { taken, leftOut });
  assert.deepEqual([taken.widget_entries, leftOut], [2, []]);
  const [ada, ben] = await idsNamed(acme, "Ada", "Ben");
  const here = await entriesHere(acme);
  assert.deepEqual(
    here.map(({ entries }) => entries),
    [[[ben, POLL]], [], [[ada, LIST]]],
  );
  const added = { message_id: here[0]?.id ?? 0, msg_type: "widget", content: JSON.stringify(vote("canned,0")) };
  await acme.owner.call(addSubmessage, added);
  assert.equal((await entriesHere(acme))[0]?.entries.length, 2);
});
