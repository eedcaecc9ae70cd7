import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { archiveFile, Dice } from "../testing.ts";
import { LargeSort } from "./sort.ts";

test("what does not fit into memory is sorted, and equal keys stay in their order", async (t) => {
  const folder = dirname(archiveFile(t, "x", Buffer.alloc(0)));
  const dice = new Dice(3);
  const added = Array.from({ length: 5000 }, (_, index) => ({ key: dice.below(500), index, text: "a\u2028b\n\r😀" }));
  const sort = await LargeSort.in(folder, { partSize: 10_000 });
  for (const each of added) await sort.add(each.key, each);
  const sorted: unknown[] = [];
  for await (const value of sort.sorted()) sorted.push(value);
  await sort.close();
  assert.deepEqual(
    sorted,
    added.toSorted((a, b) => a.key - b.key || a.index - b.index),
  );
});

test("more parts than may be open are merged into fewer first", async (t) => {
  const folder = dirname(archiveFile(t, "x", Buffer.alloc(0)));
  const dice = new Dice(5);
  const added = Array.from({ length: 500 }, (_, index) => ({ key: dice.below(20), index }));
  const sort = await LargeSort.in(folder, { partSize: 100, mostOpen: 3 });
  for (const each of added) await sort.add(each.key, each);
  const parts = () => readdirSync(join(folder, readdirSync(folder).find((name) => name.startsWith("sort-")) as string));
  assert.ok(parts().length > 3 * 3 * 3, `${parts().length} parts`);
  const sorted: unknown[] = [];
  for await (const value of sort.sorted()) {
    sorted.push(value);
    assert.ok(parts().length <= 3);
  }
  await sort.close();
  assert.deepEqual(
    sorted,
    added.toSorted((a, b) => a.key - b.key || a.index - b.index),
  );
});
