/** Sealed values that have been used: each can be used once. */
import type { UserId } from "../api/ids.ts";
import { seconds } from "../clock.ts";
import type { TurnTx } from "../db/handles.ts";
import { recurringJob } from "../jobs/job-kind.ts";
import type { Unsealed } from "./sealed.ts";

/** Returns whether the value was still unused. Of two requests with the same value, only one gets true. */
export async function spend(
  tx: TurnTx,
  user_id: UserId,
  { id, expires_at }: Pick<Unsealed<unknown>, "id" | "expires_at">,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
    .insertInto("spent_value")
    .values({ value_id: id, user_id, expires_at })
    .onConflict((conflict) => conflict.column("value_id").doNothing())
    .executeTakeFirst();
  return inserted > 0n;
}

export const sweepSpentValues = recurringJob("sweep_spent_values", 3600, ({ database, clock }) =>
  database.transaction(async (tx) => {
    await tx.deleteFrom("spent_value").where("expires_at", "<=", seconds(clock)).execute();
  }),
);
