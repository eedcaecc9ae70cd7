/**
 * Queries of hot paths: built and compiled once for each engine, then run with the values of each call. Building a query
 * takes several times as long as SQLite takes to answer it.
 */
import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./handles.ts";
import { sqliteConnectionOf } from "./sqlite-dialect.ts";

/** Stands where a value will be. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The builder sees a slot for each value that it names: it may place them, and not look at them. */
export function compiled<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Given;
  const templates: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {};
  return async (db, given) => {
    const direct = sqliteConnectionOf(db);
    const engine = direct ? "sqlite" : "postgres";
    templates[engine] ??= build(db, slots).compile();
    const { sql, query, queryId, parameters } = templates[engine];
    const values = parameters.map((value) => (value instanceof Slot ? given[value.name as keyof Given] : value));
    if (direct) return direct.run<Row>(sql, values);
    const { rows } = await db.executeQuery<Row>({ sql, query, queryId, parameters: values });
    return rows;
  };
}
