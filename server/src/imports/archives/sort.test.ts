import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { archiveFile, Dice } from "../testing.ts";
import { DiskRoom } from "./disk-room.ts";
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

test("sorting ends where the disk has no more room, and parts that are merged count once", async (t) => {
  const folder = dirname(archiveFile(t, "x", Buffer.alloc(0)));
  const sorts = async (limits: ConstructorParameters<typeof DiskRoom>[1]) => {
    const room = new DiskRoom(folder, limits);
    const sort = await LargeSort.in(folder, { partSize: 1000, mostOpen: 3, room });
    try {
      let count = 0;
      for (let key = 0; key < 1000; key++) await sort.add(key, { text: "x".repeat(100) });
      for await (const _ of sort.sorted()) count++;
      return count;
    } finally {
      await sort.close();
    }
  };
  await assert.rejects(sorts({ reserve: Number.MAX_SAFE_INTEGER }), { code: "ENOSPC" });
  await assert.rejects(sorts({ most: 50_000 }), /on the disk/);
  // 115 kB of lines, which are written several times.
  assert.equal(await sorts({ most: 240_000 }), 1000);
  assert.deepEqual(readdirSync(folder), ["x"]);
});
