/**
 * Rows that each wait for a moment of their own. Every one comes with a job for that moment, committed with it; the first
 * job that runs does the work of all that are due, a batch of them in one transaction.
 */
import type { RealmId } from "../api/ids.ts";
import type { InTransaction, Writing } from "../context.ts";
import type { Tx } from "../db/handles.ts";
import { enqueue, type JobRunner, recurringJob } from "./job-kind.ts";
import type { DeclaredJob } from "./store.ts";
import { deleteDueJobs, writeJobs } from "./store.ts";

/** Whoever else changes something in the organization waits for a batch, so it is small. */
const BATCH = 20;

/** UNIX seconds. */
interface DueRow {
  readonly scheduled_delivery_timestamp: number;
}

/**
 * A batch of what is due, in order and nobody else's: who changes such a row does so in the organization's turn, on
 * whatever node. What is left over has a job of its own.
 */
export async function takeDue<R extends DueRow>(
  ctx: Writing,
  job: DeclaredJob,
  find: (limit: number) => Promise<R[]>,
): Promise<R[]> {
  // Before reading: a row whose job is deleted by then is visible.
  await deleteDueJobs(ctx.db, job.kind, ctx.realm.id, ctx.app.clock.now());
  const due = await find(BATCH + 1);
  const rest = due[BATCH];
  if (rest) wakeAt(ctx, job, rest.scheduled_delivery_timestamp);
  return due.slice(0, BATCH);
}

/** For the transaction that writes the row. */
export const wakeAt = (ctx: InTransaction, job: DeclaredJob, moment: number): void =>
  enqueue(ctx, job, { runAtMs: moment * 1000 });

/** The due times of rows. */
type Moments = readonly (DueRow & { readonly realm_id: RealmId })[];

/** For rows that came without their jobs. */
export function queueAt(tx: Tx, job: DeclaredJob, moments: Moments): Promise<void> {
  return writeJobs(
    tx,
    moments.map((row) => ({ ...job, realmId: row.realm_id, runAtMs: row.scheduled_delivery_timestamp * 1000 })),
  );
}

const OVERDUE_SECONDS = 60;

/** Finds overdue rows, whatever happened to their jobs. */
export function recurringOverdue(
  kind: string,
  job: DeclaredJob,
  realmsBehind: (tx: Tx, moment: number) => Promise<RealmId[]>,
): JobRunner {
  return recurringJob(kind, OVERDUE_SECONDS, async ({ database, clock, jobs }) => {
    await database.transaction(async (tx) => {
      const realmIds = await realmsBehind(tx, Math.floor(clock.now() / 1000) - OVERDUE_SECONDS);
      const again = (realmId: RealmId) => ({ realmId, runAtMs: clock.now(), uniqueKey: `${realmId}:${kind}` });
      await writeJobs(
        tx,
        realmIds.map((realmId) => ({ ...job, ...again(realmId) })),
      );
    });
    jobs.wake();
  });
}
