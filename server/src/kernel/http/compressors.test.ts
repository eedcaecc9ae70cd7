import assert from "node:assert/strict";
import { it } from "node:test";
import { inflateRawSync } from "node:zlib";
import { deflated, MOST_COMPRESSORS } from "./compressors.ts";

const LAST_BLOCK = Buffer.from([3, 0]);
const inflated = (zipped: Buffer) => inflateRawSync(Buffer.concat([zipped, LAST_BLOCK])).toString();

const TEXTS = ["", "x", "The tide comes in. ".repeat(200), "é".repeat(70_000), random(200_000), random(9)];

/** Text that hardly compresses, so that its result comes in several pieces. */
function random(length: number): string {
  let state = length;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return String.fromCharCode(32 + ((state >>> 16) % 95));
  }).join("");
}

it("more texts than there are compressors are compressed at once, each by itself", async () => {
  const texts = Array.from({ length: 5 * MOST_COMPRESSORS }, (_, n) => `${n} ${TEXTS[n % TEXTS.length]}`);
  const zipped = await Promise.all(texts.map((text) => deflated(Buffer.from(text))));
  assert.deepEqual(zipped.map(inflated), texts);
});

it("nothing of a text depends on what was compressed before it", async () => {
  const secret = random(5000);
  const results = new Set<string>();
  for (const before of ["", secret, secret.slice(1000), ...TEXTS]) {
    // Every compressor has seen it.
    await Promise.all(Array.from({ length: MOST_COMPRESSORS }, () => deflated(Buffer.from(before))));
    const zipped = await deflated(Buffer.from(secret));
    assert.equal(inflated(zipped), secret);
    results.add(zipped.toString("hex"));
  }
  assert.equal(results.size, 1);
});
