/**
 * `npm run mutate`: changes the server on purpose, in places derived from its code and in those listed in
 * `hand/`, and runs the tests for each change. Decision 073 explains how.
 *
 *   --sample 40     a random sample (`--seed` chooses another one)
 *   --only TEXT     only mutants whose file, kind or key contains this
 *   --minutes 30    stop after this time; the next run goes on from there
 *   --results FILE  where results are added, and read by the next run
 *   --again         ignore results of earlier runs
 *   --workers N     the number of processes; by default the number of processors
 *   --niceness 19   how much it lets other processes go first, from 0 to 19
 *   --list          only lists the mutants
 */
import { availableParallelism, setPriority } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allMutants } from "./all.ts";
import type { Mutant } from "./mutant.ts";
import { Results } from "./results.ts";
import { runRounds } from "./rounds.ts";
import { survivors } from "./survivors.ts";

const RESULTS = fileURLToPath(new URL("../../node_modules/.cache/mutate/results.jsonl", import.meta.url));
const MOST_SURVIVORS = 0.03;

const { values: options } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    only: { type: "string", multiple: true, default: [] },
    minutes: { type: "string", default: "Infinity" },
    results: { type: "string", default: RESULTS },
    again: { type: "boolean", default: false },
    workers: { type: "string", default: String(availableParallelism()) },
    niceness: { type: "string", default: "10" },
    list: { type: "boolean", default: false },
  },
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const describe = ({ key, kind, file, line, what }: Mutant) => `${key}  ${kind}  ${file}:${line}  ${what.slice(0, 140)}`;

setPriority(Number(options.niceness));
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
  const results = new Results(options.results, { isNew: options.again });
  const open = chosen.filter((mutant) => !results.isFinal(mutant));
  print(`${all.length} mutants, ${chosen.length} chosen, ${chosen.length - open.length} of them known from before.`);
  const endsAtMs = performance.now() + Number(options.minutes) * 60_000;
  let done = 0;
  await runRounds({
    all,
    open: open.map((mutant) => ({ mutant, isTriedNear: results.isTriedNear(mutant) })),
    cache: dirname(RESULTS),
    workers: Number(options.workers),
    isOver: () => performance.now() >= endsAtMs,
    onResult(mutant, scope, result) {
      results.add(scope, result);
      if (results.isFinal(mutant)) done++;
      print(`${done}/${open.length} ${scope}: ${result.status} (${result.by}): ${describe(mutant)}`);
    },
    onBroken: (test, error) => print(`! "${test}" fails without any mutant: ${error.slice(0, 200)}`),
  });
  summarize(results);
}

function summarize(results: Results): void {
  const run = chosen.filter((mutant) => results.isFinal(mutant));
  const alive = run.filter((mutant) => !results.isKilled(mutant));
  const unexplained = alive.filter(({ key }) => !(key in survivors));
  const share = ((100 * alive.length) / Math.max(1, run.length)).toFixed(1);
  print("");
  for (const mutant of alive)
    print(
      `${results.statusOf(mutant)}: ${describe(mutant)}\n    ${survivors[mutant.key] ?? "no reason is given in survivors.ts"}`,
    );
  const left = chosen.length - run.length;
  print(
    `\n${run.length} run, ${run.length - alive.length} killed, ${alive.length} survived (${share} %), ${left} left.`,
  );
  if (alive.length > MOST_SURVIVORS * run.length || unexplained.length > 0) process.exitCode = 1;
}
