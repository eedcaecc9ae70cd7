/** Workers, each with some mutants and their tests. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SOURCES } from "./all.ts";
import type { Assignment } from "./hooks.ts";
import type { Mutant } from "./mutant.ts";
import type { Found, Report } from "./worker.ts";

export interface MutantGroup {
  readonly mutants: readonly Mutant[];
  /** Relative to `server/src`. */
  readonly testFiles: readonly string[];
}

export interface Result {
  readonly key: string;
  readonly status: Found["status"];
  readonly by: string;
}

export interface Listener {
  onResult(result: Result): void;
  /** A test that fails without any mutant. */
  onBroken(test: string, error: string): void;
}

/** A worker that is silent for this long hangs. */
const SILENCE_MS = 180_000;
const NICENESS = 10;
const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));

/** Runs a whole group, starting a new worker whenever one dies. */
export async function runGroup(group: MutantGroup, env: NodeJS.ProcessEnv, listener: Listener): Promise<void> {
  const statics: Mutant[] = [];
  const attempts = new Map<string, number>();
  let left = [...group.mutants];
  while (left.length > 0) {
    const done = new Set<string>();
    const stuckAt = await runWorker({ ...group, mutants: left }, env, {
      onResult(result) {
        done.add(result.key);
        if (result.status === "static") statics.push(left.find(({ key }) => key === result.key) as Mutant);
        else listener.onResult(result);
      },
      onBroken: listener.onBroken,
    });
    left = left.filter(({ key }) => !done.has(key));
    if (left.length === 0) break;
    // Once more, in a fresh process. A mutant that fails to finish twice counts as killed.
    const key = stuckAt ?? (left[0] as Mutant).key;
    attempts.set(key, (attempts.get(key) ?? 0) + 1);
    if (attempts.get(key) === 2) {
      listener.onResult({ key, status: "killed", by: "the process does not finish" });
      left = left.filter((mutant) => mutant.key !== key);
    }
  }
  for (const mutant of statics) await runStatic(mutant, group.testFiles, env, listener);
}

async function runStatic(mutant: Mutant, testFiles: readonly string[], env: NodeJS.ProcessEnv, listener: Listener) {
  let isFound = false;
  await runWorker(
    { mutants: [mutant], testFiles },
    env,
    {
      onResult(result) {
        isFound = true;
        listener.onResult(result);
      },
      onBroken: listener.onBroken,
    },
    0,
  );
  if (!isFound) listener.onResult({ key: mutant.key, status: "killed", by: "the process does not finish" });
}

/** Returns the mutant at which the worker exited early, if it did. */
async function runWorker(
  { mutants, testFiles }: MutantGroup,
  env: NodeJS.ProcessEnv,
  { onResult, onBroken }: Listener,
  active?: number,
): Promise<string | undefined> {
  const directory = mkdtempSync(join(tmpdir(), "parley-mutants-"));
  const file = join(directory, "assignment.json");
  const urls = testFiles.map((test) => pathToFileURL(join(SOURCES, test)).href);
  const assignment: Assignment = { mutants, testFiles: urls, ...(active === undefined ? {} : { active }) };
  writeFileSync(file, JSON.stringify(assignment));
  const worker = fork(WORKER, {
    env: { ...env, PARLEY_MUTANTS: file },
    execArgv: ["--max-semi-space-size=32"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  if (worker.pid !== undefined) setPriority(worker.pid, NICENESS);
  let current: string | undefined;
  const watchdog = watch(worker);
  worker.on("message", (report: Report) => {
    watchdog.refresh();
    if (report.type === "broken") onBroken(report.test, report.error);
    if (report.type === "began") current = mutants[report.id]?.key;
    if (report.type !== "found") return;
    const { id, status, by } = report.found;
    onResult({ key: (mutants[id] as Mutant).key, status, by });
    current = undefined;
  });
  await once(worker, "exit");
  watchdog.stop();
  rmSync(directory, { recursive: true, force: true });
  return current;
}

function watch(worker: ChildProcess) {
  const timer = setTimeout(() => worker.kill("SIGKILL"), SILENCE_MS);
  return { refresh: () => timer.refresh(), stop: () => clearTimeout(timer) };
}
