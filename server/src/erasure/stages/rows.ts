/** Deletes a person's rows, table after table: `after` counts the tables that are done. */
import { sql } from "kysely";
import { endCalls } from "../../delivery/outgoing-webhooks/commands/end.ts";
import { callsBy } from "../../delivery/outgoing-webhooks/commands/store.ts";
import { storageKey } from "../../exports/present.ts";
import type { Writing } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { removeFiles } from "../../kernel/files/jobs.ts";
import { enqueue } from "../../kernel/jobs/job-kind.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";
import { rowsToDelete } from "../tables.ts";

const AT_ONCE = 1000;
/** All that one person can have: `command_calls`. */
const CALLS_AT_ONCE = 1000;

export async function deleteRows(ctx: Writing, { user_ids, after }: Erasure): Promise<NextBatch | undefined> {
  const { db } = ctx;
  const next = rowsToDelete()[after];
  if (!next) return forgetOrigins(ctx, user_ids);
  const { table, column, key } = next;
  if (table === "personal_export") await removeExportFiles(ctx, user_ids);
  if (table === "bot_command_call") await endCalls(ctx, await callsBy(db, user_ids, CALLS_AT_ONCE));
  const whose = isAnyOf(db, column, user_ids);
  const some = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${whose} limit ${AT_ONCE}`;
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${whose} and ${sql.ref(key)} in (${some})`.execute(db);
  // A key may be shared by rows of several users, so a batch may be larger than asked for, but none is left out.
  return { after: numAffectedRows >= BigInt(AT_ONCE) ? after : after + 1 };
}

async function removeExportFiles(ctx: Writing, userIds: Erasure["user_ids"]): Promise<void> {
  const rows = await ctx.db
    .selectFrom("personal_export")
    .select("path")
    .where(isAnyOf(ctx.db, "user_id", userIds))
    .execute();
  if (rows.length > 0) enqueue(ctx, removeFiles({ keys: rows.map(storageKey) }));
}

/** Entries of the audit log stay, with ids only: where requests came from is emptied, which its triggers allow. */
async function forgetOrigins({ db, realm }: Writing, userIds: Erasure["user_ids"]): Promise<undefined> {
  await db
    .updateTable("audit_log")
    .set({ ip_address: null, client: null })
    .where("realm_id", "=", realm.id)
    .where(isAnyOf(db, "actor_id", userIds))
    .where((entry) => entry.or([entry("ip_address", "is not", null), entry("client", "is not", null)]))
    .execute();
}
