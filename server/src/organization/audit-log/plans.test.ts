import assert from "node:assert/strict";
import { sql } from "kysely";
import { org, test } from "../../../test/index.ts";
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

test("every filter of the audit log walks an index from the newest entry, and sorts nothing but pages", async (t) => {
  const acme = await org(t);
  const { engine, reader } = acme.server.app.database;
  // PostgreSQL reads small tables as a whole, whatever indexes there are.
  if (engine === "postgres") return;
  for (const [filters, index] of FILTERS) {
    const query = auditPageQuery(reader, acme.realm.id, filters, {
      after: { created_at: 5, id: 5 },
      limit: 100,
    }).compile();
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(
      query.parameters.reduce<string>(
        (text, value) => text.replace("?", JSON.stringify(value).replaceAll('"', "'")),
        query.sql,
      ),
    )}`.execute(reader);
    const plan = rows.map(({ detail }) => detail).join("\n");
    assert.match(plan, index, JSON.stringify(filters));
    assert.doesNotMatch(plan, /SCAN audit_log|USE TEMP B-TREE FOR (?!ORDER BY$)/m, plan);
    if ((filters.actions?.length ?? 0) < 2) assert.doesNotMatch(plan, /TEMP B-TREE/, plan);
  }
});
