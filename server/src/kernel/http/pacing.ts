/**
 * Bodies that are expensive to receive. A read of 64 KiB may hold ten thousand chunks of a byte, or hundreds of parts: after
 * such a read its connection waits as long as the read took. Of all such connections one is read from at a time, so at least
 * half of the time is for others. The rest of a refused body is read, because most clients read the response only after they
 * have sent everything, but slowly: what is read becomes garbage.
 */
import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { MAX_BODY_BYTES } from "./body-limits.ts";
import { refuseMalformed } from "./malformed.ts";

/** Of this thread's processor time. A read of a file takes a tenth of it. */
const LONG_READ_MS = 1;
/** Of refused bodies, from all connections of one address together: 64 MiB a second. */
const DISCARDED_BYTES_PER_MS = 64 * 1024;
/** The average size of this many chunks in a row must not be smaller. Ordinary clients send far larger ones. */
const CHUNKS = 500;
const SMALLEST_CHUNK = 16;
/** Time for the response to arrive before the connection is reset. */
const RESET_AFTER_MS = 1000;

interface PausedRead {
  ms: number;
  bytesLeft: number;
}

/** Connections that are read from one at a time, each after a pause: the one with the least left first. */
class Turns {
  readonly #waiting = new Map<IncomingMessage, PausedRead>();
  readonly #onIdle: () => void;
  #isRunning = false;

  constructor(onIdle = () => {}) {
    this.#onIdle = onIdle;
  }

  pause(request: IncomingMessage, ms: number, bytesLeft = 0): void {
    const waiting = this.#waiting.get(request);
    this.#waiting.set(request, { ms: (waiting?.ms ?? 0) + ms, bytesLeft });
    if (waiting) return;
    hold(request.socket);
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#waitForNext();
  }

  /** Reads from its connection again, whether or not it is its turn. */
  end(request: IncomingMessage): void {
    if (this.#waiting.delete(request)) release(request.socket);
  }

  /** Only after the current read, because the rest of it adds to its time. */
  #waitForNext(): void {
    setImmediate(() => {
      const [first, ...others] = this.#waiting;
      if (!first) return this.#stop();
      const [next, { ms }] = others.reduce(
        (least, each) => (each[1].bytesLeft < least[1].bytesLeft ? each : least),
        first,
      );
      setTimeout(() => this.#goOn(next), ms);
    });
  }

  #goOn(request: IncomingMessage): void {
    this.end(request);
    if (this.#waiting.size > 0) this.#waitForNext();
    else this.#stop();
  }

  #stop(): void {
    this.#isRunning = false;
    this.#onIdle();
  }
}

const longReads = new Turns();
/** By address. In order of size, so that no connection waits for much larger bodies before it can be used again. */
const discards = new Map<string, Turns>();

function discardsOf(address: string): Turns {
  const turns = discards.get(address) ?? new Turns(() => discards.delete(address));
  discards.set(address, turns);
  return turns;
}

function hold(socket: Socket): void {
  socket.on("resume", pauseAgain);
  socket.pause();
}

function release(socket: Socket): void {
  socket.off("resume", pauseAgain);
  socket.resume();
}

/** Node resumes the connection whenever data is read from its request. */
function pauseAgain(this: Socket): void {
  this.pause();
}

/** Reads nothing more of a body until the returned function is called. Otherwise Node would read 64 KiB more of it, or twice that. */
export function holdBody({ socket }: IncomingMessage): () => void {
  // A request that is injected has no connection.
  if (!(socket instanceof Socket)) return () => {};
  hold(socket);
  return () => release(socket);
}

/** Must be called before anything else listens to the request's data. */
export function pauseAfterLongReads(request: IncomingMessage): void {
  // A request that is injected has no connection.
  if (!(request.socket instanceof Socket)) return;
  let isTimed = false;
  request.on("data", () => {
    if (isTimed) return;
    isTimed = true;
    const before = cpuMs();
    // Everything in one read is parsed before the next tick.
    process.nextTick(() => {
      isTimed = false;
      const tookMs = cpuMs() - before;
      if (tookMs > LONG_READ_MS) longReads.pause(request, tookMs);
    });
  });
}

/** When the response is complete and the request is not, the rest of its body is discarded. */
export function discardSlowlyAfter(response: ServerResponse, request: IncomingMessage): void {
  // Before `finish`, where Node itself would discard what nobody reads, as fast as it comes.
  response.once("prefinish", () => {
    if (request.complete || !(request.socket instanceof Socket)) return;
    const address = request.socket.remoteAddress ?? "";
    let bytesLeft = Number(request.headers["content-length"] ?? MAX_BODY_BYTES);
    request.on("data", ({ length }: Buffer) => {
      bytesLeft -= length;
      discardsOf(address).pause(request, length / DISCARDED_BYTES_PER_MS, bytesLeft);
    });
    // Otherwise the next request on the connection would wait for the bodies that others of its address left behind.
    request.once("end", () => discards.get(address)?.end(request));
    request.read(0);
    request.resume();
  });
}

/** Refuses a body of too many small chunks while they are read: each costs as much as a large one. */
export function refuseSmallChunks(request: IncomingMessage): void {
  let [chunks, bytes] = [0, 0];
  request.push = (chunk: Buffer | null, ...more) => {
    bytes += chunk?.length ?? 0;
    if (++chunks === CHUNKS) {
      if (bytes < CHUNKS * SMALLEST_CHUNK) return cutOff(request);
      [chunks, bytes] = [0, 0];
    }
    return IncomingMessage.prototype.push.call(request, chunk, ...more);
  };
}

function cutOff(request: IncomingMessage): true {
  const { socket } = request;
  refuseMalformed({ code: "PARLEY_SMALL_CHUNKS" }, socket);
  hold(socket);
  setTimeout(() => socket.destroy(), RESET_AFTER_MS);
  // Drops the chunks that have been read already.
  request.push = () => true;
  return true;
}

/** Not the time on the clock: other processes may have taken that. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
