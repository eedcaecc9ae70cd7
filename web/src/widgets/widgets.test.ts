import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { choicesFrom } from "./choices.ts";
import { stillPending, withPending } from "./pending.ts";
import { hasOption, newOption, pollFrom, voteFor, votesIn } from "./poll.ts";
import { attachedTo, type Submessage, type WidgetMessage } from "./submessage.ts";
import { hasTask, newTask, strikeOf, todoFrom } from "./todo.ts";

const [ADA, BEN, CEM] = [7, 8, 9];
const POLL = { widget_type: "poll", extra_data: { question: "Which logo?", options: ["the owl", "the fox"] } };
const TODO = {
  widget_type: "todo",
  extra_data: {
    task_list_title: "Before launch",
    tasks: [
      { task: "test", desc: "on both engines" },
      { task: "cake", desc: "" },
    ],
  },
};

let ids = 0;
const by = (sender_id: number, data: unknown): Submessage => ({
  id: ++ids,
  sender_id,
  msg_type: "widget",
  content: typeof data === "string" ? data : JSON.stringify(data),
});
const message = (...submessages: Submessage[]): WidgetMessage => ({ id: 1, sender_id: ADA, submessages });

function pollIn(...submessages: Submessage[]) {
  const attached = attachedTo(message(...submessages));
  assert.ok(attached);
  return pollFrom(attached, ADA);
}
function todoIn(...submessages: Submessage[]) {
  const attached = attachedTo(message(...submessages));
  assert.ok(attached);
  return todoFrom(attached, ADA);
}
const tally = (...submessages: Submessage[]) =>
  pollIn(...submessages).options.map(({ text, voters }) => [text, voters]);

test("a poll begins with its options, and nobody's vote", () => {
  assert.deepEqual(pollIn(by(ADA, POLL)), {
    question: "Which logo?",
    options: [
      { key: "canned,0", text: "the owl", voters: [] },
      { key: "canned,1", text: "the fox", voters: [] },
    ],
  });
});

test("votes are given, taken back, and counted once", () => {
  const definition = by(ADA, POLL);
  const vote = (who: number, key: string, value: number) => by(who, { type: "vote", key, vote: value });
  const votes = [
    vote(BEN, "canned,1", 1),
    vote(BEN, "canned,1", 1),
    vote(CEM, "canned,1", 1),
    vote(BEN, "canned,0", 1),
    vote(BEN, "canned,0", -1),
  ];
  const poll = pollIn(definition, ...votes);
  assert.deepEqual(
    poll.options.map(({ voters }) => voters),
    [[], [BEN, CEM]],
  );
  assert.equal(votesIn(poll), 2);
  assert.deepEqual(voteFor(poll.options[1] as never, BEN), { type: "vote", key: "canned,1", vote: -1 });
  assert.deepEqual(voteFor(poll.options[0] as never, BEN), { type: "vote", key: "canned,0", vote: 1 });
});

test("anyone adds options, each with a number of their own", () => {
  const definition = by(ADA, POLL);
  const first = newOption(pollIn(definition), BEN, " the crow ");
  assert.deepEqual(first, { type: "new_option", option: "the crow", idx: 0 });
  const added = by(BEN, first);
  const poll = pollIn(definition, added);
  assert.deepEqual(newOption(poll, BEN, "the cat"), { type: "new_option", option: "the cat", idx: 1 });
  assert.deepEqual(newOption(poll, CEM, "the cat"), { type: "new_option", option: "the cat", idx: 0 });
  assert.equal(hasOption(poll, " the crow"), true);
  assert.equal(
    newOption(pollIn(definition, by(BEN, { type: "new_option", option: "x", idx: 1000 })), BEN, "y"),
    undefined,
  );
  assert.deepEqual(tally(definition, added, by(CEM, { type: "vote", key: `${BEN},0`, vote: 1 })).at(-1), [
    "the crow",
    [CEM],
  ]);
});

test("only the author changes the question or the title", () => {
  const question = (who: number) => by(who, { type: "question", question: "Which bird?" });
  assert.equal(pollIn(by(ADA, POLL), question(BEN)).question, "Which logo?");
  assert.equal(pollIn(by(ADA, POLL), question(ADA)).question, "Which bird?");
  const title = (who: number) => by(who, { type: "new_task_list_title", title: "Party" });
  assert.equal(todoIn(by(ADA, TODO), title(BEN)).title, "Before launch");
  assert.equal(todoIn(by(ADA, TODO), title(ADA)).title, "Party");
});

test("an option cannot be put in the place of another", () => {
  const [definition, added] = [by(ADA, POLL), by(BEN, { type: "new_option", option: "the crow", idx: 0 })];
  const vote = by(CEM, { type: "vote", key: `${BEN},0`, vote: 1 });
  assert.deepEqual(tally(definition, added, vote, by(BEN, { type: "new_option", option: "the cat", idx: 0 })).at(-1), [
    "the crow",
    [CEM],
  ]);
});

test("tasks are ticked and unticked by anyone, and added once", () => {
  const definition = by(ADA, TODO);
  const strike = () => by(BEN, { type: "strike", key: "0,canned" });
  assert.deepEqual(
    todoIn(definition, strike()).tasks.map(({ isDone }) => isDone),
    [true, false],
  );
  assert.deepEqual(
    todoIn(definition, strike(), strike()).tasks.map(({ isDone }) => isDone),
    [false, false],
  );
  const list = todoIn(definition);
  const task = newTask(list, BEN, "cake", "");
  assert.equal(hasTask(list, "cake"), true);
  assert.equal(todoIn(definition, by(BEN, task)).tasks.length, 2);
  const more = todoIn(definition, by(BEN, newTask(list, BEN, "candles", "seven")));
  assert.deepEqual(more.tasks.at(-1), { key: `0,${BEN}`, name: "candles", description: "seven", isDone: false });
  assert.deepEqual(strikeOf(more.tasks.at(-1) as never), { type: "strike", key: `0,${BEN}` });
  assert.equal(newTask(more, BEN, "plates", "")?.key, 1);
});

