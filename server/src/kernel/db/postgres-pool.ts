/**
 * A PostgreSQL connection pool in which nothing waits forever. The server itself ends statements, lock waits and idle
 * transactions; a connection on which the server says nothing at all is closed from this side.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import type { PoolFigures } from "./handles.ts";
import {
  explain,
  isConnectionUseless,
  isOutdatedPlan,
  isPoolerRefusal,
  isReadOnlyRefusal,
  isUnavailable,
  isUnknownStatement,
} from "./postgres-errors.ts";
import { numericTypes, RowClient } from "./postgres-rows.ts";
import { type KnownColumns, Statement, type StatementOptions, type StatementResult } from "./postgres-statement.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** How our connections appear to other processes and database administrators. */
export const APPLICATION_NAME = "parley";
/** How long an idle connection may be silent before the operating system probes it. */
export const KEEP_ALIVE_MS = 10_000;
/** Extra time for the server's response beyond its own timeout. */
const GRACE_MS = 2000;
const MOST_SWEEP_MS = 250;
/** A clean close needs the other side. */
const CLOSE_MS = 1000;

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  /** How long to wait for a connection, new or in use. */
  readonly waitMs: number;
  /** 0 for no limit. */
  readonly statementMs: number;
  /** 0 for no limit. */
  readonly lockMs: number;
  readonly readOnly?: boolean;
  /** Statements can be sent before earlier ones have returned (`postgres-pipeline.ts`). */
  readonly isPipelined?: boolean;
  /** How many statements are prepared, if not as many as usual. */
  readonly prepared?: { readonly mostNamed: number; readonly mostOnConnection: number };
  /** A connection was lost, or could not be opened. */
  onFault(sentence: string, error: unknown): void;
  /** A connection was closed because the server stopped responding. */
  onSilence(): void;
}

/** `pg` does not expose the socket in its types; it is the only way to end a dead connection. */
export function cut(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

export class WatchedPool implements PostgresPool {
  readonly #options: PoolOptions;
  /** Kysely would use them to cancel statements, which we leave to the server. */
  readonly options = {};
  readonly #pool: pg.Pool;
  readonly #leases = new Map<pg.PoolClient, Lease>();
  readonly #sweep: NodeJS.Timeout | undefined;
  readonly #statements: PreparedStatements;
  readonly #tally = { statements: 0, waits: 0, waitedMs: 0 };
  /** The timeouts as statements, if a pooler rejected them as connection parameters. */
  #limitsInTransaction: string | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#statements = new PreparedStatements(options.prepared);
    const { url, max, waitMs, statementMs, lockMs, readOnly = false, isPipelined = false } = options;
    this.#pool = new pg.Pool({
      Client: RowClient,
      connectionString: url,
      max,
      types: numericTypes,
      application_name: APPLICATION_NAME,
      pipeline: isPipelined,
      connectionTimeoutMillis: waitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      statement_timeout: statementMs || undefined,
      lock_timeout: lockMs || undefined,
      idle_in_transaction_session_timeout: statementMs || undefined,
      ...(readOnly ? { options: "-c default_transaction_read_only=on" } : {}),
    });
    // Without its own listener, a connection that dies between statements would end the process.
    this.#pool.on("connect", (client) => {
      client.on("error", (error) => options.onFault(explain(error), error));
      this.#leases.set(
        client as pg.PoolClient,
        new Lease(client as pg.PoolClient, {
          isReadOnly: readOnly,
          limits: () => this.#limitsInTransaction,
          statements: this.#statements,
          tally: this.#tally,
        }),
      );
    });
    this.#pool.on("remove", (client) => this.#leases.delete(client as pg.PoolClient));
    // The pool replaces a connection that dies while idle; its own listener has reported it.
    this.#pool.on("error", () => {});
    if (statementMs > 0) {
      const everyMs = Math.min(MOST_SWEEP_MS, statementMs / 4);
      this.#sweep = setInterval(() => this.#cutSilent(statementMs + Math.min(GRACE_MS, statementMs)), everyMs).unref();
    }
  }

  async connect(): Promise<Lease> {
    const isWithoutParameters = this.#limitsInTransaction !== undefined;
    const waitsSince = this.#pool.idleCount > 0 ? undefined : performance.now();
    try {
      const lease = this.#lease(await this.#pool.connect());
      if (waitsSince !== undefined) {
        this.#tally.waits++;
        this.#tally.waitedMs += performance.now() - waitsSince;
      }
      return lease;
    } catch (error) {
      if (isPoolerRefusal(error) && !isWithoutParameters) {
        this.#leaveLimitsToTransactions();
        return this.connect();
      }
      const sentence = explain(error);
      this.#options.onFault(sentence, error);
      throw new DatabaseUnavailable(sentence, { cause: error });
    }
  }

  get figures(): Omit<PoolFigures, "pool"> {
    const { totalCount: connections, idleCount, waitingCount: waiting } = this.#pool;
    return { connections, busy: connections - idleCount, waiting, ...this.#tally };
  }

  /** Called after one connection went silent: idle ones may be dead too, and new ones are cheap. */
  dropIdle(): void {
    for (const [client, lease] of this.#leases) if (!lease.isTaken) cut(client);
  }

  async end(): Promise<void> {
    clearInterval(this.#sweep);
    const impatient = setTimeout(() => {
      for (const client of this.#leases.keys()) cut(client);
    }, CLOSE_MS);
    await this.#pool.end();
    clearTimeout(impatient);
  }

  #lease(client: pg.PoolClient): Lease {
    const lease = this.#leases.get(client) as Lease;
    lease.take();
    return lease;
  }

  #cutSilent(limitMs: number): void {
    const begunBefore = performance.now() - limitMs;
    for (const [client, lease] of this.#leases) {
      if (!(lease.statementSince < begunBefore)) continue;
      lease.isSilent = true;
      cut(client);
      this.#options.onSilence();
    }
  }

  /**
   * Poolers such as PgBouncer accept few parameters: transactions then set the timeouts themselves, in the same round
   * trip.
   */
  #leaveLimitsToTransactions(): void {
    const { statementMs, lockMs } = this.#options;
    const { options } = this.#pool as unknown as { options: Record<string, unknown> };
    const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
    for (const name of [...names, "options"]) delete options[name];
    const values = [statementMs, lockMs, statementMs];
    this.#statements.stop();
    this.#limitsInTransaction = names.map((name, index) => `; set local ${name} = ${values[index]}`).join("");
  }
}

