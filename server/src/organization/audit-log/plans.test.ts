import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { planOf } from "../../../test/plan.ts";
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
