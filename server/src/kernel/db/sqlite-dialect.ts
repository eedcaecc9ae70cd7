/**
 * Kysely on one `node:sqlite` connection. Statements are prepared once; booleans and JSON are converted to what
 * PostgreSQL would return, by the declared column type.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { Steps } from "../steps.ts";

interface Prepared {
  readonly statement: StatementSync;
  readonly reads: boolean;
  /** Empty if no rows are returned. */
  columns: readonly Column[];
  /** Whether it returned many rows when it last ran, or may do so because it has not run yet. */
  isLong: boolean;
}

interface Column {
  readonly name: string;
  /** The declared type, if it says more than the value. */
  readonly type: "boolean" | "json" | undefined;
}

/** Statements differ with the length of their lists, so the cache is limited. */
const CACHED_STATEMENTS = 500;

/** A statement that last returned more rows than this is read row by row, which takes half as long again. */
const LONG_ANSWER = 1000;
/** So is one with a list of more values than this. */
const LONG_LIST = 200;
/** Reading a row takes a few microseconds, checking the clock a fraction of one. */
const ROWS_BETWEEN_LOOKS = 16;

const connections = new WeakMap<object, SqliteConnection>();

/** The connection behind a handle: compiled queries use it directly. */
export const sqliteConnectionOf = (db: object): SqliteConnection | undefined => connections.get(db);

interface ConnectionOptions {
  /**
   * Reads many rows in steps, while other requests are served. Only for a connection with one reader: an unfinished
   * statement pins the whole connection to its snapshot.
   */
  readonly readsInSteps?: boolean;
  /** Counts its statements together with those of other connections. */
  readonly tally?: { statements: number };
}

export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  readonly readsInSteps: boolean;
  readonly #tally: { statements: number };
  /** The number of statements that may have changed something. */
  writes = 0;

  constructor(database: DatabaseSync, { readsInSteps = false, tally = { statements: 0 } }: ConnectionOptions = {}) {
    this.#database = database;
    this.readsInSteps = readsInSteps;
    this.#tally = tally;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const prepared = this.#toRun(sql);
    if (prepared.columns.length > 0) {
      const rows = await this.#read(sql, prepared, parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(rows.length) };
    }
    const { changes, lastInsertRowid } = prepared.statement.run(...parameters.map(toSqlite));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Runs a statement and returns its rows. */
  run<R>(sql: string, parameters: readonly unknown[]): R[] | Promise<R[]> {
    const prepared = this.#toRun(sql);
    if (prepared.columns.length > 0) return this.#read(sql, prepared, parameters) as R[] | Promise<R[]>;
    prepared.statement.run(...parameters.map(toSqlite));
    return [];
  }

  /** Runs a statement that returns no rows. */
  change(sql: string, parameters: readonly unknown[]): { changed: number; insertedId: number } {
    const { changes, lastInsertRowid } = this.#toRun(sql).statement.run(...parameters.map(toSqlite));
    return { changed: Number(changes), insertedId: Number(lastInsertRowid) };
  }

  /** Runs a statement that returns no rows for each of these lists of values, of which none has to be converted. */
  changeEach(sql: string, each: Iterable<readonly SQLInputValue[]>): void {
    let prepared: Prepared | undefined;
    for (const values of each) {
      prepared ??= this.#toRun(sql);
      prepared.statement.run(...values);
    }
  }

  #read(sql: string, prepared: Prepared, parameters: readonly unknown[]): SqliteRow[] | Promise<SqliteRow[]> {
    if (this.readsInSteps && (prepared.isLong || parameters.some(isLongList)))
      return this.#rowsInSteps(sql, prepared, parameters);
    const rows = prepared.statement.all(...parameters.map(toSqlite)) as unknown as SQLOutputValue[][];
    prepared.isLong = rows.length > LONG_ANSWER;
    return rows.map((values) => rowOf(prepared, values));
  }

  async #rowsInSteps(sql: string, prepared: Prepared, parameters: readonly unknown[]): Promise<SqliteRow[]> {
    // A concurrent use of the same statement prepares another one.
    this.#prepared.delete(sql);
    const steps = new Steps();
    const rows: SqliteRow[] = [];
    const values = prepared.statement.iterate(...parameters.map(toSqlite)) as Iterable<unknown>;
    for (const each of values as Iterable<SQLOutputValue[]>) {
      rows.push(rowOf(prepared, each));
      if (rows.length % ROWS_BETWEEN_LOOKS === 0 && steps.isOver) await steps.pause();
    }
    prepared.isLong = rows.length > LONG_ANSWER;
    this.#prepared.set(sql, prepared);
    return rows;
  }

  // biome-ignore lint/correctness/useYield: streaming is not needed in process; lists are paged by id.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not used on SQLite.");
  }

  #toRun(sql: string): Prepared {
    const prepared = this.#prepared.get(sql) ?? this.#prepare(sql);
    this.#tally.statements++;
    if (!prepared.reads) this.writes++;
    return prepared;
  }

  #prepare(sql: string): Prepared {
    if (this.#prepared.size >= CACHED_STATEMENTS) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, reads: /^\s*select\b/i.test(sql), columns: columnsOf(statement), isLong: true };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > LONG_LIST;

type SqliteRow = Record<string, unknown>;

/** Built here from arrays: the objects that `node:sqlite` creates take nearly twice as long. */
function rowOf(prepared: Prepared, values: readonly SQLOutputValue[]): SqliteRow {
  // A newer release may have added columns to a table that this statement selects completely.
  if (values.length !== prepared.columns.length) prepared.columns = columnsOf(prepared.statement);
  const { columns } = prepared;
  const row: SqliteRow = {};
  for (let n = 0; n < columns.length; n++) {
    const { name, type } = columns[n] as Column;
    row[name] = type === undefined ? values[n] : fromSqlite(values[n] as SQLOutputValue, type);
  }
  return row;
}

const columnsOf = (statement: StatementSync): Column[] =>
  statement.columns().map(({ name, type }) => ({ name, type: declared(type) }));

function declared(type: string | null): Column["type"] {
  const name = type?.toLowerCase();
  return name === "boolean" || name === "json" ? name : undefined;
}

function fromSqlite(value: SQLOutputValue, type: "boolean" | "json"): unknown {
  if (value === null) return null;
  return type === "boolean" ? value === 1 : JSON.parse(value as string);
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === undefined) return null;
  // A list is one parameter, which the statement unpacks.
  if (Array.isArray(value)) return JSON.stringify(value);
  return value as SQLInputValue;
}

/** The owner of the connection opens transactions; the driver only provides it. */
export class SqliteDialect implements Dialect {
  readonly #connection: SqliteConnection;

  constructor(database: DatabaseSync, options?: ConnectionOptions) {
    this.#connection = new SqliteConnection(database, options);
  }

  /** A handle on the connection. */
  handle<S>(): Kysely<S> {
    const handle = new Kysely<S>({ dialect: this });
    connections.set(handle, this.#connection);
    return handle;
  }

  createDriver(): Driver {
    const connection = this.#connection;
    const unused = async () => {
      throw new Error("Open transactions through Database.transaction.");
    };
    return {
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: unused,
      commitTransaction: unused,
      rollbackTransaction: unused,
      destroy: async () => {},
    };
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler();
  }
  createAdapter() {
    return new SqliteAdapter();
  }
  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]) {
    return new SqliteIntrospector(db);
  }
}
