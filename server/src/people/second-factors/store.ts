import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";

export function authenticatorOf(db: Db, userId: UserId) {
  return db
    .selectFrom("authenticator")
    .select(["secret_encrypted", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export interface NewAuthenticator {
  readonly user_id: UserId;
  readonly secret_encrypted: string;
  readonly created_at: number;
  readonly last_step: number;
}

/** Replaces the account's previous authenticator app. */
export async function putAuthenticator(tx: TurnTx, { user_id, ...given }: NewAuthenticator): Promise<void> {
  const values = { ...given, last_used_at: null };
  await tx
    .insertInto("authenticator")
    .values({ user_id, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

/** Returns whether no code of this period, or of a later one, was used before. */
export async function takeStep(tx: TurnTx, userId: UserId, step: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("authenticator")
    .set({ last_step: step, last_used_at: now })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether the account had one. */
export async function deleteAuthenticator(tx: TurnTx, userId: UserId): Promise<boolean> {
  const gone = await tx.deleteFrom("authenticator").where("user_id", "=", userId).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(tx: TurnTx, user_id: UserId, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom("recovery_code").where("user_id", "=", user_id).execute();
  if (hashes.length > 0)
    await tx
      .insertInto("recovery_code")
      .values(hashes.map((code_hash) => ({ user_id, code_hash })))
      .execute();
}

/** Returns whether the code was still there. */
export async function takeRecoveryCode(tx: TurnTx, userId: UserId, hash: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom("recovery_code")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_code")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function peopleWithSecondFactor(db: Db, realmId: RealmId): Promise<UserId[]> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("has_second_factor", "=", true)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
