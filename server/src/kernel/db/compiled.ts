/**
 * Compiled queries for hot paths: built once per engine, then run with the values of each call. Building a query takes
 * several times as long as SQLite takes to run it.
 */
import type { Compilable, CompiledQuery } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db, Tx } from "./handles.ts";
import { sqliteConnectionOf } from "./sqlite-dialect.ts";

/** A placeholder for a value. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The builder gets a slot for each value: it may place slots, but not inspect them. */
export function compiled<Given extends object, Row, Handle extends Db>(
  build: (db: Handle, given: Given) => Compilable<Row>,
): (db: Handle, given: Given) => Promise<Row[]> {
  const prepare = prepared(build);
  return async (db, given) => {
    const direct = sqliteConnectionOf(db);
    const { sql, query, queryId, values } = prepare(db, given);
    if (direct) return direct.run<Row>(sql, values);
    const { rows } = await db.getExecutor().executeQuery<Row>({ sql, query, queryId, parameters: values });
    return rows;
  };
}

interface Insertion extends Compilable<unknown> {
  returning(column: "id"): Compilable<{ id: number }>;
}

/** Inserts one row and returns its id, which SQLite provides without a result row. */
export function compiledInsert<Given extends object, Handle extends Tx>(
  build: (tx: Handle, given: Given) => Insertion,
): (tx: Handle, given: Given) => Promise<number> {
  const prepare = prepared((tx: Handle, given: Given) => {
    const insertion = build(tx, given);
    return isPostgres(tx) ? insertion.returning("id") : insertion;
  });
  return async (tx, given) => {
    const direct = sqliteConnectionOf(tx);
    const { sql, query, queryId, values } = prepare(tx, given);
    if (direct) return direct.change(sql, values).insertedId;
    const { rows, insertId } = await tx.executeQuery<{ id: number }>({ sql, query, queryId, parameters: values });
    return rows[0]?.id ?? Number(insertId);
  };
}

/** Changes rows and returns their number. */
export function compiledChange<Given extends object, Handle extends Tx>(
  build: (tx: Handle, given: Given) => Compilable<unknown>,
): (tx: Handle, given: Given) => Promise<number> {
  const prepare = prepared(build);
  return async (tx, given) => {
    const direct = sqliteConnectionOf(tx);
    const { sql, query, queryId, values } = prepare(tx, given);
    if (direct) return direct.change(sql, values).changed;
    const { numAffectedRows } = await tx.executeQuery({ sql, query, queryId, parameters: values });
    return Number(numAffectedRows);
  };
}

/** The statement of each engine, with the values of one call. */
function prepared<Handle extends Db, Given extends object, Row>(build: (db: Handle, given: Given) => Compilable<Row>) {
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Given;
  const templates: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {};
  return (db: Handle, given: Given) => {
    const engine = isPostgres(db) ? "postgres" : "sqlite";
    templates[engine] ??= build(db, slots).compile();
    const { sql, query, queryId, parameters } = templates[engine];
    const values = parameters.map((value) => (value instanceof Slot ? given[value.name as keyof Given] : value));
    return { sql, query, queryId, values };
  };
}
