/**
 * Kinds of jobs, declared with the type of their payload:
 *
 *     export const deliverScheduled = jobKind<{ scheduled_message_id: number }>("deliver_scheduled");
 *     enqueue(ctx, deliverScheduled({ scheduled_message_id }), { runAtMs });
 *     jobs: [deliverScheduled.inside(async (ctx, { scheduled_message_id }) => …)]   // in the feature
 */
import type { App, InTransaction, OpenContext, Writing } from "../context.ts";
import type { DeclaredJob } from "./store.ts";
import type { DeliveryWay } from "./ways.ts";

/**
 * Places of a kind's own, for what waits for people's own machines: it takes none from other kinds, and of one lane only
 * so many run at once, so that one slow endpoint does not keep the others waiting.
 */
export interface Lanes {
  readonly atOnce: number;
  readonly perLane: number;
}

/** One attempt at a job with outside effects. */
export interface Attempt {
  /** There are no more attempts: report the failure now. */
  readonly isLast: boolean;
  /** The process ends: what takes long stops where it can, by throwing, and the next process runs the job. */
  readonly signal: AbortSignal;
  /** The job is done, but nothing arrived: it counts as a failed delivery. */
  noteFailure(): void;
  /** Deletes the job and makes a change, atomically: the result is written once. */
  finish<T>(work: (ctx: Writing) => Promise<T>): Promise<T>;
}

/**
 * How jobs of a kind are run. `inside`: in the transaction that removes the job, so exactly once, and in the organization's
 * turn; it waits for nothing but the database, and its events are announced when it commits. `insideOutOfTurn`: without that
 * turn, which it takes itself when it has computed what others should not wait for. `outside`: for what reaches beyond the database; it
 * runs again after a failure or a crash, a number of times, and opens its own transactions with `change`. `recurring`: the
 * same, again and again, on one node at a time and for no organization in particular.
 */
export type JobRunner =
  | {
      readonly kind: string;
      readonly inside: (ctx: Writing, payload: never) => Promise<void>;
      /** How often it is tried before it counts as failed. */
      readonly attempts?: number | undefined;
    }
  | { readonly kind: string; readonly insideOutOfTurn: (ctx: InTransaction, payload: never) => Promise<void> }
  | {
      readonly kind: string;
      readonly outside: (ctx: OpenContext, payload: never, attempt: Attempt) => Promise<void>;
      /** How often it is tried before it counts as failed. */
      readonly attempts?: number | undefined;
      readonly lanes?: Lanes | undefined;
      /** Set if it delivers something; its results are noted. */
      readonly way?: DeliveryWay | undefined;
    }
  | { readonly kind: string; readonly everySeconds: number; readonly recurring: (app: App) => Promise<void> };

export interface JobKind<P extends object> {
  (payload: P): DeclaredJob;
  readonly kind: string;
  inside(run: (ctx: Writing, payload: P) => Promise<void>, attempts?: number): JobRunner;
  insideOutOfTurn(run: (ctx: InTransaction, payload: P) => Promise<void>): JobRunner;
  outside(run: RunOutside<P>, attempts?: number, lanes?: Lanes): JobRunner;
}

type RunOutside<P> = (ctx: OpenContext, payload: P, attempt: Attempt) => Promise<void>;

/** The name is stored with each job: it must not change while jobs may be pending. */
export function jobKind<P extends object>(kind: string, way?: DeliveryWay): JobKind<P> {
  return Object.assign((payload: P): DeclaredJob => ({ kind, payload }), {
    kind,
    inside: (inside: (ctx: Writing, payload: P) => Promise<void>, attempts?: number): JobRunner => ({
      kind,
      inside,
      attempts,
    }),
    insideOutOfTurn: (insideOutOfTurn: (ctx: InTransaction, payload: P) => Promise<void>): JobRunner => ({
      kind,
      insideOutOfTurn,
    }),
    outside: (outside: RunOutside<P>, attempts?: number, lanes?: Lanes): JobRunner => ({
      kind,
      outside,
      attempts,
      lanes,
      way,
    }),
  });
}

export function recurringJob(kind: string, everySeconds: number, recurring: (app: App) => Promise<void>): JobRunner {
  return { kind, everySeconds, recurring };
}

export interface EnqueueOptions {
  /** By default as soon as the change is committed. */
  runAtMs?: number;
  uniqueKey?: string;
  lane?: string;
}

/** Queues a job when the change commits; a rolled back change leaves none. */
export function enqueue(ctx: InTransaction, job: DeclaredJob, { runAtMs, uniqueKey, lane }: EnqueueOptions = {}): void {
  const own = (name: string | undefined) => (name === undefined ? undefined : uniqueKeyOf(ctx, job, name));
  ctx.pending.jobs.push({
    ...job,
    realmId: ctx.realm.id,
    runAtMs: runAtMs ?? ctx.app.clock.now(),
    uniqueKey: own(uniqueKey),
    lane: own(lane),
    requestId: ctx.requestId,
  });
}

/** The stored key: organizations and kinds do not share keys. */
export const uniqueKeyOf = ({ realm }: Pick<Writing, "realm">, { kind }: { readonly kind: string }, name: string) =>
  `${realm.id}:${kind}:${name}`;
