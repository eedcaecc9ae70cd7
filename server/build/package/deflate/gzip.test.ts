import assert from "node:assert/strict";
import { closeSync, openSync, readSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync, gzipSync, inflateRawSync } from "node:zlib";
import { compressChunk } from "./chunk.ts";
import { codeLengths } from "./codes.ts";
import { gzipTightly } from "./gzip.ts";

const MIB = 1 << 20;

async function gzipped(parts: readonly Uint8Array[], chunkBytes?: number): Promise<Buffer> {
  async function* source() {
    yield* parts;
  }
  return Buffer.concat(await Array.fromAsync(gzipTightly(source(), chunkBytes)));
}

/** Random numbers that do not differ between runs. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Bytes that repeat themselves at all distances and in all lengths, among others that do not. */
function repetitive(size: number, seed: number, letters: number): Buffer {
  const [bytes, next] = [Buffer.alloc(size), numbers(seed)];
  for (let at = 0; at < size; ) {
    if (next(3) === 0 || at === 0) bytes[at++] = next(letters);
    else {
      const distance = 1 + next(next(2) === 0 ? Math.min(at, 300) : Math.min(at, 40_000));
      for (let left = 1 + next(next(5) === 0 ? 600 : 12); left > 0 && at < size; left--, at++)
        bytes[at] = bytes[at - distance] as number;
    }
  }
  return bytes;
}

function machineCode(size: number): Buffer {
  const [bytes, file] = [Buffer.alloc(size), openSync(process.execPath, "r")];
  readSync(file, bytes, 0, size, 40 * MIB);
  closeSync(file);
  return bytes;
}

test("zlib reads back what was written", async () => {
  const texts = [
    Buffer.from("a"),
    Buffer.from("abab"),
    Buffer.alloc(70_000),
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    repetitive(1000, 1, 2),
    repetitive(100_000, 2, 256),
  ];
  const end = Buffer.from([3, 0]);
  for (const text of texts)
    assert.ok(inflateRawSync(Buffer.concat([compressChunk(text, 0), end])).equals(text), `${text.length} bytes`);
  assert.equal(gunzipSync(await gzipped([])).length, 0);
  const long = repetitive(300_000, 3, 60);
  assert.ok(gunzipSync(await gzipped([long], 20_001)).equals(long), "also across the borders of chunks");
});

test("it is smaller than what zlib makes, however it arrives", async () => {
  const code = machineCode(MIB / 4);
  const whole = await gzipped([code]);
  assert.ok(gunzipSync(whole).equals(code));
  const byZlib = gzipSync(code, { level: 9, memLevel: 6 }).length;
  assert.ok(whole.length < byZlib * 0.97, `${whole.length} and ${byZlib} bytes`);
  assert.deepEqual(await gzipped([code.subarray(0, 7), code.subarray(7, 99_999), code.subarray(99_999)]), whole);
});

test("codes are as long as they may be", () => {
  // Each is more frequent than all before it together, so that the codes would be as long as there are symbols.
  const counts = Uint32Array.from({ length: 25 }, (_, index) => 2 ** index);
  const lengths = codeLengths(counts, 15);
  assert.equal(Math.max(...lengths), 15);
  const used = lengths.reduce((sum, length) => sum + 2 ** -length, 0);
  assert.ok(used <= 1, "and no code begins another");
});
