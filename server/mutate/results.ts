/** What was found so far: a line for each result, added as it is found, so that a stopped run goes on where it was. */
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { readLines } from "./lines.ts";
import type { Mutant } from "./mutant.ts";
import type { Scope } from "./plan.ts";
import type { Result } from "./pool.ts";

type Line = Result & { readonly scope: Scope };

export class Results {
  readonly #path: string;
  readonly #found = new Map<string, Line>();

  constructor(path: string, { isNew }: { isNew: boolean }) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    for (const line of isNew ? [] : readLines<Line>(path)) this.#learn(line);
  }

  add(scope: Scope, result: Result): void {
    // Nothing is known of these: the next run tries again.
    if (result.status === "unclear") return;
    const line = { ...result, scope };
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
    this.#learn(line);
  }

  isTriedNear({ key }: Mutant): boolean {
    return this.#found.has(key);
  }

  isFinal(mutant: Mutant): boolean {
    return this.isKilled(mutant) || this.#found.get(mutant.key)?.scope === "wide";
  }

  isKilled({ key }: Mutant): boolean {
    return this.#found.get(key)?.status === "killed";
  }

  statusOf({ key }: Mutant): string {
    return this.#found.get(key)?.status ?? "unknown";
  }

  #learn(line: Line): void {
    const before = this.#found.get(line.key);
    // It survived its near tests and no other test reaches it.
    const isWeaker = line.status === "uncovered" && before?.status === "survived";
    this.#found.set(line.key, isWeaker ? { ...before, scope: line.scope } : line);
  }
}
