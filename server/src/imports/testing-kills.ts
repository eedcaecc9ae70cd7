/** A process that is killed between two transactions, or in one, as the database sees it. */
import type { Database } from "../kernel/db/handles.ts";
import { Dice } from "./testing.ts";

export class Killed extends Error {}

/** Fails at a transaction, before or after its commit: what a process sees that is killed there. */
export function failing(database: Database, after: number, isCommitted: boolean): Database {
  let left = after;
  return new Proxy(database, {
    get(target, name) {
      if (name !== "transaction") {
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      }
      return async (...args: Parameters<Database["transaction"]>) => {
        if (left-- > 0) return target.transaction(...args);
        if (isCommitted) await target.transaction(...args);
        throw new Killed();
      };
    },
  });
}

const MOST_KILLS = 100;

/** Runs it again and again, each time with a database that fails somewhere, until it comes to its end. Returns how often it was killed. */
export async function killedUntilDone(
  run: (database: Database) => Promise<unknown>,
  database: Database,
  { seed, steps }: { readonly seed: number; readonly steps: number },
): Promise<number> {
  const dice = new Dice(seed);
  for (let kills = 0; ; kills++) {
    try {
      await run(failing(database, dice.below(steps), dice.below(2) === 0));
      return kills;
    } catch (error) {
      if (!(error instanceof Killed) || kills > MOST_KILLS) throw error;
    }
  }
}
