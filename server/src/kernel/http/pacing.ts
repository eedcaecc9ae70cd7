/**
 * Bodies that take long to take apart: a read of 64 KiB may hold ten thousand chunks of a byte, or hundreds of parts. After such a
 * read its connection waits as long as the read took. Of all that wait one is read from at a time, so at least half of the
 * time is for others.
 */
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** Of this thread's processor time. A read of a file takes a tenth of it. */
const LONG_READ_MS = 1;

interface Waiting {
  readonly request: IncomingMessage;
  readonly pauseMs: number;
}

const waiting: Waiting[] = [];

/** To be called before anybody else listens to the request's data. */
export function pauseAfterLongReads(request: IncomingMessage): void {
  // A request that is injected has no connection.
  if (!(request.socket instanceof Socket)) return;
  let isTimed = false;
  request.on("data", () => {
    if (isTimed) return;
    isTimed = true;
    const before = cpuMs();
    // What one read holds is taken apart before the next tick.
    process.nextTick(() => {
      isTimed = false;
      const tookMs = cpuMs() - before;
      if (tookMs > LONG_READ_MS) pause({ request, pauseMs: tookMs });
    });
  });
}

function pause(paused: Waiting): void {
  paused.request.socket.pause();
  waiting.push(paused);
  if (waiting.length === 1) setTimeout(resumeFirst, paused.pauseMs);
}

function resumeFirst(): void {
  waiting.shift()?.request.socket.resume();
  if (waiting[0]) setTimeout(resumeFirst, waiting[0].pauseMs);
}

/** Not the time on the clock: other processes may have taken that. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
