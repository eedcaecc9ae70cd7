/**
 * Jobs that their creator runs ahead of time. If the process dies, or stops, the worker runs them when due. Each step
 * locks the job's row, so each is done once.
 */
import type { RealmId } from "../api/ids.ts";
import type { InTransaction } from "../context.ts";
import { isPostgres } from "../db/dialect.ts";
import type { Db, Tx } from "../db/handles.ts";
import { enqueue, type JobKind, uniqueKeyOf } from "./job-kind.ts";
import { deleteJob } from "./store.ts";

/** Longer than one step takes. */
const HANDOVER_MS = 10_000;

/** Queues a job that `doAhead` may run earlier. Returns its key. */
export function queueToDoAhead<P extends object>(
  ctx: InTransaction,
  kind: JobKind<P>,
  payload: P,
  name: string,
): string {
  enqueue(ctx, kind(payload), { uniqueKey: name, runAtMs: ctx.app.clock.now() + HANDOVER_MS });
  return uniqueKeyOf(ctx, kind, name);
}

/** Runs the job with this key, unless someone else just did. */
export async function doAhead<P>(ctx: InTransaction, key: string, run: (payload: P) => Promise<void>): Promise<void> {
  const job = await jobWithKey(ctx.db, key);
  if (!job) return;
  await deleteJob(ctx.db, job);
  await run(job.payload as P);
}

/** Locked until the end of the transaction: the worker skips it. */
function jobWithKey(tx: Tx, key: string) {
  const query = tx
    .selectFrom("job")
    .select(["id", "kind", "realm_id", "payload", "attempts", "lane", "request_id"])
    .where("unique_key", "=", key);
  return (isPostgres(tx) ? query.forUpdate() : query).executeTakeFirst();
}

export async function isWaiting(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom("job").select("id").where("unique_key", "=", key).executeTakeFirst();
  return row !== undefined;
}

export interface WaitingJob<P> {
  readonly key: string;
  readonly payload: P;
}

/** An organization's pending jobs of a kind, of those with a key. */
export async function waitingJobs<P extends object>(
  db: Db,
  { kind }: JobKind<P>,
  realmId: RealmId,
): Promise<WaitingJob<P>[]> {
  const rows = await db
    .selectFrom("job")
    .select(["unique_key as key", "payload"])
    .where("failed", "=", false)
    .where("kind", "=", kind)
    .where("realm_id", "=", realmId)
    .where("unique_key", "is not", null)
    .execute();
  return rows as WaitingJob<P>[];
}
