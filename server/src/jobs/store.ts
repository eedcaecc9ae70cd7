import { sql } from "kysely";
import { isPostgres, json } from "../db/dialect.ts";
import type { Db, Tx } from "../db/handles.ts";
import type { PendingJob, StoredJob } from "./jobs.ts";

/** Queues jobs; one with a unique key that is already waiting stays as it is. */
export async function writeJobs(tx: Tx, jobs: readonly PendingJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map((job) => ({
    kind: job.kind,
    realm_id: job.realmId,
    payload: json(job.payload),
    unique_key: job.uniqueKey ?? null,
    run_at_ms: job.runAtMs,
    attempts: 0,
    last_error: null,
    failed: false,
  }));
  await tx
    .insertInto("job")
    .values(rows)
    .onConflict((conflict) => conflict.column("unique_key").doNothing())
    .execute();
}

/** The next job that is due, held so that no other node takes it. */
export async function takeDueJob(tx: Tx, nowMs: number): Promise<StoredJob | undefined> {
  const { rows } = await sql<StoredJob>`
    select id, kind, realm_id, payload, attempts from job
    where failed = ${false} and run_at_ms <= ${nowMs}
    order by run_at_ms, id limit 1 ${isPostgres(tx) ? sql`for update skip locked` : sql``}`.execute(tx);
  return rows[0];
}

export async function nextRunAt(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom("job")
    .select("run_at_ms")
    .where("failed", "=", false)
    .orderBy("run_at_ms")
    .limit(1)
    .executeTakeFirst();
  return row?.run_at_ms;
}

export async function deleteJob(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("job").where("id", "=", id).execute();
}

export async function postponeJob(
  tx: Tx,
  id: number,
  next: { run_at_ms: number; attempts: number; last_error: string | null; failed: boolean },
): Promise<void> {
  await tx.updateTable("job").set(next).where("id", "=", id).execute();
}
