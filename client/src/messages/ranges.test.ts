import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  covers,
  type IdRange,
  knownUpto,
  NEWEST,
  nearestOf,
  OLDEST,
  type Ranges,
  rangeAt,
  withId,
  withoutIds,
  withRange,
} from "./ranges.ts";

const LAST = 40;
const id = fc.integer({ min: 1, max: LAST });

type RangeStep =
  | { kind: "fetch"; from: number; upto: number }
  | { kind: "send"; id: number }
  | { kind: "delete"; id: number }
  | { kind: "forget"; upto: number }
  | { kind: "evict"; place: number; most: number };

const step: fc.Arbitrary<RangeStep> = fc.oneof(
  fc.record({
    kind: fc.constant("fetch" as const),
    from: fc.oneof(id, fc.constant(OLDEST)),
    upto: fc.oneof(id, fc.constant(NEWEST)),
  }),
  fc.record({ kind: fc.constant("send" as const), id }),
  fc.record({ kind: fc.constant("delete" as const), id }),
  fc.record({ kind: fc.constant("forget" as const), upto: id }),
  fc.record({ kind: fc.constant("evict" as const), place: id, most: fc.integer({ min: 1, max: 10 }) }),
);

/** The real messages, and the ids that are known. */
class Model {
  readonly messages: Set<number>;
  known = new Set<number>();

  constructor(messages: readonly number[]) {
    this.messages = new Set(messages);
  }

  fetched(from: number, upto: number): IdRange {
    const ids = [...this.messages].filter((each) => from <= each && each <= upto).sort((a, b) => a - b);
    return { from, upto, ids };
  }
}

const everyId = Array.from({ length: LAST + 2 }, (_, n) => n);

function apply(ranges: Ranges, model: Model, step: RangeStep): Ranges {
  switch (step.kind) {
    case "fetch": {
      if (step.from > step.upto) return ranges;
      for (const each of everyId) if (step.from <= each && each <= step.upto) model.known.add(each);
      return withRange(ranges, model.fetched(step.from, step.upto));
    }
    case "send":
      model.messages.add(step.id);
      return withId(ranges, step.id);
    case "delete":
      model.messages.delete(step.id);
      return withoutIds(ranges, new Set([step.id]));
    case "forget":
      for (const each of everyId) if (each > step.upto) model.known.delete(each);
      return knownUpto(ranges, step.upto);
    case "evict": {
      const next = nearestOf(ranges, step.place, step.most);
      for (const each of everyId) if (!covers(next, each)) model.known.delete(each);
      return next;
    }
    default:
      return step satisfies never;
  }
}

function check(ranges: Ranges, { messages, known }: Model): void {
  for (const [n, range] of ranges.entries()) {
    assert(range.from <= range.upto);
    const next = ranges[n + 1];
    if (next) assert(range.upto + 1 < next.from, "adjacent ranges are merged");
    assert.deepEqual(
      range.ids,
      [...messages].filter((each) => range.from <= each && each <= range.upto).sort((a, b) => a - b),
      "all messages between its ends, and no other",
    );
  }
  for (const each of everyId) assert.equal(covers(ranges, each), known.has(each), `whether ${each} is known`);
}

test("after any fetch, send, deletion or eviction, each range holds all messages between its ends", () => {
  fc.assert(
    fc.property(fc.uniqueArray(id), fc.array(step, { maxLength: 30 }), (messages, steps) => {
      const model = new Model(messages);
      let ranges: Ranges = [];
      for (const each of steps) {
        ranges = apply(ranges, model, each);
        check(ranges, model);
      }
    }),
    { numRuns: 300 },
  );
});

test("eviction removes the farthest messages, and no more than needed", () => {
  const some = fc.record({ messages: fc.uniqueArray(id), place: id, most: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(some, ({ messages, place, most }) => {
      const ids = messages.toSorted((a, b) => a - b);
      const whole: Ranges = [{ from: OLDEST, upto: NEWEST, ids }];
      const [kept] = nearestOf(whole, place, most);
      assert(kept);
      assert.equal(kept.ids.length, Math.min(ids.length, most));
      const neighbours = [ids.findLast((each) => each <= place), ids.find((each) => each >= place)];
      assert(ids.length === 0 || neighbours.some((each) => each !== undefined && kept.ids.includes(each)));
    }),
  );
});

test("unchanged ranges stay the same object", () => {
  const ranges: Ranges = [
    { from: 1, upto: 5, ids: [2, 4] },
    { from: 10, upto: NEWEST, ids: [12] },
  ];
  assert.equal(withId(ranges, 4), ranges);
  assert.equal(withId(ranges, 7), ranges, "no range covers it");
  assert.equal(withoutIds(ranges, new Set([3])), ranges);
  assert.equal(knownUpto(ranges, NEWEST), ranges);
  assert.equal(nearestOf(ranges, 1, 3), ranges);
  assert.equal(withRange(ranges, { from: 3, upto: 4, ids: [4] })[0]?.ids, ranges[0]?.ids);
});

test("an unknown place falls back to the range before it, or else to the first", () => {
  const ranges: Ranges = [
    { from: 5, upto: 8, ids: [5] },
    { from: 20, upto: 30, ids: [25] },
  ];
  assert.deepEqual(
    [2, 6, 12, 22, NEWEST].map((place) => rangeAt(ranges, place)?.from),
    [5, 5, 5, 20, 20],
  );
  assert.equal(rangeAt([], 3), undefined);
});
