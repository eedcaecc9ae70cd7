import type { UserId } from "../api/ids.ts";
import { isPostgres } from "../db/dialect.ts";
import type { Tx } from "../db/handles.ts";

/**
 * Lets additions to what an account has come one after the other, where the oldest makes room and no event is appended:
 * the organization's lock would hold up everybody. Rows that refer to the account are not held up.
 */
export async function lockAccount(tx: Tx, userId: UserId): Promise<void> {
  // On SQLite transactions come one after the other anyway.
  if (isPostgres(tx))
    await tx.selectFrom("user").select("id").where("id", "=", userId).forNoKeyUpdate().executeTakeFirst();
}
