/** A data integrity rule that features rely on. */
import type { RawBuilder } from "kysely";
import type { Db } from "../../../kernel/db/handles.ts";
import type { Check } from "../check.ts";

/** Further problems of a kind are only counted. */
const MOST_LISTED = 10;

export interface Invariant extends Check<Db> {
  problems(db: Db): Promise<string[]> | string[];
}

/** A check by queries for bad data: each row is one problem, as a sentence. */
export function invariant(name: string, ...queries: RawBuilder<{ problem: string }>[]): Invariant {
  return {
    name,
    async problems(db) {
      const found: string[] = [];
      for (const query of queries) found.push(...(await query.execute(db)).rows.map((row) => row.problem));
      return abridged(found);
    },
  };
}

export function abridged(found: readonly string[]): string[] {
  const more = found.length - MOST_LISTED;
  return more > 0 ? [...found.slice(0, MOST_LISTED), `… and ${more} more.`] : [...found];
}
