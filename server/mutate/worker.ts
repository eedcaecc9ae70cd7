/**
 * Runs the tests of its files once to see which mutants each of them reaches, then runs those tests against each mutant
 * until one fails. Reports each result to its parent at once.
 */
import { activate, assignment, reached } from "./hooks.ts";
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

/** Generous for a busy machine: a test that takes longer than this hangs. */
const LEAST_TIMEOUT_MS = 20_000;

const send = (report: Report) => process.send?.(report);
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
    if (error) send({ type: "broken", test: test.name, error });
    else known.push({ test, ms: performance.now() - begun, reaches: new Set(reached) });
  }
  await closeAll();
  for (const id of assignment.mutants.keys()) await tryOne(id, known);
}

async function tryOne(id: number, known: readonly Known[]): Promise<void> {
  send({ type: "began", id });
  const chosen = known.filter(({ reaches }) => reaches.has(id)).sort((a, b) => a.ms - b.ms);
  if (chosen.length === 0) {
    send({ type: "found", found: { id, status: atLoading.has(id) ? "static" : "uncovered", by: "" } });
    return;
  }
  for (const { test, ms } of chosen) {
    activate(id);
    const error = await failureOf(test, ms);
    activate(undefined);
    if (!error) continue;
    await closeAll();
    // The mutant must be the cause, not a leftover of the previous one.
    if (await failureOf(test, ms)) process.exit(1);
    send({ type: "found", found: { id, status: "killed", by: test.name } });
    return;
  }
  await closeAll();
  send({ type: "found", found: { id, status: "survived", by: `${chosen.length} tests` } });
}

async function tryStatic(id: number): Promise<void> {
  send({ type: "began", id });
  for (const test of collected) {
    if (await failureOf(test)) {
      send({ type: "found", found: { id, status: "killed", by: test.name } });
      return;
    }
  }
  send({ type: "found", found: { id, status: "survived", by: `${collected.length} tests` } });
}

/** The error, if the test fails or does not finish. */
async function failureOf(test: CollectedTest, usualMs = LEAST_TIMEOUT_MS): Promise<string | undefined> {
  const timeoutMs = Math.max(LEAST_TIMEOUT_MS, 10 * usualMs);
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("It takes too long.")), timeoutMs);
  try {
    await Promise.race([test.run(), tooLong]);
    return undefined;
  } catch (error) {
    return String((error as Error | undefined)?.message ?? error);
  } finally {
    clearTimeout(timer);
    send({ type: "ran" });
  }
}

/** Each mutant gets a new server. */
async function closeAll(): Promise<void> {
  for (const home of homes.values()) await home.close().catch(() => {});
}
