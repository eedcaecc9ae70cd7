/** Loaded first in a worker: serves the sources with their mutant switches, and makes tests repeatable. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SOURCES } from "./all.ts";
import type { Mutant } from "./mutant.ts";
import type { Trial } from "./plan.ts";
import { type Switch, withSwitches } from "./switches.ts";

export interface Assignment {
  /** Indexed by the id that the switches use. */
  readonly mutants: readonly Mutant[];
  /** Relative to `server/src`. */
  readonly testFiles: readonly string[];
  /** What to try; without it, each test is run once to see which mutants it reaches. */
  readonly trials?: readonly Trial[];
  /** Active from the start, for code that is evaluated only when its module loads. */
  readonly active?: number;
}

export const assignment = JSON.parse(readFileSync(process.env.PARLEY_MUTANTS as string, "utf8")) as Assignment;

/** The mutants that the code has reached since this was last cleared. */
export const reached = new Set<number>();
let active = assignment.active ?? -1;
export function activate(id: number | undefined): void {
  active = id ?? -1;
}

Object.assign(globalThis, {
  __mutant(id: number) {
    reached.add(id);
    return id === active;
  },
});

/** Compiled statements are cached after their first use, mutated or not. Here each is compiled again. */
const CACHED_STATEMENT = "templates[engine] ??= ";
const COMPILED = pathToFileURL(join(SOURCES, "kernel/db/compiled.ts")).href;

const byUrl = Map.groupBy(
  assignment.mutants.map((mutant, id): Switch & { url: string } => {
    const { file, start, end, text, isBlock } = mutant;
    return { id, start, end, text, isBlock, url: pathToFileURL(join(SOURCES, file)).href };
  }),
  ({ url }) => url,
);

const OWN_TESTS = new URL("./tests.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "node:test" && context.parentURL !== OWN_TESTS
      ? { url: OWN_TESTS, shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    const switches = byUrl.get(url);
    if (!switches && url !== COMPILED) return next(url, context);
    const source = withSwitches(readFileSync(new URL(url), "utf8"), switches ?? []);
    if (url === COMPILED && !source.includes(CACHED_STATEMENT))
      throw new Error("Statements are no longer cached this way.");
    return {
      format: "module-typescript",
      shortCircuit: true,
      source: url === COMPILED ? source.replace(CACHED_STATEMENT, "templates[engine] = ") : source,
    };
  },
});
