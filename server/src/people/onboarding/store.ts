import type { UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import { ONBOARDING_STEPS } from "./contract.ts";

/** The hints that the user has not seen. */
export async function stepsLeft(db: Db, userId: UserId): Promise<typeof ONBOARDING_STEPS> {
  const seen = new Set((await seenSteps(db, { userId })).map(({ name }) => name));
  return ONBOARDING_STEPS.filter(({ name }) => !seen.has(name));
}

const seenSteps = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("onboarding_step_seen").select("name").where("user_id", "=", userId),
);

/** Returns false if the user had already seen it. */
export async function insertSeen(tx: TurnTx, userId: UserId, name: string): Promise<boolean> {
  const inserted = await tx
    .insertInto("onboarding_step_seen")
    .values({ user_id: userId, name })
    .onConflict((conflict) => conflict.columns(["user_id", "name"]).doNothing())
    .returning("name")
    .executeTakeFirst();
  return inserted !== undefined;
}
