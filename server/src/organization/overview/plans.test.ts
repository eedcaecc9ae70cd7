import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import { type Organization, org, test } from "../../../test/index.ts";
import type { MessageId } from "../../kernel/api/ids.ts";
import { uncountedQuery } from "./activity.ts";
import { jobsQuery, uploadsQuery } from "./store.ts";

async function planOf(acme: Organization, query: RawBuilder<unknown>): Promise<string> {
  const { database } = acme.server.app;
  if (database.engine === "sqlite") {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(database.reader);
    return rows.map(({ detail }) => detail).join("\n");
  }
  return database.transaction(async (tx) => {
    // A small table is read as a whole, whatever indexes there are.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_bitmapscan = off`.execute(tx);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(tx);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}

test("what the overview reads of long tables is a batch of one organization, found by an index", async (t) => {
  const acme = await org(t);
  const realmId = acme.realm.id;
  const queries: readonly [RawBuilder<unknown>, index: RegExp, whole: RegExp][] = [
    [uncountedQuery(realmId, 5 as MessageId), /message_by_realm_id/, /SCAN message|Seq Scan/],
    [uploadsQuery(realmId), /attachment_by_realm_id/, /SCAN attachment|Seq Scan/],
    [jobsQuery(realmId, 5), /job_by_realm/, /SCAN job|Seq Scan/],
  ];
  for (const [query, index, whole] of queries) {
    const plan = await planOf(acme, query);
    assert.match(plan, index, plan);
    assert.doesNotMatch(plan, whole, plan);
  }
});
