import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { following } from "./follow.ts";
import { nameFilter } from "./match.ts";
import { NameIndex } from "./name-index.ts";

function indexed(names: readonly string[]) {
  const index = new NameIndex<string>();
  for (const [at, name] of names.entries()) index.set(`${at}`, { item: name, name });
  return index;
}

test("the better match stands first, then what was used lately or has something unread", () => {
  const index = new NameIndex<string>();
  index.set("a", { item: "Beta 4 freeze", name: "Beta 4 freeze", recency: 10 });
  index.set("b", { item: "Beta notes", name: "Beta notes", recency: 99_000 });
  index.set("c", { item: "The beta", name: "The beta", recency: 10 });
  index.set("d", { item: "Beta unread", name: "Beta unread", recency: 10, unread: 3 });
  assert.deepEqual(index.find("beta", { limit: 8 }), ["Beta notes", "Beta unread", "Beta 4 freeze", "The beta"]);
  index.weigh("a", { recency: 100_000, unread: 1 });
  assert.equal(index.find("beta", { limit: 1 })[0], "Beta 4 freeze");
});

test("it finds exactly what each name alone would say", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "ß", "1", "東", "-"), maxLength: 4 });
  const name = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), name, (names, typed) => {
      const matches = nameFilter(typed);
      const isOnlySigns = typed.trim() !== "" && !/[\p{L}\p{N}]/u.test(typed);
      const expected = isOnlySigns ? [] : names.filter((each) => matches(each));
      assert.deepEqual(indexed(names).find(typed, { limit: 100 }).sort(), expected.sort());
    }),
  );
});

test("what was taken out or renamed is found no more", () => {
  const index = indexed(["launch", "mobile"]);
  index.delete("0");
  index.set("1", { item: "web", name: "web" });
  assert.deepEqual(index.find("launch", { limit: 8 }), []);
  assert.deepEqual(index.find("mobile", { limit: 8 }), []);
  assert.deepEqual(index.find("web", { limit: 8 }), ["web"]);
  assert.equal(index.size, 1);
});

test("a map of the store is followed by what changed in it", () => {
  const index = new NameIndex<{ name: string }>();
  let taken = 0;
  const follow = following<number, { name: string }, { name: string }>(index, String, (item) => {
    taken += 1;
    return item.name === "hidden" ? undefined : { item, name: item.name };
  });
  const first = new Map([...Array(100).keys()].map((id) => [id, { name: `channel ${id}` }]));
  follow(first);
  follow(new Map(first).set(3, { name: "tides" }).set(4, { name: "hidden" }));
  assert.equal(taken, 102);
  assert.equal(index.find("tides", { limit: 8 }).length, 1);
  assert.equal(index.size, 99);
});

test("over 50,000 names a search looks at few of them, and keeps no more than it shows", () => {
  const syllables = ["har", "map", "tid", "lan", "fre", "bet", "sto", "pai", "off", "not", "sig", "que", "web", "ios"];
  const index = new NameIndex<number>();
  for (let id = 0; id < 50_000; id += 1) {
    const pick = (step: number) => syllables[Math.floor(id / step) % syllables.length];
    index.set(`${id}`, { item: id, name: `${pick(1)}${pick(14)} ${pick(196)}${pick(2744)} ${id}`, recency: id });
  }
  assert.equal(index.find("har", { limit: 8 }).length, 8);
  assert.ok(index.looked < 10_000, `looked at ${index.looked}`);
  index.find("harmap 31234", { limit: 8 });
  assert.ok(index.looked < 2_000, `looked at ${index.looked}`);
  assert.deepEqual(index.find("zzz", { limit: 8 }), []);
  assert.equal(index.looked, 0);
});
