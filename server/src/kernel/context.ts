/** What a handler works with: the organization, the user, the time, and database access. */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Identities } from "./access/identities.ts";
import { isVisitor } from "./access/roles.ts";
import type { Audit } from "./api/audit.ts";
import type { Dialect } from "./api/dialect.ts";
import type { RealmId, SessionId } from "./api/ids.ts";
import { type PendingEntry, verifyEntries, writeAudit } from "./audit/store.ts";
import type { BackupState } from "./backups/state.ts";
import { type Clock, seconds } from "./clock.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import type { Config } from "./config.ts";
import type { Committed, Database, Db, TransactionOptions, TurnTx, Tx } from "./db/handles.ts";
import { type PendingEphemeral, sendEphemeral } from "./events/ephemeral.ts";
import type { EventCatalogue } from "./events/frames.ts";
import type { Hub } from "./events/hub.ts";
import { type LogEntry, type PendingEvent, takeSharedTurn, takeTurn, writePending, writeShared } from "./events/log.ts";
import type { Connection, Queues } from "./events/queues.ts";
import type { Streams } from "./events/streams.ts";
import type { Wakeups } from "./events/wakeups.ts";
import type { Health } from "./health/health.ts";
import type { Troubles } from "./health/troubles.ts";
import type { Limits } from "./http/rate-limit.ts";
import { type PendingJob, writeJobs } from "./jobs/store.ts";
import type { DeliveryWay } from "./jobs/ways.ts";
import type { LoopWatch } from "./loop-watch.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { CountedMetrics } from "./metrics/counted.ts";
import type { Listeners } from "./moments.ts";
import type { OutgoingClient } from "./outgoing/client.ts";
import type { HasParts } from "./part.ts";
import { NotPrepared } from "./prepared.ts";
import type { ReadingThreads } from "./reading/threads.ts";
import type { Realm, User } from "./realm.ts";
import type { Secrets } from "./secrets.ts";
import type { Storage } from "./storage/storage.ts";

export type { Realm, User } from "./realm.ts";

/** What a server was started with. */
export interface Installation {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: Secrets;
  /** The external URL; known once the port is. */
  url(): string;
  /** Under test: everything sent is checked against its declaration. */
  readonly checked: boolean;
  readonly startedAt: number;
}

/** Where everything is stored. */
export interface Stores {
  readonly database: Database;
  readonly readingThreads: ReadingThreads;
  readonly storage: Storage;
}

/** Who is told of changes, and how. */
export interface Announcing {
  readonly catalogue: EventCatalogue;
  readonly hub: Hub;
  readonly queues: Queues;
  readonly streams: Streams;
  readonly wakeups: Wakeups;
  /** The features that listen to each moment. */
  readonly listeners: Listeners;
  readonly jobs: { wake(): void; wayOf(kind: string): DeliveryWay | undefined };
  /** Called after every commit that has events. */
  changed(realmId: RealmId, entries: readonly LogEntry[]): void;
}

/** Connections to other servers. */
export interface Outside {
  readonly mailer: Mailer;
  /** For URLs that the operator configured, wherever they are. */
  readonly trustedOutgoing: OutgoingClient;
  /** The only client for URLs that people choose. */
  readonly outgoing: OutgoingClient;
}

/** Who is let in, and how much they may ask for. */
export interface Admission {
  readonly identities: Identities;
  readonly limits: Limits;
  /** Who reads a snapshot: by the account, or by the address of a visitor. */
  readonly snapshotReaders: ConcurrencyLimit<string | number>;
}

/** The state of the server itself. */
export interface Supervision {
  readonly troubles: Troubles;
  readonly health: Health;
  /** Measures what blocks the event loop, and for how long. */
  readonly loop: LoopWatch;
  readonly metrics: CountedMetrics;
  readonly backups: BackupState;
}

/** A running server as the kernel knows it; areas above add their own parts (`part.ts`). */
export interface App extends Installation, Stores, Announcing, Outside, Admission, Supervision, HasParts {}

/** Without a user: for operations without credentials, and visitors. */
export interface OpenContext {
  readonly app: App;
  readonly db: Db;
  readonly realm: Realm;
  readonly user: User | undefined;
  /** UNIX seconds; the same throughout one request. */
  readonly now: number;
  /** The name of the calling client, as shown in messages. */
  readonly client: string;
  /** The spelling of names for this client. */
  readonly dialect: Dialect;
  readonly userAgent: string;
  readonly ip: string;
  /** The request that is carried out, or that caused the running job: it joins their lines in the log. */
  readonly requestId?: string | undefined;
  /** The browser session, if the request comes from one. */
  readonly session?: SessionId | undefined;
  readonly connection: Connection;
  /** The request is always cheap. */
  readonly isLight?: boolean | undefined;
  /** What was prepared for this change before its transaction opened. */
  readonly prepared?: object | undefined;
  /** Identifies the caller again, for a request that has waited; throws if they are no longer allowed in. */
  readonly identifiedAnew?: (() => Promise<Renewed>) | undefined;
  /** What the running operation or page declares for the audit log. */
  readonly audit?: Audit | undefined;
  /** Set where nobody's request is carried out: what the server does by itself, or its operator with a command. */
  readonly acting?: "server" | "operator" | undefined;
}

