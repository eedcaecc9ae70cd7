/** How the database of a test would run a statement. */
import { type CompiledQuery, sql } from "kysely";
import type { Organization } from "./organization.ts";

/** With its values, as `explain` takes none. */
const spelled = ({ sql: text, parameters }: CompiledQuery): string =>
  text.replace(
    /\?|\$(\d+)/g,
    (() => {
      let at = 0;
      return (_: string, position?: string) => {
        const value = parameters[position === undefined ? at++ : Number(position) - 1];
        return typeof value === "string" ? `'${value}'` : String(value);
      };
    })(),
  );

export async function planOf(acme: Organization, query: CompiledQuery): Promise<string> {
  const { database } = acme.server.app;
  if (database.engine === "sqlite") {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(spelled(query))}`.execute(
      database.reader,
    );
    return rows.map(({ detail }) => detail).join("\n");
  }
  return database.transaction(async (tx) => {
    // A small table is read as a whole, whatever indexes there are.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_bitmapscan = off`.execute(tx);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${sql.raw(spelled(query))}`.execute(tx);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}
