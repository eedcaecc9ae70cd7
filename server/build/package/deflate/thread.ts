/** A thread that compresses parts. */
import { parentPort } from "node:worker_threads";
import { compressChunk } from "./chunk.ts";

export interface ChunkToCompress {
  readonly bytes: Uint8Array;
  readonly start: number;
}

parentPort?.on("message", ({ bytes, start }: ChunkToCompress) => {
  parentPort?.postMessage(compressChunk(bytes, start));
});
