/** A scenario asks one question about the running server and answers it with figures. */
import type { Population } from "./population.ts";

export interface Scenario {
  readonly name: string;
  readonly question: string;
  measure(population: Population): Promise<Figure[]>;
}

export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly parley: number;
  /** What it is held against, measured in the same run. */
  readonly bare?: number;
  /** What must hold: of the ratio to the bare figure, or of Parley's own figure where there is none. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
}

export function verdict({ parley, bare, target }: Figure): "ok" | "below" | "above" | undefined {
  if (!target) return undefined;
  const value = bare === undefined ? parley : parley / bare;
  if ("atLeast" in target) return value >= target.atLeast ? "ok" : "below";
  return value <= target.atMost ? "ok" : "above";
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

const ROUNDS = 3;

/**
 * Measures two things by turns and answers with the median of each: on a machine that others use too, a slow moment
 * then falls on both.
 */
export async function byTurns(
  first: () => Promise<number>,
  second: () => Promise<number>,
  rounds = ROUNDS,
): Promise<[number, number]> {
  const results: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    results[0].push(await first());
    results[1].push(await second());
  }
  return [median(results[0]), median(results[1])];
}
