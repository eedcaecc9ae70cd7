/** Counts of jobs, for those who watch the server. */
import { sql } from "kysely";
import type { Db } from "../db/handles.ts";

/** Counting more would only take longer: something is wrong long before. */
export const MOST_COUNTED = 10_000;

export interface JobFigures {
  /** By kind, in no order. */
  readonly waiting: ReadonlyMap<string, number>;
  readonly failed: ReadonlyMap<string, number>;
  /** 0 if nothing is due. */
  readonly oldestDueMs: number;
}

export async function jobFigures(db: Db, nowMs: number): Promise<JobFigures> {
  const first = await db
    .selectFrom("job")
    .select("run_at_ms")
    .where("failed", "=", false)
    .orderBy("run_at_ms")
    .limit(1)
    .executeTakeFirst();
  return {
    waiting: await countByKind(db, false),
    failed: await countByKind(db, true),
    oldestDueMs: Math.max(0, nowMs - (first?.run_at_ms ?? nowMs)),
  };
}

/** The index on due jobs has all that is needed. */
async function countByKind(db: Db, failed: boolean): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*) as count
    from (select kind from job where failed = ${failed} order by run_at_ms limit ${MOST_COUNTED}) as counted
    group by kind`.execute(db);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}
