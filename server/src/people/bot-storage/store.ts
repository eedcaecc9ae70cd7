import type { UserId } from "../../kernel/api/ids.ts";
import { isAnyTextOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";

const ROWS_PER_INSERT = 1000;

export interface Entry {
  readonly key: string;
  readonly value: string;
}

/** The entries with these keys, or all entries, ordered by key. */
export function entriesOf(db: Db, userId: UserId, keys?: readonly string[]): Promise<Entry[]> {
  const all = db.selectFrom("bot_storage").select(["key", "value"]).where("user_id", "=", userId).orderBy("key");
  return (keys ? all.where(isAnyTextOf(db, "key", keys)) : all).execute();
}

/** The number of characters stored under other keys. */
export async function charactersBeside(db: Db, userId: UserId, keys: readonly string[]): Promise<number> {
  const { sum } = await db
    .selectFrom("bot_storage")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>("characters"), eb.lit(0)).as("sum"))
    .where("user_id", "=", userId)
    .where((eb) => eb.not(isAnyTextOf(db, "key", keys)))
    .executeTakeFirstOrThrow();
  return Number(sum);
}

export async function storeEntries(
  tx: TurnTx,
  userId: UserId,
  entries: readonly (Entry & { characters: number })[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS_PER_INSERT)
    await tx
      .insertInto("bot_storage")
      .values(entries.slice(start, start + ROWS_PER_INSERT).map((entry) => ({ user_id: userId, ...entry })))
      .onConflict((conflict) =>
        conflict.columns(["user_id", "key"]).doUpdateSet((eb) => ({
          value: eb.ref("excluded.value"),
          characters: eb.ref("excluded.characters"),
        })),
      )
      .execute();
}

/** Returns how many were deleted. */
export async function deleteEntries(tx: TurnTx, userId: UserId, keys?: readonly string[]): Promise<number> {
  const all = tx.deleteFrom("bot_storage").where("user_id", "=", userId);
  const { numDeletedRows } = await (keys ? all.where(isAnyTextOf(tx, "key", keys)) : all).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
