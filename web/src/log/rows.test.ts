import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "./days.ts";
import { type LogRowData, type RowFacts, type RowOptions, rowsOf } from "./rows.ts";

const CLOCK = { timeZone: "UTC", is24Hours: true };
const MORNING = Date.UTC(2026, 10, 12, 9) / 1000;
const PRIYA = 1;
const JONAS = 2;

interface RowCase extends Partial<RowFacts> {
  readonly after?: number;
}

/** Messages with ids 1, 2, 3 …, each a number of seconds after the previous one. */
function log(said: readonly RowCase[], options: Partial<RowOptions> = {}): readonly LogRowData[] {
  let timestamp = MORNING;
  const facts = new Map<number | string, RowFacts>();
  said.forEach(({ after = 60, ...rest }, index) => {
    timestamp += after;
    facts.set(index + 1, { sender: PRIYA, timestamp, conversation: "launch", isAction: false, ...rest });
  });
  const all = { isInterleaved: false, dayOf: dayOf(CLOCK), rule: undefined, missed: undefined, ...options };
  return rowsOf([...facts.keys()], (key) => facts.get(key), all);
}

const firsts = (rows: readonly LogRowData[]) => rows.filter(({ isFirst }) => isFirst).map(({ key }) => key);
const where = (rows: readonly LogRowData[], has: (row: LogRowData) => boolean) =>
  rows.filter(has).map(({ key }) => key);

test("messages of one person within ten minutes are a group", () => {
  assert.deepEqual(firsts(log([{}, {}, { sender: JONAS }, {}])), [1, 3, 4]);
  assert.deepEqual(firsts(log([{}, { after: 599 }, { after: 600 }])), [1, 3]);
});

test("what is done stands alone", () => {
  assert.deepEqual(firsts(log([{}, { isAction: true }, {}])), [1, 2, 3]);
});

test("each day begins with a divider, in the reader's zone", () => {
  const rows = log([{}, { after: 86_400 }, {}]);
  assert.deepEqual(
    where(rows, ({ startsDay }) => startsDay),
    [1, 2],
  );
  const late = { sender: PRIYA, timestamp: Date.UTC(2026, 10, 12, 23, 50) / 1000, conversation: "a", isAction: false };
  const facts = new Map([
    [1, late],
    [2, { ...late, timestamp: late.timestamp + 900 }],
  ]);
  const inZone = (timeZone: string) =>
    rowsOf([1, 2], (key) => facts.get(key as number), {
      isInterleaved: false,
      dayOf: dayOf({ timeZone, is24Hours: true }),
      rule: undefined,
      missed: undefined,
    });
  assert.deepEqual(
    inZone("UTC").map(({ startsDay }) => startsDay),
    [true, true],
  );
  assert.deepEqual(
    inZone("Asia/Kolkata").map(({ startsDay }) => startsDay),
    [true, false],
  );
});

test("a feed names each conversation where it begins, and a conversation never", () => {
  const said = [{}, { conversation: "mobile" }, { conversation: "mobile" }, {}];
  assert.deepEqual(
    where(log(said, { isInterleaved: true }), ({ startsConversation }) => startsConversation),
    [1, 2, 4],
  );
  assert.deepEqual(
    where(log(said), ({ startsConversation }) => startsConversation),
    [],
  );
  assert.deepEqual(firsts(log(said)), [1, 2, 4]);
});

test("the rule stands at a message, and at the next one when that is gone", () => {
  const ruled = (at: number) => where(log([{}, {}, {}], { rule: { at, count: 2 } }), ({ rule }) => rule !== undefined);
  assert.deepEqual(ruled(2), [2]);
  assert.deepEqual(ruled(0), [1]);
  assert.deepEqual(ruled(4), []);
  assert.deepEqual(firsts(log([{}, {}, {}], { rule: { at: 2, count: 2 } })), [1, 2]);
});

test("what came while there was no connection is told where it begins", () => {
  const rows = log([{}, {}, {}], { missed: { at: 3, count: 12 } });
  assert.deepEqual(
    rows.map(({ missed }) => missed),
    [undefined, undefined, 12],
  );
});

test("what is not known any more is left out", () => {
  const facts: RowFacts = { sender: PRIYA, timestamp: MORNING, conversation: "launch", isAction: false };
  const options = { isInterleaved: false, dayOf: dayOf(CLOCK), rule: undefined, missed: undefined };
  const rows = rowsOf([1, 2, "echo"], (key) => (key === 1 ? undefined : facts), options);
  assert.deepEqual(
    rows.map(({ key, isFirst }) => [key, isFirst]),
    [
      [2, true],
      ["echo", false],
    ],
  );
});
