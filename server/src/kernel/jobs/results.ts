/** When deliveries of an organization last arrived and last failed. Written with the job, at most once a minute. */
import type { RealmId } from "../api/ids.ts";
import type { Db, Tx } from "../db/handles.ts";
import type { DeliveryWay } from "./ways.ts";

export interface DeliveryResult {
  readonly realmId: RealmId;
  readonly way: DeliveryWay;
  readonly hasSucceeded: boolean;
}

const WRITTEN_EVERY_SECONDS = 60;

export class DeliveryResults {
  /** When each was last written by this process. */
  readonly #writtenAt = new Map<string, number>();

  async note(tx: Tx, { realmId, way, hasSucceeded }: DeliveryResult, now: number): Promise<void> {
    const key = `${realmId} ${way} ${hasSucceeded}`;
    if (now - (this.#writtenAt.get(key) ?? 0) < WRITTEN_EVERY_SECONDS) return;
    const changed: { succeeded_at?: number; failed_at?: number } = hasSucceeded
      ? { succeeded_at: now }
      : { failed_at: now };
    await tx
      .insertInto("delivery_result")
      .columns(["realm_id", "way", "succeeded_at", "failed_at"])
      // The organization may have been deleted meanwhile.
      .expression((from) =>
        from
          .selectFrom("realm")
          .select(({ val }) => [
            "id as realm_id",
            val<string>(way).as("way"),
            val<number | null>(changed.succeeded_at ?? null).as("succeeded_at"),
            val<number | null>(changed.failed_at ?? null).as("failed_at"),
          ])
          .where("id", "=", realmId),
      )
      .onConflict((conflict) => conflict.columns(["realm_id", "way"]).doUpdateSet(changed))
      .execute();
    this.#writtenAt.set(key, now);
  }
}

export function deliveryResultsOf(db: Db, realmId: RealmId) {
  return db
    .selectFrom("delivery_result")
    .select(["way", "succeeded_at", "failed_at"])
    .where("realm_id", "=", realmId)
    .execute();
}
