/**
 * Loads some test files over sources with switches. Without trials it runs each test once and reports which mutants it
 * reaches; otherwise it activates one mutant after the other, and runs its tests until one fails. Whatever it finds it
 * reports to its parent at once.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { SOURCES } from "./all.ts";
import type { CoveredTest } from "./coverage.ts";
import { activate, assignment, reached } from "./hooks.ts";
import type { Trial } from "./plan.ts";
import { type CollectedTest, collected, collectFor } from "./tests.ts";

export interface Found {
  readonly id: number;
  /** Unclear: a test took too long with the mutant, and also without it, as on a machine without time for us. */
  readonly status: "killed" | "survived" | "uncovered" | "unclear";
  /** The test that failed, or how many passed. */
  readonly by: string;
}

export type Report =
  | { readonly type: "ran" }
  | { readonly type: "loaded"; readonly reaches: readonly number[] }
  | { readonly type: "covers"; readonly file: string }
  | { readonly type: "covered"; readonly file: string; readonly tests: readonly CoveredTest[] }
  | { readonly type: "began"; readonly id: number }
  | { readonly type: "found"; readonly found: Found }
  | { readonly type: "broken"; readonly test: string; readonly error: string };

/** A test that takes longer than this hangs, or the machine has no time for it. */
const LEAST_TIMEOUT_MS = 20_000;
/** It hangs if it is over this many times sooner without the mutant. */
const SOONER = 4;
const TOO_LONG = "It takes too long.";
const timeoutFor = (usualMs: number) => Math.max(LEAST_TIMEOUT_MS, 10 * usualMs);

const send = (report: Report) => process.send?.(report);
process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});
let isStopped = false;
process.on("message", () => {
  isStopped = true;
});

const { beginFile } = await import("../test/test-file.ts");
const homes = new Map<string, ReturnType<typeof beginFile>>();
for (const file of assignment.testFiles) {
  const { href } = pathToFileURL(join(SOURCES, file));
  collectFor(file);
  homes.set(file, beginFile(href));
  await import(href).catch((error: unknown) => send({ type: "broken", test: file, error: String(error) }));
  send({ type: "ran" });
}
const byFile = Map.groupBy(collected, ({ file }) => file);

try {
  if (assignment.trials) for (const trial of assignment.trials) await tryOne(trial);
  else await coverAll();
} catch (error) {
  // Nobody else would notice: stray errors of tests are ignored.
  send({ type: "broken", test: "the worker", error: inspect(error) });
  process.exit(1);
}
process.exit(0);

async function coverAll(): Promise<void> {
  send({ type: "loaded", reaches: [...reached] });
  for (const file of assignment.testFiles) {
    send({ type: "covers", file });
    const tests: CoveredTest[] = [];
    for (const [nth, test] of (byFile.get(file) ?? []).entries()) {
      reached.clear();
      const before = process.cpuUsage();
      const error = await failureOf(test);
      const { user, system } = process.cpuUsage(before);
      if (error) send({ type: "broken", test: test.name, error });
      else tests.push({ nth, ms: (user + system) / 1000, reaches: [...reached] });
    }
    await closeAll();
    send({ type: "covered", file, tests });
    if (isStopped) return;
  }
}

async function tryOne({ id, tests }: Trial): Promise<void> {
  if (isStopped) return;
  send({ type: "began", id });
  if (tests.length === 0) return found({ id, status: "uncovered", by: "" });
  for (const { file, nth, ms } of tests) {
    const test = byFile.get(file)?.[nth];
    if (!test) continue;
    activate(id);
    const error = await failureOf(test, ms);
    if (assignment.active === undefined) activate(undefined);
    if (!error) continue;
    await closeAll();
    const begun = performance.now();
    // What is active from the start cannot be turned off.
    const again = assignment.active === undefined ? await failureOf(test, ms) : undefined;
    const isSooner = performance.now() - begun < timeoutFor(ms) / SOONER;
    if (again === TOO_LONG || (error === TOO_LONG && !isSooner)) return found({ id, status: "unclear", by: test.name });
    // The mutant must be the cause, and not what an earlier one has left behind.
    if (again) process.exit(1);
    return found({ id, status: "killed", by: test.name });
  }
  await closeAll();
  found({ id, status: "survived", by: `${tests.length} tests` });
}

function found(result: Found): void {
  send({ type: "found", found: result });
}

/** The error, if the test fails or does not finish. */
async function failureOf(test: CollectedTest, usualMs = LEAST_TIMEOUT_MS): Promise<string | undefined> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(TOO_LONG)), timeoutFor(usualMs));
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
