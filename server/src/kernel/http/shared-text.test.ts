import assert from "node:assert/strict";
import { it } from "node:test";
import { crc32, gunzipSync } from "node:zlib";
import { assembled } from "./compressed.ts";
import { joined, shiftBy } from "./crc.ts";
import { Chunks, type Segment, SharedText, textOf } from "./shared-text.ts";

it("the checksum of a text follows from those of its parts", () => {
  const parts = ["", "a", "tide", "µ".repeat(1000), "x".repeat(70_001)].map((text) => Buffer.from(text));
  for (const before of parts)
    for (const after of parts) {
      const crc = joined(crc32(before), { crc: crc32(after), shift: shiftBy(after.length) });
      assert.equal(crc, crc32(Buffer.concat([before, after])));
    }
});

const LINES = Array.from({ length: 3000 }, (_, n) => `line ${n}: The tide comes in, é. `);

function chunked(lines: readonly string[]): SharedText {
  const chunks = new Chunks();
  for (const line of lines) chunks.add(line);
  return SharedText.of(chunks.finish());
}

it("a response of own and shared segments is one compressed text", async () => {
  const shared = chunked(LINES);
  assert.ok(shared.count > 2);
  const cases: Segment[][] = [
    [shared],
    ["before ", shared, " after"],
    ["", shared, ""],
    [...shared.replacing(0, "first "), "x"],
    ["x", ...shared.replacing(1, "second "), shared],
    ["x", ...shared.replacing(shared.count - 1, "last ")],
    ['{"api_key":"secret","about":"secret"}', shared],
  ];
  for (const segments of cases)
    for (let n = 0; n < 2; n++) {
      const zipped = Buffer.concat(await assembled(segments));
      assert.equal(gunzipSync(zipped).toString(), textOf(segments));
    }
});

it("a chunk that a change leaves as it was stays compressed", async () => {
  const texts = ["one ".repeat(100), "two ".repeat(100), "three ".repeat(100)];
  const before = SharedText.of(texts);
  const [one, two, three] = await before.packedOf(0, 3);
  const after = SharedText.of([texts[0] as string, "2 ".repeat(100), "new ".repeat(10), texts[2] as string], before);
  const packed = await after.packedOf(0, 4);
  assert.equal(packed[0], one);
  assert.notEqual(packed[1], two);
  assert.equal(packed[3], three);
  assert.equal(gunzipSync(Buffer.concat(await assembled([after]))).toString(), after.toString());
});
