/** What a handler works with: the organization, the user, the time, and database access. */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Histogram } from "prom-client";
import type { Notifier } from "../delivery/notifications/notifier.ts";
import type { ExternalContent } from "../messages/external-content/content.ts";
import type { Pages } from "../messages/page-previews/pages.ts";
import type { RealmSettings } from "../organization/settings/realm-settings.ts";
import type { UserSettings } from "../organization/settings/user-settings.ts";
import type { CustomEmojiSet } from "../text/emoji/custom.ts";
import type { RenderWorkers } from "../text/markdown/heavy/workers.ts";
import type { Linkifier } from "../text/markdown/names.ts";
import { HeavyWorkWanted, Texts } from "../text/markdown/texts.ts";
import type { Indexer } from "../text/search/indexer.ts";
import type { Identities } from "./access/identities.ts";
import type { RealmPermission } from "./access/permission-settings.ts";
import { isVisitor } from "./access/roles.ts";
import type { SystemGroups } from "./access/store.ts";
import type { Dialect } from "./api/dialect.ts";
import type { GroupId, RealmId, SessionId, UserId } from "./api/ids.ts";
import { type Clock, seconds } from "./clock.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import type { Config } from "./config.ts";
import type { Committed, Database, Db, TransactionOptions, TurnTx, Tx } from "./db/handles.ts";
import { type PendingEphemeral, sendEphemeral } from "./events/ephemeral.ts";
import type { EventCatalogue } from "./events/frames.ts";
import type { Hub } from "./events/hub.ts";
import { type LogEntry, type PendingEvent, takeTurn, writePending } from "./events/log.ts";
import type { Connection, Queues } from "./events/queues.ts";
import type { Streams } from "./events/streams.ts";
import type { Wakeups } from "./events/wakeups.ts";
import type { Health } from "./health/health.ts";
import type { Troubles } from "./health/troubles.ts";
import type { Limits } from "./http/rate-limit.ts";
import type { PendingJob } from "./jobs/job-kind.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { writeJobs } from "./jobs/store.ts";
import type { LoopWatch } from "./loop-watch.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { OutgoingClient } from "./outgoing/client.ts";
import type { Secrets } from "./secrets.ts";
import type { Storage } from "./storage/storage.ts";

/** The parts of a running server. */
export interface App {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly troubles: Troubles;
  readonly health: Health;
  readonly secrets: Secrets;
  readonly identities: Identities;
  readonly catalogue: EventCatalogue;
  readonly hub: Hub;
  readonly queues: Queues;
  readonly streams: Streams;
  readonly jobs: Jobs;
  readonly storage: Storage;
  readonly mailer: Mailer;
  /** For URLs that the operator configured, wherever they are. */
  readonly trustedOutgoing: OutgoingClient;
  /** The only client for URLs that people choose. */
  readonly outgoing: OutgoingClient;
  /** Previews of web pages that messages link to. */
  readonly pages: Pages;
  /** Images and recordings from other sites in messages. */
  readonly externalContent: ExternalContent;
  readonly renderers: RenderWorkers;
  readonly limits: Limits;
  /** Who reads a snapshot: the account, or a visitor's IP address. */
  /** Measures what blocks the event loop, and for how long. */
  readonly loop: LoopWatch;
  readonly blockages: Histogram<"operation">;
  readonly snapshotReaders: ConcurrencyLimit<string | number>;
  readonly indexer: Indexer;
  readonly notifier: Notifier;
  readonly wakeups: Wakeups;
  /** The external URL; known once the port is. */
  url(): string;
  /** Under test: everything sent is checked against its declaration. */
  readonly checked: boolean;
  readonly startedAt: number;
}

/** An organization's text settings. */
export interface Markup {
  /** Link patterns, in order. */
  readonly linkifiers: readonly Linkifier[];
  readonly customEmoji: CustomEmojiSet;
}

export interface Realm extends Markup {
  readonly id: RealmId;
  readonly string_id: string;
  readonly is_active: boolean;
  readonly is_default: boolean;
  readonly date_created: number;
  readonly version: number;
  readonly url: string;
  /** The host name of its URL, without port: the domain of dummy email addresses. */
  readonly host: string;
  readonly settings: Readonly<RealmSettings> & Readonly<Record<RealmPermission, GroupId>>;
  /** The organization's default settings for new users. */
  readonly userDefaults: Readonly<UserSettings>;
  /** The defaults that differ from Parley's own. */
  readonly chosenUserDefaults: Readonly<Partial<UserSettings>>;
  readonly systemGroups: SystemGroups;
  readonly pictures: RealmPictures;
  readonly markupVersion: number;
  /** Changes whenever anyone's alert words or muted users change. */
  readonly preferencesVersion: number;
}

