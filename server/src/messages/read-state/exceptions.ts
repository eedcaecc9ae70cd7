/** The rows that say where a user's state differs from what the read mark says. */
import { type Expression, type SqlBool, sql } from "kysely";
import type { Tx } from "../../db/handles.ts";

/** A row without flags says nothing. */
export async function dropEmptyRows(tx: Tx, which: Expression<SqlBool>): Promise<void> {
  await sql`delete from user_message where flags = 0 and ${which}`.execute(tx);
}
