/** Processor time that a virtual machine was not given, because its host was busy with others. */
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const TICKS_PER_SECOND = 100;
/** More than that makes every figure the host's. */
export const MOST_STOLEN = 0.02;
const LOOK_MS = 3000;

/** Begins to measure; the returned function tells the share that was stolen since. It is 0 where the system does not say. */
export async function watchStolen(): Promise<() => Promise<number>> {
  const [before, began] = [await stolenSeconds(), performance.now()];
  return async () => {
    const seconds = (performance.now() - began) / 1000;
    return ((await stolenSeconds()) - before) / (seconds * availableParallelism());
  };
}

/** Resolves when the host leaves the machine alone, or with false when it has not for too long. */
export async function untilNothingIsStolen(longestMs: number): Promise<boolean> {
  for (const giveUpAt = performance.now() + longestMs; performance.now() < giveUpAt; ) {
    const share = await watchStolen();
    await sleep(LOOK_MS);
    if ((await share()) <= MOST_STOLEN) return true;
  }
  return false;
}

async function stolenSeconds(): Promise<number> {
  const stat = await readFile("/proc/stat", "utf8").catch(() => "");
  // cpu user nice system idle iowait irq softirq steal …
  return Number(stat.split(/\s+/, 9)[8] ?? 0) / TICKS_PER_SECOND;
}
