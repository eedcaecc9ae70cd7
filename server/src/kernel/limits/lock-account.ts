import type { UserId } from "../api/ids.ts";
import { isPostgres } from "../db/dialect.ts";
import type { Tx } from "../db/handles.ts";

/**
 * Serializes additions to an account's data, where the oldest makes room and no event is appended: the organization's
 * lock would block everyone. Rows that refer to the account are not blocked.
 */
export async function lockAccount(tx: Tx, userId: UserId): Promise<void> {
  // On SQLite transactions run one after another anyway.
  if (isPostgres(tx))
    await tx.selectFrom("user").select("id").where("id", "=", userId).forNoKeyUpdate().executeTakeFirst();
}