test("only what the author attached first makes a widget", () => {
  assert.equal(attachedTo(message()), undefined);
  assert.equal(attachedTo(message(by(BEN, POLL), by(ADA, POLL))), undefined);
  assert.equal(attachedTo(message(by(ADA, "no JSON"))), undefined);
  assert.equal(attachedTo(message(by(ADA, "[1]"))), undefined);
  assert.equal(attachedTo(message({ ...by(ADA, POLL), msg_type: "other" })), undefined);
});

test("an offer of answers shows those that can be sent", () => {
  const choices = [
    { short_name: "A", long_name: "Yes", reply: "yes" },
    { short_name: "B", reply: "no" },
    { short_name: "C" },
    null,
    7,
  ];
  const attached = attachedTo(
    message(by(ADA, { widget_type: "zform", extra_data: { type: "choices", heading: "Go?", choices } })),
  );
  assert.ok(attached);
  assert.deepEqual(choicesFrom(attached), {
    heading: "Go?",
    choices: [
      { shortName: "A", longName: "Yes", reply: "yes" },
      { shortName: "B", longName: "", reply: "no" },
    ],
  });
  const other = attachedTo(message(by(ADA, { widget_type: "zform", extra_data: { type: "other" } })));
  assert.ok(other && choicesFrom(other) === undefined);
});

test("what was sent shows at once and never counts twice", () => {
  const definition = by(ADA, TODO);
  const content = JSON.stringify({ type: "strike", key: "0,canned" });
  const pending = [{ content, after: definition.id }];
  const isDone = (submessages: readonly Submessage[]) =>
    todoIn(...withPending(submessages, pending, BEN)).tasks[0]?.isDone;
  assert.equal(isDone([definition]), true);
  assert.equal(isDone([definition, by(CEM, content)]), false);
  const returned = [definition, by(BEN, content)];
  assert.equal(isDone(returned), true);
  assert.deepEqual(stillPending(pending, returned, BEN), []);
  const twice = [...pending, { content, after: definition.id }];
  assert.equal(stillPending(twice, returned, BEN).length, 1);
});

const anyone = fc.constantFrom(ADA, BEN, CEM);
const key = fc.oneof(
  fc.constantFrom("canned,0", "canned,1", "0,canned", `${BEN},0`, `0,${BEN}`, "__proto__", "constructor", ""),
  fc.string(),
);
const anything = fc.oneof(fc.jsonValue(), key, fc.integer(), fc.constantFrom(1, -1, 0, true, null));
const known = fc.oneof(
  fc.record({ type: fc.constant("vote"), key, vote: fc.constantFrom(1, -1, 0, 2) }),
  fc.record({
    type: fc.constant("new_option"),
    option: fc.oneof(fc.string(), fc.constant("the owl")),
    idx: fc.integer({ min: -1, max: 3 }),
  }),
  fc.record({ type: fc.constant("strike"), key }),
  fc.record({
    type: fc.constant("new_task"),
    key: fc.integer({ min: -1, max: 3 }),
    task: fc.string(),
    desc: fc.string(),
    completed: fc.boolean(),
  }),
  fc.record({
    type: fc.constantFrom("question", "new_task_list_title", "vote", "strike", "new_option"),
    key: anything,
    question: anything,
    title: anything,
    option: anything,
    idx: anything,
  }),
);
const attachments = fc.array(
  fc.record({
    sender_id: anyone,
    content: fc.oneof(
      known.map((data) => JSON.stringify(data)),
      fc.string(),
      anything.map((value) => JSON.stringify(value)),
    ),
  }),
  { maxLength: 30 },
);

test("whatever is attached, in whatever order and however often it comes, the widget is the same", () => {
  fc.assert(
    fc.property(
      attachments,
      fc.constantFrom(POLL, TODO),
      fc.infiniteStream(fc.nat()),
      (attached, definition, numbers) => {
        const inOrder = [{ id: 1, sender_id: ADA, msg_type: "widget", content: JSON.stringify(definition) }].concat(
          attached.map((each, index) => ({ ...each, id: index + 2, msg_type: "widget" })),
        );
        const shuffled = [...inOrder, ...inOrder.slice(2)]
          .map((each) => [numbers.next().value as number, each] as const)
          .sort(([one], [other]) => one - other)
          .map(([, each]) => each);
        const read = definition === POLL ? pollIn : todoIn;
        assert.deepEqual(read(...shuffled), read(...inOrder));
      },
    ),
  );
});

test("a vote or a tick of one person does not change what others gave, in whatever order they come", () => {
  const votes = fc.uniqueArray(fc.tuple(anyone, fc.constantFrom("canned,0", "canned,1"), fc.constantFrom(1, -1)), {
    selector: ([who, option]) => `${who} ${option}`,
    maxLength: 6,
  });
  fc.assert(
    fc.property(votes, (given) => {
      const cast = (all: typeof given) => {
        const submessages = all.map(([who, option, vote]) => by(who, { type: "vote", key: option, vote }));
        return tally({ ...by(ADA, POLL), id: 0 }, ...submessages).map(([text, voters]) => [
          text,
          [...(voters as number[])].sort(),
        ]);
      };
      assert.deepEqual(cast([...given].reverse()), cast(given));
    }),
  );
});
