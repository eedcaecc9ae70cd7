/**
 * A transaction whose statements are sent without waiting for the results of earlier ones: those that its work runs at
 * the same time cost one round trip together. They run one after another, in the order in which they were started.
 */
import {
  type CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Db, Tx } from "./handles.ts";
import type { Lease } from "./postgres-pool.ts";
import type { StatementResult } from "./postgres-statement.ts";
import type { Schema } from "./schema.ts";

/**
 * Its statements find rows for lists whose length PostgreSQL does not know when it plans them: it would rather read a
 * table of some thousand rows than look for a hundred.
 */
export const BEGIN_WRITING = "begin; set local enable_seqscan = off";
export const BEGIN_SNAPSHOT = "start transaction isolation level repeatable read read only";

/** `begin` itself is not waited for: the first statements of the work must only read or lock. */
export async function inPipeline<T, Handle extends Db>(
  lease: Lease,
  begin: string,
  work: (handle: Handle) => Promise<T>,
): Promise<T> {
  const pipeline = new Pipeline(lease);
  try {
    const begun = pipeline.query(begin, []);
    begun.catch(() => {});
    const value = await work(handleOn(pipeline) as unknown as Handle);
    await begun;
    const { command } = await pipeline.commit();
    if (command !== "COMMIT") throw new Error("The transaction was rolled back, because a statement had failed.");
    return value;
  } catch (error) {
    const reason = pipeline.close() ?? error;
    // Its result comes after those of all others, so the connection is free then.
    await lease.query("rollback", []).catch(() => lease.discard());
    throw reason;
  } finally {
    pipeline.close();
    lease.release();
  }
}

/**
 * Runs the last statements of a transaction. A pipelined one sends them together with its commit, when its work has ended: if one
 * fails, PostgreSQL rolls back instead.
 */
export async function runLast(tx: Tx, statements: readonly CompiledQuery[]): Promise<void> {
  const executor = tx.getExecutor();
  if (executor instanceof PipelineExecutor) executor.runLast(statements);
  else for (const statement of statements) await tx.executeQuery(statement);
}

const refuse = async (): Promise<never> => {
  throw new Error("A pipeline has its connection already.");
};
const dialect = new PostgresDialect({ pool: refuse });
const driver = dialect.createDriver();
const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/**
 * Statements are sent in the order in which they are started: nothing is waited for before that, as Kysely's own executor
 * does.
 */
class PipelineExecutor extends DefaultQueryExecutor {
  readonly #pipeline: Pipeline;

  constructor(pipeline: Pipeline) {
    super(compiler, adapter, { provideConnection: refuse });
    this.#pipeline = pipeline;
  }

  override async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#pipeline.query(sql, parameters);
    return { rows: rows as R[], ...(command === "SELECT" ? {} : { numAffectedRows: BigInt(rowCount) }) };
  }

  runLast(statements: readonly CompiledQuery[]): void {
    this.#pipeline.last.push(...statements);
  }
}

function handleOn(pipeline: Pipeline): Kysely<Schema> {
  return new Kysely<Schema>({ config: { dialect }, driver, dialect, executor: new PipelineExecutor(pipeline) });
}

/** The connection of one transaction. */
class Pipeline {
  readonly #lease: Lease;
  /** Statements that are sent with the commit. */
  readonly last: CompiledQuery[] = [];
  #failure: { readonly error: unknown } | undefined;
  #isClosed = false;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    // Without a transaction around it, a statement would be committed by itself.
    if (this.#failure) throw this.#failure.error;
    if (this.#isClosed) throw new Error("The transaction is over.");
    try {
      return await this.#lease.query(sql, parameters);
    } catch (error) {
      // The statements behind it fail too, because of this one.
      this.#failure ??= { error };
      throw this.#failure.error;
    }
  }

  async commit(): Promise<StatementResult> {
    const last = this.last.map(({ sql, parameters }) => this.query(sql, parameters));
    const committed = this.query("commit", []);
    // What failed first is the reason, so it is waited for in the order in which it was sent.
    await Promise.all([...last, committed]);
    return committed;
  }

  /** Nothing more is sent, whatever the work still does. Returns the error of the first statement that failed. */
  close(): unknown {
    this.#isClosed = true;
    return this.#failure?.error;
  }
}
