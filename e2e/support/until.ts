import { setTimeout as sleep } from "node:timers/promises";

/** Waits until the condition holds; the error after a timeout says what was awaited. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs = 60_000, everyMs = 15 } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain: ${what}`);
    await sleep(everyMs);
  }
}
