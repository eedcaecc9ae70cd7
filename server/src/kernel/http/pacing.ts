/**
 * Bodies that are expensive to receive. A read of 64 KiB may hold ten thousand chunks of a byte, or hundreds of parts: after
 * such a read its connection waits as long as the read took. The rest of a refused body is read, because most clients read
 * the response only after they have sent everything, but slowly: what is read becomes garbage. Of all connections that
 * wait one is read from at a time, so at least half of the time is for others.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { refuseMalformed } from "./malformed.ts";

/** Of this thread's processor time. A read of a file takes a tenth of it. */
const LONG_READ_MS = 1;
/** Of refused bodies, from all connections together: 16 MiB a second. */
const DISCARDED_BYTES_PER_MS = 16 * 1024;
/** So many chunks in a row may be smaller than this on average; no client that means well comes near it. */
const CHUNKS = 500;
const SMALLEST_CHUNK = 16;
/** Time for the response to arrive before the connection is reset. */
const FAREWELL_MS = 1000;

/** How long each waits for its turn, in the order of their turns. */
const waiting = new Map<IncomingMessage, number>();

/** To be called before anybody else listens to the request's data. */
export function pauseAfterLongReads(request: IncomingMessage): void {
  // A request that is injected has no connection.
  if (!(request.socket instanceof Socket)) return;
  let isTimed = false;
  let [chunks, bytes] = [0, 0];
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (++chunks === CHUNKS) {
      if (bytes < CHUNKS * SMALLEST_CHUNK) return cutOff(request);
      [chunks, bytes] = [0, 0];
    }
    if (isTimed) return;
    isTimed = true;
    const before = cpuMs();
    // What one read holds is taken apart before the next tick.
    process.nextTick(() => {
      isTimed = false;
      const tookMs = cpuMs() - before;
      if (tookMs > LONG_READ_MS) pause(request, tookMs);
    });
  });
}

/** When the response is complete and the request is not, the rest of its body is discarded. */
export function discardSlowlyAfter(response: ServerResponse, request: IncomingMessage): void {
  // Before `finish`, where Node itself would discard what nobody reads, as fast as it comes.
  response.once("prefinish", () => {
    if (request.complete || !(request.socket instanceof Socket)) return;
    request.on("data", (chunk: Buffer) => pause(request, chunk.length / DISCARDED_BYTES_PER_MS));
    request.read(0);
    request.resume();
  });
}

function pause(request: IncomingMessage, ms: number): void {
  const soFar = waiting.get(request);
  waiting.set(request, (soFar ?? 0) + ms);
  if (soFar !== undefined) return;
  request.socket.on("resume", pauseAgain);
  request.socket.pause();
  if (waiting.size === 1) waitForFirst();
}

/** Whenever somebody takes data from a request, Node resumes its connection. */
function pauseAgain(this: Socket): void {
  this.pause();
}

/** Not at once: what else one read holds adds to its time. */
function waitForFirst(): void {
  setImmediate(() => {
    const [first] = waiting;
    if (!first) return;
    const [request, ms] = first;
    setTimeout(() => {
      waiting.delete(request);
      request.socket.off("resume", pauseAgain);
      request.socket.resume();
      if (waiting.size > 0) waitForFirst();
    }, ms);
  });
}

function cutOff(request: IncomingMessage): void {
  const { socket } = request;
  refuseMalformed({ code: "PARLEY_SMALL_CHUNKS" }, socket);
  request.removeAllListeners("data");
  socket.on("resume", pauseAgain);
  socket.pause();
  setTimeout(() => socket.destroy(), FAREWELL_MS);
}

/** Not the time on the clock: other processes may have taken that. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
