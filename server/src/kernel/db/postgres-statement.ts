/**
 * A statement on its way to PostgreSQL, and its rows on their way back. `pg` makes a string of every cell, has every
 * statement described again, and keeps a promise, a result and listeners for each, which takes longer than PostgreSQL
 * takes for most of ours.
 */
import type { PostgresQueryResult } from "kysely";
import pg from "pg";
import { type Cells, columnOf, type ReceivedColumn, type ReceivedField } from "./postgres-rows.ts";

export type KnownColumns = Map<string, readonly ReceivedColumn[]>;

export type StatementResult = PostgresQueryResult<unknown>;

/** The part of `pg`'s connection that its own queries use. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly text: string; readonly name: string | undefined }): void;
  bind(values: { readonly statement: string | undefined; readonly values: readonly unknown[] }): void;
  describe(what: { readonly type: "P" }): void;
  execute(): void;
  sync(): void;
}

interface PgQuery {
  hasBeenParsed(connection: Wire): boolean;
}

/** Its class, because a pipelined connection takes no other, and because it knows what is prepared. */
const Query = pg.Query as unknown as new (text: string) => PgQuery;
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

export interface StatementOptions {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Under which it is prepared, if it is. */
  readonly name?: string | undefined;
  /** The columns of what this connection has prepared. */
  readonly known: KnownColumns;
}

export class Statement extends Query {
  readonly text: string;
  readonly name: string | undefined;
  readonly #values: readonly unknown[];
  readonly #known: KnownColumns;
  readonly #settled = Promise.withResolvers<StatementResult>();
  readonly #rows: Record<string, unknown>[] = [];
  #columns: readonly ReceivedColumn[] | undefined;
  #completion = "";
  #failure: { readonly error: unknown } | undefined;

  constructor({ text, values, name, known }: StatementOptions) {
    super("");
    this.text = text;
    this.name = name;
    this.#values = values.map((value) => prepareValue(value));
    this.#known = known;
  }

  get result(): Promise<StatementResult> {
    return this.#settled.promise;
  }

  submit(connection: Wire): void {
    const { text, name } = this;
    connection.stream.cork();
    if (!this.hasBeenParsed(connection)) {
      connection.parse({ text, name });
      if (name !== undefined) connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values: this.#values });
    this.#columns = name === undefined ? undefined : this.#known.get(name);
    if (this.#columns === undefined) connection.describe({ type: "P" });
    connection.execute();
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly ReceivedField[] }): void {
    this.#columns = fields.map(columnOf);
  }

  handleDataRow(cells: Cells): void {
    if (this.#failure) return;
    try {
      this.#rows.push(cells.rowOf(this.#columns as readonly ReceivedColumn[]));
    } catch (error) {
      this.#failure = { error };
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#completion = text;
    // Behind a pooler, `*` may come to mean other columns without anyone being told.
    if (this.name !== undefined && !this.text.includes("*")) this.#known.set(this.name, this.#columns ?? []);
  }

  handleError(error: unknown): void {
    this.#settled.reject(error);
  }

  handleReadyForQuery(): void {
    // Changes nothing if the statement itself has failed.
    if (this.#failure) this.#settled.reject(this.#failure.error);
    // Like `SELECT 5` and `INSERT 0 5`.
    const [command, ...counts] = this.#completion.split(" ");
    this.#settled.resolve({
      command: command as StatementResult["command"],
      rowCount: Number(counts.at(-1) ?? 0),
      rows: this.#rows,
    });
  }
}
