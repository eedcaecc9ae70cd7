/**
 * Runs the tests of its files once to see which mutants each of them comes by, then those tests against each mutant until
 * one fails. What it finds goes to its parent as it finds it.
 */
import { assignment, putInForce, reached } from "./hooks.ts";
import { type CollectedTest, collected, collectFor } from "./tests.ts";

export interface Found {
  readonly id: number;
  readonly status: "killed" | "survived" | "uncovered" | "static";
  /** The test that failed, or how many passed. */
  readonly by: string;
}

export type Report =
  | { readonly type: "ran" }
  | { readonly type: "began"; readonly id: number }
  | { readonly type: "found"; readonly found: Found }
  | { readonly type: "broken"; readonly test: string; readonly error: string };

/** Generous on a busy machine: what takes longer than this has lost its way. */
const LEAST_PATIENCE_MS = 20_000;

const tell = (report: Report) => process.send?.(report);
process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});

interface Known {
  readonly test: CollectedTest;
  readonly ms: number;
  readonly reaches: ReadonlySet<number>;
}

const { beginFile } = await import("../test/index.ts");
const homes = new Map<string, ReturnType<typeof beginFile>>();
for (const file of assignment.testFiles) {
  collectFor(file);
  homes.set(file, beginFile(file));
  await import(file);
}
const atLoading = new Set(reached);

if (assignment.active !== undefined) await tryStatic(assignment.active);
else await tryAll();
process.exit(0);

async function tryAll(): Promise<void> {
  const known: Known[] = [];
  for (const test of collected) {
    reached.clear();
    const begun = performance.now();
    const error = await failureOf(test);
    if (error) tell({ type: "broken", test: test.name, error });
    else known.push({ test, ms: performance.now() - begun, reaches: new Set(reached) });
  }
  await closeAll();
  for (const id of assignment.mutants.keys()) await tryOne(id, known);
}

async function tryOne(id: number, known: readonly Known[]): Promise<void> {
  tell({ type: "began", id });
  const chosen = known.filter(({ reaches }) => reaches.has(id)).sort((a, b) => a.ms - b.ms);
  if (chosen.length === 0) {
    tell({ type: "found", found: { id, status: atLoading.has(id) ? "static" : "uncovered", by: "" } });
    return;
  }
  for (const { test, ms } of chosen) {
    putInForce(id);
    const error = await failureOf(test, ms);
    putInForce(undefined);
    if (!error) continue;
    await closeAll();
    // It must be the mutant, and not what the mutant before has left behind.
    if (await failureOf(test, ms)) process.exit(1);
    tell({ type: "found", found: { id, status: "killed", by: test.name } });
    return;
  }
  await closeAll();
  tell({ type: "found", found: { id, status: "survived", by: `${chosen.length} tests` } });
}

async function tryStatic(id: number): Promise<void> {
  tell({ type: "began", id });
  for (const test of collected) {
    if (await failureOf(test)) {
      tell({ type: "found", found: { id, status: "killed", by: test.name } });
      return;
    }
  }
  tell({ type: "found", found: { id, status: "survived", by: `${collected.length} tests` } });
}

/** What went wrong, if anything did; not to end is wrong, too. */
async function failureOf(test: CollectedTest, usualMs = LEAST_PATIENCE_MS): Promise<string | undefined> {
  const patience = Math.max(LEAST_PATIENCE_MS, 10 * usualMs);
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("It takes too long.")), patience);
  try {
    await Promise.race([test.run(), tooLong]);
    return undefined;
  } catch (error) {
    return String((error as Error | undefined)?.message ?? error);
  } finally {
    clearTimeout(timer);
    tell({ type: "ran" });
  }
}

/** Each mutant gets a server of its own. */
async function closeAll(): Promise<void> {
  for (const home of homes.values()) await home.close().catch(() => {});
}
