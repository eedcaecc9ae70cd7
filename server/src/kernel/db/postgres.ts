/**
 * PostgreSQL with three pools, so that reading, writing and delivering events never wait for each other's connections.
 * Invariants rely on explicit row locks; a transaction that loses a conflict runs again.
 */
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { DATABASE_DEFAULTS, type DatabaseConfig } from "./config.ts";
import type { Committed, Database, DatabaseWatch, Tx } from "./handles.ts";
import { migrate } from "./migrate.ts";
import { explain, isLostConflict, isOutdatedPlan, isUnavailable } from "./postgres-errors.ts";
import { BEGIN_SNAPSHOT, BEGIN_WRITING, inPipeline } from "./postgres-pipeline.ts";
import { APPLICATION_NAME, type PoolOptions, WatchedPool } from "./postgres-pool.ts";
import { numericTypes } from "./postgres-rows.ts";
import { reachPostgres } from "./postgres-start.ts";
import type { Schema } from "./schema.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const ATTEMPTS = 5;
/** Following the log and storing queues takes milliseconds; anything longer is stuck. */
const DELIVERY_STATEMENT_MS = 5000;
/** How long a fault is reported after it was last noticed. */
const REMEMBERED_MS = 60_000;

export interface PostgresOptions extends Partial<DatabaseConfig> {
  readonly watch?: DatabaseWatch | undefined;
}

export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const config = { ...DATABASE_DEFAULTS, ...options };
  const troubles = options.watch?.troubles;
  const pools: WatchedPool[] = [];
  const forgetting = new Map<string, NodeJS.Timeout>();

  function open(own: Pick<PoolOptions, "max" | "readOnly" | "statementMs" | "isPipelined">): WatchedPool {
    const { waitMs, lockMs } = config;
    const pool = new WatchedPool({
      ...{ url, waitMs, lockMs, ...own },
      onFault: warnForAWhile,
      onSilence() {
        warnForAWhile("PostgreSQL stopped responding on a connection, which was closed.");
        for (const each of pools) each.dropIdle();
      },
    });
    pools.push(pool);
    return pool;
  }

  const handleOn = (pool: WatchedPool) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

  /** Health checks determine when it is over; it is reported for a while, so that someone notices. */
  function warnForAWhile(sentence: string, error?: unknown): void {
    troubles?.warn(sentence, sentence, error);
    clearTimeout(forgetting.get(sentence));
    forgetting.set(sentence, setTimeout(() => troubles?.endWarning(sentence), REMEMBERED_MS).unref());
  }

  const { statementMs } = config;
  const writers = open({ max: config.writers, statementMs, isPipelined: true });
  const readers = open({ max: config.readers, statementMs, readOnly: true, isPipelined: true });
  const deliverers = open({
    max: config.deliverers,
    statementMs: statementMs && Math.min(statementMs, DELIVERY_STATEMENT_MS),
  });
  const reading = handleOn(readers);
  const writing = handleOn(writers);
  const delivering = handleOn(deliverers);

  let commits = 0;

  function snapshotOn<T>(db: Kysely<Schema>, work: (db: Committed) => Promise<T>): Promise<T> {
    const snapshots = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
    return untilSettled(() => snapshots.execute((snapshot) => work(snapshot as unknown as Committed)));
  }

  const transactionOn = <T>(db: Kysely<Schema>, work: (tx: Tx) => Promise<T>): Promise<T> =>
    counted(() => db.transaction().execute((tx) => work(tx as unknown as Tx)));

  async function counted<T>(run: () => Promise<T>): Promise<T> {
    try {
      const value = await untilSettled(run);
      commits++;
      return value;
    } catch (error) {
      // It may have been committed anyway.
      if (error instanceof DatabaseUnavailable) commits++;
      throw error;
    }
  }

  return {
    engine: "postgres",
    get commits() {
      return commits;
    },
    reader: reading as unknown as Committed,
    snapshot: (work) => untilSettled(async () => inPipeline(await readers.connect(), BEGIN_SNAPSHOT, work)),
    transaction: (work, { isPipelined = false } = {}) =>
      isPipelined
        ? counted(async () => inPipeline(await writers.connect(), BEGIN_WRITING, work))
        : transactionOn(writing, work),
    delivery: {
      snapshot: (work) => snapshotOn(delivering, work),
      transaction: (work) => transactionOn(delivering, work),
    },

    async probe() {
      // A record in the write-ahead log: the commit waits for the disk and standbys, and leaves no row behind.
      const commit = sql`select pg_logical_emit_message(true, 'parley', '')`.execute(writing);
      await Promise.all([commit, ...[reading, delivering].map((db) => sql`select 1`.execute(db))]);
    },

    figures: () => [
      { pool: "reading", ...readers.figures },
      { pool: "writing", ...writers.figures },
      { pool: "delivering", ...deliverers.figures },
    ],

    async sizes() {
      const { rows } = await sql<{ data: number }>`select pg_database_size(current_database()) as data`.execute(
        reading,
      );
      return { data: rows[0]?.data ?? 0 };
    },

    // Nothing to do: a dump contains rows, and the log belongs to the database server.
    async emptyLog() {},

    async migrate(upto, options) {
      await reachPostgres(url, { ...config, onWait: (sentence) => troubles?.warn("start", sentence) });
      troubles?.endWarning("start");
      // A migration has no time limit.
      const pool = new pg.Pool({
        connectionString: url,
        max: 1,
        types: numericTypes,
        application_name: APPLICATION_NAME,
      });
      pool.on("error", () => {});
      pool.on("connect", (client) => void client.on("error", () => {}));
      const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
      try {
        await migrate(db, upto, options);
      } catch (error) {
        throw isUnavailable(error) ? new DatabaseUnavailable(explain(error), { cause: error }) : error;
      } finally {
        await db.destroy();
      }
    },
    async close() {
      await Promise.all([reading, writing, delivering].map((db) => db.destroy()));
    },
  };
}

async function untilSettled<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      // Each outdated plan ends a connection, so there are no more than connections.
      if (!isLostConflict(error) || (attempt >= ATTEMPTS && !isOutdatedPlan(error))) throw error;
    }
  }
}