export interface Renewed {
  readonly realm: Realm;
  /** A request without a user stays without one. */
  readonly user?: User;
  readonly now: number;
}

export interface Context extends OpenContext {
  readonly user: User;
}

/** A context inside an open transaction; pending events, jobs and audit entries are written when it commits. */
export interface TxContext extends Context {
  readonly db: Tx;
  readonly pending: Pending;
}

/** A context that holds the organization's turn: what it has read is still true when it writes. */
export interface WriteContext extends TxContext {
  readonly db: TurnTx;
}

export interface Pending {
  readonly events: PendingEvent[];
  readonly ephemeral: PendingEphemeral[];
  readonly jobs: PendingJob[];
  readonly audit: PendingEntry[];
}

const nothingPending = (): Pending => ({ events: [], ephemeral: [], jobs: [], audit: [] });

/**
 * Several reads of one consistent state. Long responses are read in steps: one account has only a few running at once,
 * so that it does not use up memory or connections.
 */
export function readSnapshotOf<C extends OpenContext, T>(
  ctx: C,
  read: (ctx: C & { readonly db: Committed }) => Promise<T>,
): Promise<T> {
  const { database, snapshotReaders } = ctx.app;
  const reader = ctx.user && !isVisitor(ctx.user) ? ctx.user.id : ctx.ip;
  return snapshotReaders.run(reader, () => database.snapshot((db) => read({ ...ctx, db })));
}

/**
 * The only way to change data: rows, events, jobs and audit entries commit together or not at all. When it resolves, the change is
 * durable and every queue on this node has its events. The work starts when it is this change's turn in the organization.
 */
export function change<C extends OpenContext, T>(ctx: C, work: (ctx: Writing<C>) => Promise<T>): Promise<T> {
  return changeOutOfTurn(ctx, async (writing) => work(await takeTurn(writing)));
}

/**
 * A change that does not wait for a turn: for rows that no other change checks before it writes, and for work that computes
 * first and takes the turn itself, so that nobody waits for the computing.
 */
export function changeOutOfTurn<C extends OpenContext, T>(
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  // It would wait for the end of the change that waits for it.
  if ("pending" in ctx) throw new Error("A change cannot begin another one.");
  let current = ctx;
  const renew = async () => {
    current = { ...ctx, ...(await ctx.identifiedAnew?.()) };
  };
  const attempt = (tx: Tx, prepared: object | undefined) =>
    changeIn(tx, prepared ? { ...current, prepared } : current, work);
  return announced(ctx.app, attempt, { renew, isShort: ctx.isLight });
}

export type InTransaction<C extends OpenContext = OpenContext> = C & { readonly db: Tx; readonly pending: Pending };
export type Writing<C extends OpenContext = OpenContext> = InTransaction<C> & { readonly db: TurnTx };

/** For a change that creates the organization it belongs to. */
export function changeWithin<C extends OpenContext, T>(
  app: App,
  begin: (tx: Tx) => Promise<C>,
  work: (ctx: Writing<C>) => Promise<T>,
): Promise<T> {
  return announced(app, async (tx, prepared) => {
    const ctx = await begin(tx);
    return changeIn(tx, prepared ? { ...ctx, prepared } : ctx, async (writing) => work(await takeTurn(writing)));
  });
}

interface Changed<T> {
  readonly value: T;
  announce(): Promise<void>;
}

/** Runs a change in its own transaction and publishes its events. */
async function announced<T>(
  app: App,
  attempt: (tx: Tx, prepared: object | undefined) => Promise<Changed<T>>,
  { renew, isShort }: { renew?: () => Promise<void> } & TransactionOptions = {},
): Promise<T> {
  const run = (prepared: object | undefined) => app.database.transaction((tx) => attempt(tx, prepared), { isShort });
  const { value, announce } = await preparing(app, run, { renew });
  await announce();
  return value;
}

/** A change may need several rounds of preparation, but not endlessly many. */
const MAX_ROUNDS = 10;

