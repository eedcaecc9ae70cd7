import type { Selectable } from "kysely";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

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

const PASSKEY_COLUMNS = [
  "passkey.id",
  "passkey.user_id",
  "passkey.credential_id",
  "passkey.public_key",
  "passkey.counter",
  "passkey.transports",
  "passkey.name",
  "passkey.created_at",
  "passkey.last_used_at",
] as const;

export type Passkey = Selectable<Schema["passkey"]>;

/** Oldest first. */
export function passkeysOf(db: Db, userId: UserId): Promise<Passkey[]> {
  return db.selectFrom("passkey").select(PASSKEY_COLUMNS).where("user_id", "=", userId).orderBy("passkey.id").execute();
}

/** A passkey of this organization's people. */
export function passkeyByCredential(db: Db, realmId: RealmId, credentialId: string): Promise<Passkey | undefined> {
  return db
    .selectFrom("passkey")
    .innerJoin("user", "user.id", "passkey.user_id")
    .select(PASSKEY_COLUMNS)
    .where("passkey.credential_id", "=", credentialId)
    .where("user.realm_id", "=", realmId)
    .executeTakeFirst();
}

/** `undefined` if the credential is known already, of whomever. */
export function insertPasskey(tx: TurnTx, { transports, ...passkey }: Omit<Passkey, "id" | "last_used_at">) {
  return tx
    .insertInto("passkey")
    .values({ ...passkey, transports: json(transports), last_used_at: null })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
}

/** Returns whether the count has grown since the last time. Devices that do not count send zero each time. */
export async function takeUse(tx: TurnTx, id: number, counter: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("passkey")
    .set({ counter, last_used_at: now })
    .where("id", "=", id)
    .where((eb) => (counter === 0 ? eb("counter", "=", 0) : eb("counter", "<", counter)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether the user has it. */
export async function setPasskeyName(tx: TurnTx, userId: UserId, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes one, or all. Returns how many there were. */
export async function deletePasskeys(tx: TurnTx, userId: UserId, id?: number): Promise<number> {
  const all = tx.deleteFrom("passkey").where("user_id", "=", userId);
  const gone = await (id === undefined ? all : all.where("id", "=", id)).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
