/**
 * `npm run mutate`: changes the server on purpose, in places derived from its code and in those listed in
 * `hand/`, and runs the tests for each change. Decision 073 explains how.
 *
 *   --sample 40    a random sample (`--seed` chooses another one)
 *   --only TEXT    only mutants whose file, kind or key contains this
 *   --again        ignore results of earlier runs
 *   --workers N    the number of processes; by default the number of processors
 *   --list         only lists the mutants
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { populate } from "../test/neighbours/populate.ts";
import { startPostgres } from "../test/postgres.ts";
import { makeTemplates } from "../test/templates.ts";
import { allMutants, SOURCES } from "./all.ts";
import { LIMITS, nearTests, wideTests } from "./belongs.ts";
import type { Mutant } from "./mutant.ts";
import { type MutantGroup, type Result, runGroup } from "./pool.ts";
import { survivors } from "./survivors.ts";

const RESULTS = fileURLToPath(new URL("../../node_modules/.cache/mutate/results.jsonl", import.meta.url));
const MOST_SURVIVORS = 0.03;

const { values: options } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    only: { type: "string", multiple: true, default: [] },
    again: { type: "boolean", default: false },
    workers: { type: "string", default: String(availableParallelism()) },
    list: { type: "boolean", default: false },
  },
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const describe = ({ key, kind, file, line, what }: Mutant) => `${key}  ${kind}  ${file}:${line}  ${what.slice(0, 140)}`;

const all = allMutants();
const chosen = sampled(all.filter((mutant) => isWanted(mutant)));
if (options.list) for (const mutant of chosen) print(describe(mutant));
else await runAll();

function isWanted({ file, kind, key }: Mutant): boolean {
  return options.only.length === 0 || options.only.some((text) => `${file} ${kind} ${key}`.includes(text));
}

function sampled(mutants: readonly Mutant[]): readonly Mutant[] {
  if (options.sample === undefined) return mutants;
  let state = Number(options.seed);
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const ordered = mutants.map((mutant) => ({ mutant, at: random() })).sort((a, b) => a.at - b.at);
  return ordered.slice(0, Number(options.sample)).map(({ mutant }) => mutant);
}

async function runAll(): Promise<void> {
  const results = options.again ? new Map<string, Result>() : knownResults();
  const open = chosen.filter(({ key }) => !results.has(key));
  print(`${all.length} mutants, ${chosen.length} chosen, ${chosen.length - open.length} of them known from before.`);
  const isOnPostgres = open.some(({ file }) => differsByEngine(file));
  const postgres = isOnPostgres ? await startPostgres() : undefined;
  const templates = await makeTemplates(postgres?.url, populate);
  const env = {
    ...process.env,
    PARLEY_TEST_TEMPLATES: templates.directory,
  };
  const found = new Map<string, Result>();
  const count = { done: 0 };
  const run = (groups: readonly MutantGroup[], isFinal: boolean) =>
    inParallel(groups, async (group) => {
      const needsPostgres = group.mutants.some(({ file }) => differsByEngine(file));
      const own = needsPostgres && postgres ? { ...env, PARLEY_TEST_POSTGRES: postgres.url } : env;
      await runGroup(group, own, {
        onResult(result) {
          found.set(result.key, result);
          if (result.status !== "killed" && !isFinal) return;
          count.done++;
          appendFileSync(RESULTS, `${JSON.stringify(result)}\n`);
          const mutant = group.mutants.find(({ key }) => key === result.key) as Mutant;
          print(`${count.done}/${open.length} ${result.status} (${result.by}): ${describe(mutant)}`);
        },
        onBroken: (test, error) => print(`! "${test}" fails without any mutant: ${error.slice(0, 200)}`),
      });
    });
  mkdirSync(dirname(RESULTS), { recursive: true });
  await run(grouped(open, nearTests), false);
  await run(
    grouped(
      open.filter(({ key }) => found.get(key)?.status !== "killed"),
      wideTests,
    ),
    true,
  );
  await postgres?.stop();
  templates.remove();
  summarize(new Map([...results, ...found]));
}

/** Files with a variant for each engine are run on both engines. */
function differsByEngine(file: string): boolean {
  return /\bisPostgres\(/.test(readFileSync(join(SOURCES, file), "utf8"));
}

function grouped(mutants: readonly Mutant[], testsFor: (file: string) => string[]): MutantGroup[] {
  const groups = Map.groupBy(mutants, ({ file, kind }) => (kind === "limit" ? [LIMITS] : testsFor(file)).join("\n"));
  return [...groups].map(([tests, together]) => ({
    mutants: together,
    testFiles: tests.split("\n").filter((test) => test !== ""),
  }));
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const workers = Array.from({ length: Number(options.workers) }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  });
  await Promise.all(workers);
}

function knownResults(): Map<string, Result> {
  if (!existsSync(RESULTS)) return new Map();
  const lines = readFileSync(RESULTS, "utf8").trimEnd().split("\n");
  return new Map(lines.map((line) => JSON.parse(line) as Result).map((result) => [result.key, result]));
}

function summarize(results: ReadonlyMap<string, Result>): void {
  const run = chosen.filter(({ key }) => results.has(key));
  const alive = run.filter(({ key }) => results.get(key)?.status !== "killed");
  const unexplained = alive.filter(({ key }) => !(key in survivors));
  const share = ((100 * alive.length) / Math.max(1, run.length)).toFixed(1);
  print("");
  for (const mutant of alive) {
    const { status } = results.get(mutant.key) as Result;
    print(`${status}: ${describe(mutant)}\n    ${survivors[mutant.key] ?? "no reason is given in survivors.ts"}`);
  }
  print(`\n${run.length} run, ${run.length - alive.length} killed, ${alive.length} survived (${share} %).`);
  if (alive.length > MOST_SURVIVORS * run.length || unexplained.length > 0) process.exitCode = 1;
}
