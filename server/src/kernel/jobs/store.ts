import { type SqlBool, sql } from "kysely";
import type { RealmId } from "../api/ids.ts";
import { isAnyTextOf, isPostgres, json } from "../db/dialect.ts";
import type { Db, Tx } from "../db/handles.ts";

/** A job of an organization, ready to be queued. */
export interface DeclaredJob {
  readonly kind: string;
  readonly payload: object;
}

export interface PendingJob extends DeclaredJob {
  readonly realmId: RealmId | null;
  readonly runAtMs: number;
  /** At most one job with this key waits at a time. */
  readonly uniqueKey?: string | undefined;
  /** Jobs of one lane share a few places of their kind. It begins with the organization, as in `laneOf`. */
  readonly lane?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface StoredJob {
  id: number;
  kind: string;
  realm_id: RealmId | null;
  payload: unknown;
  attempts: number;
  lane: string | null;
  request_id: string | null;
}

/** The jobs that there are free slots for. */
export interface ClaimableJobs {
  readonly kinds: readonly string[];
  readonly fullLanes: readonly FullLane[];
  readonly crowded: readonly CrowdedPlaces[];
}

/** A lane with as many jobs as it may have at once of these kinds. Other kinds may have a lane of the same name. */
export interface FullLane {
  readonly kinds: readonly string[];
  readonly lane: string;
}

/** An organization that has its share of the places of these kinds. */
export interface CrowdedPlaces {
  readonly kinds: readonly string[];
  readonly realmId: RealmId;
}

/** What the lanes of an organization begin with, and the lane of its jobs that are given none. */
export const laneOf = (realmId: RealmId): string => `${realmId}:`;

/** Both engines limit the number of values in a statement. */
const ROWS_PER_INSERT = 1000;

/** Queues jobs; one with a pending unique key stays unchanged. */
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
    lane: job.lane ?? (job.realmId === null ? null : laneOf(job.realmId)),
    request_id: job.requestId ?? null,
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await tx
      .insertInto("job")
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflict((conflict) => conflict.column("unique_key").doNothing())
      .execute();
}

/** By the lane, because the index of due jobs has it: there may be many that are passed over. */
function isWanted(db: Db, { kinds, fullLanes, crowded }: ClaimableJobs) {
  const isOfKind = isAnyTextOf(db, "kind", kinds);
  const isHeldBack = [
    ...fullLanes.map((each) => sql`${isAnyTextOf(db, "kind", each.kinds)} and lane = ${each.lane}`),
    ...crowded.map((each) => sql`${isAnyTextOf(db, "kind", each.kinds)} and lane like ${`${laneOf(each.realmId)}%`}`),
  ];
  if (isHeldBack.length === 0) return isOfKind;
  return sql<SqlBool>`${isOfKind} and (lane is null or not (${sql.join(isHeldBack, sql` or `)}))`;
}

/** The next due job, locked so that no other node takes it. */
export async function takeDueJob(tx: Tx, wanted: ClaimableJobs, nowMs: number): Promise<StoredJob | undefined> {
  const { rows } = await sql<StoredJob>`
    select id, kind, realm_id, payload, attempts, lane, request_id from job
    where failed = ${false} and run_at_ms <= ${nowMs} and ${isWanted(tx, wanted)}
    order by run_at_ms, id limit 1 ${isPostgres(tx) ? sql`for update skip locked` : sql``}`.execute(tx);
  return rows[0];
}

/** Deletes due jobs of a kind for an organization, except for those another node is running. */
export async function deleteDueJobs(tx: Tx, kind: string, realmId: RealmId, nowMs: number): Promise<void> {
  await sql`
    delete from job where id in (
      select id from job
      where failed = ${false} and run_at_ms <= ${nowMs} and kind = ${kind} and realm_id = ${realmId}
      ${isPostgres(tx) ? sql`for update skip locked` : sql``})`.execute(tx);
}

export async function nextRunAt(db: Db, wanted: ClaimableJobs): Promise<number | undefined> {
  const row = await db
    .selectFrom("job")
    .select("run_at_ms")
    .where("failed", "=", false)
    .where(isWanted(db, wanted))
    .orderBy("run_at_ms")
    .limit(1)
    .executeTakeFirst();
  return row?.run_at_ms;
}

/** The payloads of jobs that wait or run; not of those that were given up. */
export async function waitingPayloads(db: Db, kinds: readonly string[]): Promise<unknown[]> {
  const rows = await db
    .selectFrom("job")
    .select("payload")
    .where("failed", "=", false)
    .where(isAnyTextOf(db, "kind", kinds))
    .execute();
  return rows.map(({ payload }) => payload);
}

/** Deletes a finished job, unless another node has restarted it; returns whether it existed. */
export async function deleteJob(tx: Tx, { id, attempts }: StoredJob): Promise<boolean> {
  const deleted = await tx.deleteFrom("job").where("id", "=", id).where("attempts", "=", attempts).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export interface NextRun {
  run_at_ms: number;
  attempts: number;
  last_error: string | null;
  failed?: boolean;
  unique_key?: null;
}

/** Sets when the job runs next, unless another node has restarted it. */
export async function postponeJob(tx: Tx, { id, attempts }: StoredJob, next: NextRun): Promise<void> {
  await tx.updateTable("job").set(next).where("id", "=", id).where("attempts", "=", attempts).execute();
}

/** Extends the lease, unless another node has restarted the job. */
export async function extendLease(tx: Tx, { id, attempts }: StoredJob, run_at_ms: number): Promise<void> {
  await tx.updateTable("job").set({ run_at_ms }).where("id", "=", id).where("attempts", "=", attempts).execute();
}
