/** Rows with flags that differ from the read mark; a row without flags does not exist. */
import { type Expression, type SqlBool, sql } from "kysely";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf, numberRows } from "../../kernel/db/dialect.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";

/** Clears flags in the rows that match the condition. */
export async function clearFlags(tx: TurnTx, flags: number, which: Expression<SqlBool>): Promise<void> {
  const cleared = sql.lit(flags);
  await sql`delete from user_message where (flags & ${cleared}) = flags and ${which}`.execute(tx);
  await sql`update user_message set flags = flags & ~${cleared} where (flags & ${cleared}) <> 0 and ${which}`.execute(
    tx,
  );
}

const ofUser = (tx: TurnTx, userId: UserId, ids: readonly MessageId[]) =>
  sql<SqlBool>`user_id = ${userId} and ${isAnyOf(tx, "message_id", ids)}`;

export async function clearFlagsOf(
  tx: TurnTx,
  userId: UserId,
  ids: readonly MessageId[],
  flags: number,
): Promise<void> {
  if (ids.length > 0) await clearFlags(tx, flags, ofUser(tx, userId, ids));
}

export async function setFlagsOf(tx: TurnTx, userId: UserId, ids: readonly MessageId[], flags: number): Promise<void> {
  if (ids.length === 0) return;
  const given = numberRows(
    tx,
    ["message_id"],
    ids.map((id) => [id]),
  );
  await sql`
    insert into user_message (user_id, message_id, flags)
    select cast(${userId} as bigint), given.message_id, ${sql.lit(flags)} from ${given} as given where true
    on conflict (user_id, message_id) do update set flags = user_message.flags | excluded.flags`.execute(tx);
}

/** After a change that may have left rows without flags. */
export async function dropEmptyRows(tx: TurnTx, which: Expression<SqlBool>): Promise<void> {
  await sql`delete from user_message where flags = 0 and ${which}`.execute(tx);
}