/** Runs a transaction, and runs it again when what it needs has been prepared (`NotPrepared`). */
export async function preparing<T>(
  app: App,
  attempt: (prepared: object | undefined) => Promise<T>,
  { renew, isPatient = false }: { renew?: (() => Promise<void>) | undefined; isPatient?: boolean } = {},
): Promise<T> {
  let prepared: object | undefined;
  for (let round = 1; ; round++) {
    try {
      return await attempt(prepared);
    } catch (error) {
      if (!(error instanceof NotPrepared) || round === MAX_ROUNDS) throw error;
      prepared = await (error as NotPrepared<App>).prepare(app, prepared, { isPatient });
      await renew?.();
    }
  }
}

/** Runs a change within an open transaction, whose owner publishes the events after the commit. */
export async function changeIn<C extends OpenContext, T>(
  tx: Tx,
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<Changed<T>> {
  const { app, realm } = ctx;
  const pending = nothingPending();
  const value = await work({ ...ctx, db: tx, pending });
  await writeJobs(tx, pending.jobs);
  if (pending.audit.length > 0) await writeEntries(app, tx, realm.id, pending.audit);
  // Last, because it blocks every other change of the organization until the commit.
  const entries = await writePending(tx, realm.id, pending.events, seconds(app.clock));
  return { value, announce: () => announce(app, realm.id, entries, pending) };
}

/** The result of one of several changes: refused without having written anything, or done. */
export type Outcome<T> = { readonly value: T } | { readonly refusal: unknown };

/**
 * Several changes of one organization in one transaction, which takes its turn once. The work runs them in their order, in
 * few round trips, and returns an outcome for each; what it throws undoes all of them. The lock has been requested when it
 * starts, so whatever it reads is read in the turn. Others may join once it has the turn: `join` returns their contexts for writing,
 * and their outcomes follow. Resolves at the commit; their events are published by `announced`.
 */
export async function changeTogether<C extends OpenContext, T>(
  contexts: readonly [C, ...C[]],
  work: (
    contexts: readonly Writing<C>[],
    join: (late: readonly C[]) => readonly Writing<C>[],
  ) => Promise<readonly Outcome<T>[]>,
): Promise<{ readonly outcomes: readonly Outcome<T>[]; readonly announced: Promise<void> }> {
  const [{ app, realm }] = contexts;
  // Those that have joined are there from the start if it runs again.
  const all: C[] = [...contexts];
  const change = async (tx: Tx) => {
    const open = (ctx: C): Writing<C> => ({ ...ctx, db: tx as TurnTx, pending: nothingPending() });
    const writing = all.map(open);
    const join = (late: readonly C[]) => {
      all.push(...late);
      const joined = late.map(open);
      writing.push(...joined);
      return joined;
    };
    // Both are sent before either returns.
    const [position, outcomes] = await Promise.all([takeSharedTurn(tx, realm.id), work([...writing], join)]);
    const pending = nothingPending();
    for (const [n, each] of writing.entries()) {
      if (!outcomes[n] || "refusal" in outcomes[n]) continue;
      for (const kind of ["events", "ephemeral", "jobs", "audit"] as const)
        (pending[kind] as unknown[]).push(...each.pending[kind]);
    }
    const [entries] = await Promise.all([
      writeShared(tx as TurnTx, realm.id, position, pending.events, seconds(app.clock)),
      writeJobs(tx, pending.jobs),
      pending.audit.length > 0 ? writeEntries(app, tx, realm.id, pending.audit) : undefined,
    ]);
    return { outcomes, pending, entries };
  };
  const { outcomes, pending, entries } = await app.database.transaction(change, { isPipelined: true });
  return { outcomes, announced: announce(app, realm.id, entries, pending) };
}

async function writeEntries(app: App, tx: Tx, realmId: RealmId, entries: readonly PendingEntry[]): Promise<void> {
  if (app.checked) verifyEntries(entries);
  await writeAudit(tx, realmId, entries, seconds(app.clock));
}

/** A part of a change that may fail without the rest: its rows, events, jobs and audit entries are kept or dropped together. */
export async function partOf<C extends InTransaction, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const { db } = ctx;
  const pending = nothingPending();
  await sql`savepoint part`.execute(db);
  let value: T;
  try {
    value = await work({ ...ctx, pending });
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    await sql`release savepoint part`.execute(db);
    throw error;
  }
  await sql`release savepoint part`.execute(db);
  ctx.pending.events.push(...pending.events);
  ctx.pending.ephemeral.push(...pending.ephemeral);
  ctx.pending.jobs.push(...pending.jobs);
  ctx.pending.audit.push(...pending.audit);
  return value;
}

async function announce(
  app: App,
  realmId: RealmId,
  entries: readonly LogEntry[],
  { ephemeral, jobs }: Pending,
): Promise<void> {
  if (entries.length > 0) app.changed(realmId, entries);
  if (jobs.length > 0) app.jobs.wake();
  await app.hub.committed(realmId, entries);
  for (const each of ephemeral) sendEphemeral(app, realmId, each);
}
