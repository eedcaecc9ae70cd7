/** Workers: processes that find out what tests reach, or try mutants. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Coverage, Engines } from "./coverage.ts";
import type { Assignment } from "./hooks.ts";
import type { Mutant } from "./mutant.ts";
import type { Batch, Trial } from "./plan.ts";
import type { Found, Report } from "./worker.ts";

export interface Result {
  readonly key: string;
  readonly status: Found["status"];
  readonly by: string;
}

export interface Listener {
  onResult(mutant: Mutant, result: Result): void;
  /** A test that fails without any mutant. */
  onBroken(test: string, error: string): void;
  /** Whether to begin with nothing more. */
  isOver(): boolean;
}

/** A worker that is silent for this long hangs. */
const SILENCE_MS = 300_000;
const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));

export interface Covering {
  readonly mutants: readonly Mutant[];
  readonly testFiles: readonly string[];
  readonly engines: Engines;
}

/** Runs the tests of some files once. A file that ends its process twice has no tests. */
export async function cover(
  { mutants, testFiles, engines }: Covering,
  coverage: Coverage,
  env: NodeJS.ProcessEnv,
  listener: Listener,
): Promise<void> {
  const attempts = new Map<string, number>();
  let left = [...testFiles];
  while (left.length > 0 && !listener.isOver()) {
    let current = left[0] as string;
    await runWorker({ mutants, testFiles: left }, env, listener, (report) => {
      if (report.type === "loaded") coverage.addLoading(report.reaches);
      if (report.type === "covers") current = report.file;
      if (report.type === "covered") coverage.add(report.file, engines, report.tests);
    });
    left = left.filter((file) => !coverage.knows(file, engines));
    if (!left.includes(current)) continue;
    attempts.set(current, (attempts.get(current) ?? 0) + 1);
    if (attempts.get(current) !== 2) continue;
    listener.onBroken(current, "the process does not finish");
    coverage.add(current, engines, []);
    left = left.filter((file) => file !== current);
  }
}

/** Tries each mutant of a batch, with a new worker whenever one ends early. */
export async function tryBatch({ mutants, trials }: Batch, env: NodeJS.ProcessEnv, listener: Listener): Promise<void> {
  const attempts = new Map<number, number>();
  const found = (id: number, status: Found["status"], by: string) => {
    const mutant = mutants[id] as Mutant;
    listener.onResult(mutant, { key: mutant.key, status, by });
  };
  let left = [...trials];
  while (left.length > 0 && !listener.isOver()) {
    const done = new Set<number>();
    let current = (left[0] as Trial).id;
    await runWorker({ mutants, testFiles: filesOf(left), trials: left }, env, listener, (report) => {
      if (report.type === "began") current = report.id;
      if (report.type !== "found") return;
      done.add(report.found.id);
      found(report.found.id, report.found.status, report.found.by);
    });
    left = left.filter(({ id }) => !done.has(id));
    if (done.has(current) || listener.isOver()) continue;
    // Once more, in a new process. A mutant that fails to finish twice counts as killed.
    attempts.set(current, (attempts.get(current) ?? 0) + 1);
    if (attempts.get(current) !== 2) continue;
    found(current, "killed", "the process does not finish");
    left = left.filter(({ id }) => id !== current);
  }
}

/** Tries one that is active from the start. */
export async function tryStatic(
  mutant: Mutant,
  tests: Trial["tests"],
  env: NodeJS.ProcessEnv,
  listener: Listener,
): Promise<void> {
  const trials = [{ id: 0, tests }];
  let result: Result = { key: mutant.key, status: "killed", by: "the process does not finish" };
  await runWorker({ mutants: [mutant], testFiles: filesOf(trials), trials, active: 0 }, env, listener, (report) => {
    if (report.type === "found") result = { key: mutant.key, status: report.found.status, by: report.found.by };
  });
  if (!listener.isOver()) listener.onResult(mutant, result);
}

const filesOf = (trials: readonly Trial[]) => [
  ...new Set(trials.flatMap(({ tests }) => tests.map(({ file }) => file))),
];

async function runWorker(
  assignment: Assignment,
  env: NodeJS.ProcessEnv,
  { onBroken, isOver }: Listener,
  onReport: (report: Report) => void,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "parley-mutants-"));
  const file = join(directory, "assignment.json");
  writeFileSync(file, JSON.stringify(assignment));
  const worker = fork(WORKER, {
    env: { ...env, PARLEY_MUTANTS: file },
    execArgv: ["--max-semi-space-size=32"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const watchdog = watch(worker);
  worker.on("message", (report: Report) => {
    watchdog.refresh();
    if (isOver() && worker.connected) worker.send("stop");
    if (report.type === "broken") onBroken(report.test, report.error);
    onReport(report);
  });
  await once(worker, "exit");
  watchdog.stop();
  rmSync(directory, { recursive: true, force: true });
}

function watch(worker: ChildProcess) {
  const timer = setTimeout(() => worker.kill("SIGKILL"), SILENCE_MS);
  return { refresh: () => timer.refresh(), stop: () => clearTimeout(timer) };
}
