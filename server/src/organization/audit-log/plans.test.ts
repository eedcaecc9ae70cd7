import assert from "node:assert/strict";
import { type CompiledQuery, sql } from "kysely";
import { type Organization, org, test } from "../../../test/index.ts";
import { type AuditFilters, auditPageQuery } from "./store.ts";

const FILTERS: readonly [AuditFilters, index: RegExp][] = [
  [{}, /audit_log_time/],
  [{ since: 1, until: 2 }, /audit_log_time/],
  [{ actions: ["signed_in"] }, /audit_log_action/],
  [{ actions: ["signed_in", "user_created"] }, /audit_log_action/],
  [{ actor_id: 1 }, /audit_log_actor_id/],
  [{ user_id: 1 }, /audit_log_user_id/],
  [{ channel_id: 1 }, /audit_log_channel_id/],
  [{ group_id: 1 }, /audit_log_group_id/],
];

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

async function planOf(acme: Organization, query: CompiledQuery): Promise<string> {
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

/** Reading the whole table, or sorting all that was found. */
const SLOW = { sqlite: /SCAN audit_log|TEMP B-TREE/, postgres: /Seq Scan|Sort/ };

test("every filter of the audit log walks an index from the newest entry", async (t) => {
  const acme = await org(t);
  const { engine, reader } = acme.server.app.database;
  for (const [filters, index] of FILTERS) {
    const page = { after: { created_at: 5, id: 5 }, limit: 100 };
    const plan = await planOf(acme, auditPageQuery(reader, acme.realm.id, filters, page).compile());
    assert.match(plan, index, `${JSON.stringify(filters)}\n${plan}`);
    // The pages of several actions are sorted together.
    if ((filters.actions?.length ?? 0) < 2) assert.doesNotMatch(plan, SLOW[engine], plan);
  }
});
