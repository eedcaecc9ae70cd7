/** All chosen mutants: first with the tests that belong to their files, then, if they are still alive, with those of the area. */

import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { populate } from "../test/neighbours/populate.ts";
import { startPostgres } from "../test/postgres.ts";
import { makeTemplates } from "../test/templates.ts";
import { SOURCES } from "./all.ts";
import { Coverage, type Engines } from "./coverage.ts";
import type { Mutant } from "./mutant.ts";
import { batches, filesFor, type Scope } from "./plan.ts";
import { cover, type Listener, type Result, tryBatch, tryStatic } from "./pool.ts";

/** Few enough that a stopped run loses little, and that the processes end at about the same time. */
const FILES_TOGETHER = 8;

export interface Rounds {
  readonly all: readonly Mutant[];
  /** Mutants without a final result, and whether their near tests are known to notice nothing. */
  readonly open: readonly { readonly mutant: Mutant; readonly isTriedNear: boolean }[];
  /** Where coverage is kept. */
  readonly cache: string;
  readonly workers: number;
  readonly isOver: () => boolean;
  onResult(mutant: Mutant, scope: Scope, result: Result): void;
  onBroken(test: string, error: string): void;
}

export async function runRounds(rounds: Rounds): Promise<void> {
  if (rounds.open.length === 0) return;
  const needsPostgres = rounds.open.some(({ mutant }) => enginesOf(mutant) === "both");
  const postgres = needsPostgres ? await startPostgres() : undefined;
  const templates = await makeTemplates(tmpdir(), postgres?.url, populate);
  const shared = { ...process.env, PARLEY_TEST_TEMPLATES: templates.directory };
  const envs: Record<Engines, NodeJS.ProcessEnv> = {
    sqlite: shared,
    both: { ...shared, ...(postgres ? { PARLEY_TEST_POSTGRES: postgres.url } : {}) },
  };
  const coverage = new Coverage(rounds.cache, rounds.all);
  const alive = new Set(rounds.open.map(({ mutant }) => mutant));
  const near = rounds.open.filter(({ isTriedNear }) => !isTriedNear).map(({ mutant }) => mutant);
  await runScope("near", near);
  await runScope("wide", [...alive]);
  await postgres?.stop();
  templates.remove();

  async function runScope(scope: Scope, mutants: readonly Mutant[]): Promise<void> {
    const listener: Listener = {
      onBroken: rounds.onBroken,
      isOver: rounds.isOver,
      onResult(mutant, result) {
        if (result.status === "killed" || result.status === "unclear") alive.delete(mutant);
        rounds.onResult(mutant, scope, result);
      },
    };
    const inParallel = parallel(rounds.workers);
    for (const [engines, together] of Map.groupBy(mutants, enginesOf)) {
      const files = [...new Set(together.flatMap((mutant) => filesFor(mutant, scope)))];
      const unknown = files.filter((file) => !coverage.knows(file, engines)).toSorted();
      await inParallel(chunks(unknown, FILES_TOGETHER), (testFiles) =>
        cover({ mutants: rounds.all, testFiles, engines }, coverage, envs[engines], listener),
      );
    }
    if (rounds.isOver()) return;
    const isStatic = (mutant: Mutant) =>
      coverage.isReachedByLoading(mutant) &&
      coverage.testsFor(mutant, filesFor(mutant, scope), enginesOf(mutant)).length === 0;
    const atLoading = mutants.filter(isStatic);
    const others = mutants.filter((mutant) => !atLoading.includes(mutant));
    await inParallel(batches(others, scope, coverage, enginesOf), (batch) =>
      tryBatch(batch, envs[batch.engines], listener),
    );
    await inParallel(atLoading, (mutant) => {
      const tests = coverage.allTests(filesFor(mutant, scope), enginesOf(mutant));
      return tryStatic(mutant, tests, envs[enginesOf(mutant)], listener);
    });
  }

  function parallel(workers: number) {
    return async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
      const queue = [...items];
      const one = async () => {
        for (let next = queue.shift(); next !== undefined && !rounds.isOver(); next = queue.shift()) await work(next);
      };
      await Promise.all(Array.from({ length: workers }, one));
    };
  }
}

/** Files with a variant for each engine are run on both engines. */
function enginesOf({ file }: Mutant): Engines {
  return /\bisPostgres\(/.test(readFileSync(join(SOURCES, file), "utf8")) ? "both" : "sqlite";
}

const chunks = <T>(items: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