/** The paths of the organization's uploaded pictures. */
export interface RealmPictures {
  readonly icon?: string;
  readonly logo?: string;
  readonly night_logo?: string;
}

export interface User {
  readonly id: UserId;
  readonly realm_id: RealmId;
  readonly delivery_email: string;
  readonly full_name: string;
  readonly role: number;
  readonly is_bot: boolean;
  readonly bot_type: number | null;
  readonly bot_owner_id: UserId | null;
  readonly date_joined: number;
  readonly avatar_source: "G" | "U";
  readonly avatar_version: number;
  readonly avatar_path: string | null;
  readonly can_create_users: boolean;
  readonly can_change_user_emails: boolean;
  readonly settings: Readonly<UserSettings>;
  /** Every group that contains the user. */
  readonly groups: ReadonlySet<GroupId>;
}

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
  /** The browser session, if the request comes from one. */
  readonly session?: SessionId | undefined;
  readonly connection: Connection;
  /** The request is always cheap. */
  readonly isLight?: boolean | undefined;
  /** Texts rendered for this change before its transaction opened. */
  readonly texts?: Texts;
  /** Identifies the caller again, for a request that has waited; throws if they are no longer allowed in. */
  readonly identifiedAnew?: (() => Promise<Renewed>) | undefined;
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

/** A context inside an open transaction; pending events and jobs are written when it commits. */
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
}

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
 * The only way to change data: rows, events and jobs commit together or not at all. When it resolves, the change is
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
  let current = ctx;
  const renew = async () => {
    current = { ...ctx, ...(await ctx.identifiedAnew?.()) };
  };
  const attempt = (tx: Tx, texts: Texts | undefined) => changeIn(tx, texts ? { ...current, texts } : current, work);
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
  return announced(app, async (tx, texts) => {
    const ctx = await begin(tx);
    return changeIn(tx, texts ? { ...ctx, texts } : ctx, async (writing) => work(await takeTurn(writing)));
  });
}

interface Changed<T> {
  readonly value: T;
  announce(): Promise<void>;
}

/** Runs a change in its own transaction and publishes its events. */
async function announced<T>(
  app: App,
  attempt: (tx: Tx, texts: Texts | undefined) => Promise<Changed<T>>,
  { renew, isShort }: { renew?: () => Promise<void> } & TransactionOptions = {},
): Promise<T> {
  const run = (texts: Texts | undefined) => app.database.transaction((tx) => attempt(tx, texts), { isShort });
  const { value, announce } = await withTexts(app, run, { renew });
  await announce();
  return value;
}

/** A text may require several rounds of rendering, but not endlessly many. */
const MAX_ROUNDS = 10;

/**
 * Runs a transaction. If a text in it needs a worker, the transaction ends, the worker renders it, and the transaction
 * runs again with the result, so that no write waits for a formula.
 */
export async function withTexts<T>(
  app: App,
  attempt: (texts: Texts | undefined) => Promise<T>,
  { renew, isPatient = false }: { renew?: (() => Promise<void>) | undefined; isPatient?: boolean } = {},
): Promise<T> {
  let texts: Texts | undefined;
  for (let round = 1; ; round++) {
    try {
      return await attempt(texts);
    } catch (error) {
      if (!(error instanceof HeavyWorkWanted) || round === MAX_ROUNDS) throw error;
      texts ??= new Texts();
      texts.learn(await app.renderers.run(error.tasks, { account: error.account, isPatient }));
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
  const pending: Pending = { events: [], ephemeral: [], jobs: [] };
  const value = await work({ ...ctx, db: tx, pending });
  await writeJobs(tx, pending.jobs);
  // Last, because it blocks every other change of the organization until the commit.
  const entries = await writePending(tx, realm.id, pending.events, seconds(app.clock));
  return { value, announce: () => announce(app, realm.id, entries, pending) };
}

/** A part of a change that may fail without the rest: its rows, events and jobs are kept or dropped together. */
export async function partOf<C extends InTransaction, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  const { db } = ctx;
  const pending: Pending = { events: [], ephemeral: [], jobs: [] };
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
  return value;
}

async function announce(
  app: App,
  realmId: RealmId,
  entries: readonly LogEntry[],
  { ephemeral, jobs }: Pending,
): Promise<void> {
  if (entries.length > 0) app.wakeups.logGrew(realmId);
  if (entries.length > 0) app.indexer.wake();
  if (entries.some((entry) => entry.type === "message")) app.notifier.wake(realmId);
  if (jobs.length > 0) app.jobs.wake();
  await app.hub.committed(realmId, entries);
  for (const each of ephemeral) sendEphemeral(app, realmId, each);
}
