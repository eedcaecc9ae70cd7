/** What a worker is given to do: some mutants, each with the tests to run against it. */
import { LIMITS, nearTests, wideTests } from "./belongs.ts";
import type { ChosenTest, Coverage, Engines } from "./coverage.ts";
import type { Mutant } from "./mutant.ts";

/** Near: the tests that belong to the file. Wide: the others of its area, for what is still alive. */
export type Scope = "near" | "wide";

export interface Trial {
  /** The mutant's place in its batch. */
  readonly id: number;
  /** In the order in which they run, until one fails. */
  readonly tests: readonly ChosenTest[];
}

export interface Batch {
  readonly engines: Engines;
  readonly mutants: readonly Mutant[];
  readonly trials: readonly Trial[];
}

/** To load the server takes as long as several mutants, so a process gets as many as this. */
const MUTANTS_TOGETHER = 40;

export function filesFor({ file, kind }: Mutant, scope: Scope): string[] {
  const near = kind === "limit" ? [LIMITS] : nearTests(file);
  if (scope === "near") return near;
  return [...new Set([...nearTests(file), ...wideTests(file)])].filter((test) => !near.includes(test));
}

/** Batches of mutants in files beside each other: their tests are in the same files. */
export function batches(
  mutants: readonly Mutant[],
  scope: Scope,
  coverage: Pick<Coverage, "testsFor">,
  enginesOf: (mutant: Mutant) => Engines,
): Batch[] {
  const sorted = mutants.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start));
  return [...Map.groupBy(sorted, enginesOf)].flatMap(([engines, all]) =>
    Array.from({ length: Math.ceil(all.length / MUTANTS_TOGETHER) }, (_, n) => {
      const together = all.slice(n * MUTANTS_TOGETHER, (n + 1) * MUTANTS_TOGETHER);
      const trials = together.map((mutant, id) => ({
        id,
        tests: coverage.testsFor(mutant, filesFor(mutant, scope), engines),
      }));
      return { engines, mutants: together, trials };
    }),
  );
}
