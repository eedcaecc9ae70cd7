import { setTimeout as sleep } from "node:timers/promises";

/** Long enough for a busy machine. */
const LONGEST_MS = 60_000;

/** Waits until the condition holds; the error after a timeout says what was awaited. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs = LONGEST_MS, everyMs = 15 } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await inTime(what, holds()))) {
    if (performance.now() > deadline) throw new WaitedInVain(what, withinMs);
    await sleep(everyMs);
  }
}

/** For what has no limit of its own, as `page.evaluate` of a promise. */
export async function inTime<T>(what: string, awaited: T | Promise<T>): Promise<T> {
  if (!(awaited instanceof Promise)) return awaited;
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new WaitedInVain(what, LONGEST_MS)), LONGEST_MS);
  try {
    return await Promise.race([awaited, isOver]);
  } finally {
    clearTimeout(timer);
  }
}

class WaitedInVain extends Error {
  constructor(what: string, ms: number) {
    super(`Waited ${ms} ms in vain: ${what}`);
  }
}
