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
import type { Db } from "./handles.ts";
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
    const { command } = await pipeline.query("commit", []);
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
}

function handleOn(pipeline: Pipeline): Kysely<Schema> {
  return new Kysely<Schema>({ config: { dialect }, driver, dialect, executor: new PipelineExecutor(pipeline) });
}

/** The connection of one transaction. */
class Pipeline {
  readonly #lease: Lease;
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

  /** Nothing more is sent, whatever the work still does. Returns the error of the first statement that failed. */
  close(): unknown {
    this.#isClosed = true;
    return this.#failure?.error;
  }
}
