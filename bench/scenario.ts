/** A scenario asks one question about the running server and answers it with figures. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Rate } from "./load/jobs.ts";
import type { Population } from "./population.ts";
import type { Server } from "./processes.ts";
import type { WorkspaceSite } from "./web/chromium.ts";

interface Question {
  readonly name: string;
  readonly question: string;
}

/** Runs on copies of the shared population, in the browser with the shared workspace, or on its own. */
export type Scenario = Question &
  (
    | { measure(population: Population): Promise<Figure[]> }
    | { measureInWorkspace(site: WorkspaceSite): Promise<Figure[]> }
    | { measureAlone(): Promise<Figure[]> }
  );

export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly parley: number;
  /** What it is compared with, measured in the same run. */
  readonly bare?: number;
  /** The ratio of processor time per operation, which hardly depends on other load. */
  readonly ratioByCpu?: number | undefined;
  /** The target for the ratio to the bare figure, or for Parley's own figure if there is none. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
}

export function verdict({ parley, bare, target }: Figure): "ok" | "below" | "above" | undefined {
  if (!target) return undefined;
  const value = bare === undefined ? parley : parley / bare;
  if ("atLeast" in target) return value >= target.atLeast ? "ok" : "below";
  return value <= target.atMost ? "ok" : "above";
}

/** The value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

const ROUNDS = 5;
/** Servers run for weeks, so their first seconds, until the code is compiled, are not measured. */
const UNMEASURED_ROUNDS = 2;

export interface Measurement {
  perSecond: number;
  /** The processor time of the server per operation, in microseconds; unknown on some systems. */
  cpuMicros: number | undefined;
}

/** Runs load against a server. */
export async function against(server: Server, run: () => Promise<Rate>): Promise<Measurement> {
  const before = await server.cpuSeconds();
  const { perSecond, total } = await run();
  const after = await server.cpuSeconds();
  await quiet(server);
  const known = before !== undefined && after !== undefined;
  return { perSecond, cpuMicros: known ? ((after - before) / total) * 1e6 : undefined };
}

const LONGEST_QUIET_MS = 15_000;

/** Waits until the server is idle: remaining work, such as search indexing, must not slow down the next measurement. */
async function quiet(server: Server): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_QUIET_MS;
  await sleep(1500);
  for (let before = await server.cpuSeconds(); performance.now() < giveUpAt; ) {
    await sleep(500);
    const now = await server.cpuSeconds();
    if (now === undefined || before === undefined || now - before < 0.05) return;
    before = now;
  }
}

/**
 * Measures two things alternately and compares their medians, so that a slow moment on a shared machine affects both.
 */
export async function byTurns(
  parley: () => Promise<Measurement>,
  bare: () => Promise<Measurement>,
  rounds = ROUNDS,
): Promise<Pick<Figure, "parley" | "bare" | "ratioByCpu">> {
  const ours: Measurement[] = [];
  const theirs: Measurement[] = [];
  for (let round = 0; round < UNMEASURED_ROUNDS + rounds; round++) {
    const [their, our] = [await bare(), await parley()];
    if (round < UNMEASURED_ROUNDS) continue;
    theirs.push(their);
    ours.push(our);
  }
  const rate = (all: Measurement[]) => median(all.map(({ perSecond }) => perSecond));
  const cpu = (all: Measurement[]) => median(all.map(({ cpuMicros }) => cpuMicros ?? Number.NaN));
  const ratioByCpu = cpu(theirs) / cpu(ours);
  return { parley: rate(ours), bare: rate(theirs), ratioByCpu: Number.isNaN(ratioByCpu) ? undefined : ratioByCpu };
}
