import type { Insertable, Selectable } from "kysely";
import type { UserId } from "../../../kernel/api/ids.ts";
import { isAnyOf } from "../../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../../kernel/db/handles.ts";
import type { Schema } from "../../../kernel/db/schema.ts";

export type WebPushSubscription = Selectable<Schema["web_push_subscription"]>;

/** A browser has one subscription at a time: the next user who signs in there takes it over. */
export async function saveSubscription(
  tx: TurnTx,
  subscription: Insertable<Schema["web_push_subscription"]>,
): Promise<number> {
  const { endpoint_key: _, ...rest } = subscription;
  const { id } = await tx
    .insertInto("web_push_subscription")
    .values(subscription)
    .onConflict((conflict) => conflict.column("endpoint_key").doUpdateSet(rest))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps the newest ones. */
export async function forgetOldestSubscriptions(tx: TurnTx, userId: UserId, kept: number): Promise<void> {
  await tx
    .deleteFrom("web_push_subscription")
    .where("user_id", "=", userId)
    .where("id", "not in", (eb) =>
      eb
        .selectFrom("web_push_subscription as newer")
        .select("newer.id")
        .where("newer.user_id", "=", userId)
        .orderBy("newer.subscribed_at", "desc")
        .orderBy("newer.id", "desc")
        .limit(kept),
    )
    .execute();
}

export function subscriptionsOf(db: Db, userIds: readonly UserId[]): Promise<WebPushSubscription[]> {
  return db
    .selectFrom("web_push_subscription")
    .selectAll()
    .where(isAnyOf(db, "user_id", userIds))
    .orderBy("id")
    .execute();
}

export function subscriptionsById(db: Db, ids: readonly number[]): Promise<WebPushSubscription[]> {
  return db
    .selectFrom("web_push_subscription")
    .selectAll()
    .where(isAnyOf(db, "id", ids))
    .orderBy("id")
    .execute();
}

/** Returns whether it existed. */
export async function deleteSubscription(tx: TurnTx, userId: UserId, endpointKey: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("web_push_subscription")
    .where("user_id", "=", userId)
    .where("endpoint_key", "=", endpointKey)
    .returning("id")
    .execute();
  return deleted.length > 0;
}

export async function deleteSubscriptions(tx: TurnTx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("web_push_subscription")
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

/** Those created with the API key; the others end with their sessions. */
export async function deleteSubscriptionsWithoutSession(tx: TurnTx, userId: UserId): Promise<void> {
  await tx.deleteFrom("web_push_subscription").where("user_id", "=", userId).where("session_id", "is", null).execute();
}
