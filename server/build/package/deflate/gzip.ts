/**
 * Compresses as gzip does, to some percent less than zlib can: it looks at all ways to write a text, and not at the first good one
 * (decision 136). That takes minutes for an archive, so threads share the work. What comes out does not depend on how many there are.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { FARTHEST } from "./symbols.ts";
import type { ChunkToCompress } from "./thread.ts";

const CHUNK_BYTES = 1 << 20;
/** Deflate, no name, no time, the strongest compression, an unknown system. */
const HEADING = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** The last block, which is empty. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** Chunks are compressed beside each other, and refer to the one before only. */
export async function* gzipTightly(
  source: AsyncIterable<Uint8Array>,
  chunkBytes: number = CHUNK_BYTES,
): AsyncGenerator<Uint8Array> {
  const threads = new DeflateThreads();
  try {
    yield HEADING;
    const waiting: Promise<Uint8Array>[] = [];
    let [checksum, size, before] = [0, 0, Buffer.alloc(0)];
    for await (const chunk of chunksOf(source, chunkBytes)) {
      checksum = crc32(chunk, checksum);
      size += chunk.length;
      const start = Math.min(before.length, FARTHEST);
      const bytes = Buffer.concat([before.subarray(before.length - start), chunk]);
      before = chunk;
      waiting.push(threads.compress({ bytes, start }));
      // Some more than there are threads, so that none waits for the oldest.
      if (waiting.length > 2 * threads.most) yield (await waiting.shift()) as Uint8Array;
    }
    for (const compressed of waiting) yield await compressed;
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(size % 2 ** 32, 4);
    yield Buffer.concat([LAST_BLOCK, trailer]);
  } finally {
    await threads.end();
  }
}

async function* chunksOf(source: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Buffer<ArrayBuffer>> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    parts.push(part);
    size += part.length;
    if (size < bytes) continue;
    const all = Buffer.concat(parts);
    let at = 0;
    for (; at + bytes <= all.length; at += bytes) yield all.subarray(at, at + bytes);
    parts = [all.subarray(at)];
    size = all.length - at;
  }
  if (size > 0) yield Buffer.concat(parts);
}

interface QueuedChunk {
  readonly chunk: ChunkToCompress;
  resolve(compressed: Uint8Array): void;
  reject(error: unknown): void;
}

/** Threads are started when they are needed, and take what waits, the oldest first. */
class DeflateThreads {
  readonly most: number = availableParallelism();
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: QueuedChunk[] = [];

  compress(chunk: ChunkToCompress): Promise<Uint8Array> {
    const compressed = new Promise<Uint8Array>((resolve, reject) => {
      this.#waiting.push({ chunk, resolve, reject });
    });
    // Whoever reads it later gets the error then.
    compressed.catch(() => {});
    this.#next();
    return compressed;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#all.size < this.most ? this.#started() : undefined);
    const next = worker && this.#waiting.shift();
    if (!next) return;
    worker.once("error", next.reject);
    worker.once("message", (compressed: Uint8Array) => {
      worker.off("error", next.reject);
      this.#idle.push(worker);
      next.resolve(compressed);
      this.#next();
    });
    worker.postMessage(next.chunk);
  }

  #started(): Worker {
    const worker = new Worker(new URL("./thread.ts", import.meta.url));
    this.#all.add(worker);
    return worker;
  }
}