const BEGINS = /^(begin|start transaction)/;
const ENDS = /^(commit|rollback)$/;

interface LeaseOptions {
  readonly isReadOnly: boolean;
  /** Statements to begin a transaction with. */
  limits(): string | undefined;
  readonly statements: PreparedStatements;
  readonly tally: { statements: number };
}

/** A connection in the form that Kysely uses. */
export class Lease implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #options: LeaseOptions;
  /** Whether the open transaction is read-only. */
  #isReading: boolean;
  #isInTransaction = false;
  /** Statements that have not returned: more than one only in a pipelined transaction. */
  #pending = 0;
  /** Since when the server has said nothing about a pending statement. */
  statementSince = Number.POSITIVE_INFINITY;
  isTaken = false;
  isSilent = false;
  #isUseless = false;
  /** The names of statements that this connection has prepared. */
  readonly #prepared = new Set<string>();
  /** Of those that it has run, the columns. */
  readonly #known: KnownColumns = new Map();
  /** Whether what is sent waits to be written together. */
  #isCollecting = false;
  /** Whether a statement of the open transaction has failed. */
  #hasFailed = false;

  constructor(client: pg.PoolClient, options: LeaseOptions) {
    this.#client = client;
    this.#options = options;
    this.#isReading = options.isReadOnly;
  }

  take(): void {
    this.isTaken = true;
    this.#isInTransaction = false;
    this.#hasFailed = false;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: never): R;
  async query(sql: string, parameters?: readonly unknown[]): Promise<StatementResult> {
    const limits = this.#options.limits();
    const { isReadOnly } = this.#options;
    this.#options.tally.statements++;
    if (this.#pending++ === 0) this.statementSince = performance.now();
    try {
      if (BEGINS.test(sql)) {
        this.#isInTransaction = true;
        this.#hasFailed = false;
        const saysSo = sql.includes("read only");
        this.#isReading = isReadOnly || saysSo;
        const begin = isReadOnly && !saysSo ? `${sql} read only` : sql;
        this.#collect();
        const { rows } = await this.#client.query(begin + (limits ?? ""));
        return { command: "SELECT", rowCount: 0, rows };
      }
      if (ENDS.test(sql)) this.#isInTransaction = false;
      else if (limits !== undefined && isReadOnly && !this.#isInTransaction)
        return await this.#readWithin(limits, sql, parameters);
      return await this.#run(sql, parameters);
    } catch (error) {
      this.#hasFailed = true;
      const isDemoted = isReadOnlyRefusal(error) && !this.#isReading;
      if (isDemoted || isConnectionUseless(error) || isUnknownStatement(error) || isOutdatedPlan(error))
        this.#isUseless = true;
      if (!isDemoted && !isUnavailable(error)) throw error;
      throw new DatabaseUnavailable(this.isSilent ? "PostgreSQL stopped responding." : explain(error), {
        cause: error,
      });
    } finally {
      this.statementSince = --this.#pending === 0 ? Number.POSITIVE_INFINITY : performance.now();
    }
  }

  async #run(sql: string, parameters?: readonly unknown[]): Promise<StatementResult> {
    const { statements } = this.#options;
    const values = parameters ?? [];
    const name = typeof sql === "string" ? statements.nameOf(sql) : undefined;
    if (name !== undefined) this.#prepared.add(name);
    try {
      return await this.#send({ text: sql, values, name });
    } catch (error) {
      // Behind a statement that failed, preparing fails too, and what was to be prepared is unknown.
      if (isUnknownStatement(error) && !this.#hasFailed) statements.stop();
      if (this.#isInTransaction || !(isUnknownStatement(error) || isOutdatedPlan(error))) throw error;
      this.#isUseless = true;
      return this.#send({ text: sql, values });
    }
  }

  /** What is sent in this turn of the event loop is written at its end, together. */
  #collect(): void {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCollecting = false;
      stream.uncork();
    });
  }

  async #send({ text, values, name }: Omit<StatementOptions, "known">): Promise<StatementResult> {
    const statement = new Statement({ text, values, name, known: this.#known });
    this.#collect();
    this.#client.query(statement);
    try {
      return await statement.result;
    } catch (error) {
      // Otherwise it says where the response was received.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  /** A connection that could not be made read-only reads in a transaction that is. */
  async #readWithin(limits: string, sql: string, parameters?: readonly unknown[]): Promise<StatementResult> {
    await this.#client.query(`begin read only${limits}`);
    try {
      return await this.#send({ text: sql, values: parameters ?? [] });
    } finally {
      await this.#client.query("commit");
    }
  }

  /** The connection is not used again. */
  discard(): void {
    this.#isUseless = true;
  }

  release(): void {
    this.isTaken = false;
    // A new connection is cheaper than to keep the plans of statements that no longer run.
    const isFull = this.#prepared.size >= this.#options.statements.mostOnConnection;
    this.#client.release(isFull || this.#isUseless || this.isSilent);
  }
}
