import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";

/** Who somebody is at an identity provider. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

export interface ProviderIdentity extends ProviderSubject {
  /** Whether the provider asks for a second factor, as the operator says. */
  readonly has_second_factor: boolean;
}

export async function userWithIdentity(
  db: Db,
  realmId: RealmId,
  { issuer, subject }: ProviderSubject,
): Promise<UserId | undefined> {
  const row = await db
    .selectFrom("provider_identity")
    .select("user_id")
    .where("realm_id", "=", realmId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether the account belongs to anybody at the provider. */
export async function hasIdentityAt(db: Db, userId: UserId, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom("provider_identity")
    .select("id")
    .where("user_id", "=", userId)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewIdentity extends ProviderIdentity {
  readonly realm_id: RealmId;
  readonly user_id: UserId;
  readonly linked_at: number;
}

/** A later sign-in with the same identity only says whether there is a second factor now. */
export async function keepIdentity(tx: TurnTx, identity: NewIdentity): Promise<void> {
  const { has_second_factor } = identity;
  await tx
    .insertInto("provider_identity")
    .values(identity)
    .onConflict((conflict) => conflict.columns(["realm_id", "issuer", "subject"]).doUpdateSet({ has_second_factor }))
    .execute();
}

export async function deleteIdentity(tx: TurnTx, userId: UserId, id: number): Promise<void> {
  await tx.deleteFrom("provider_identity").where("user_id", "=", userId).where("id", "=", id).execute();
}

/** Returns how many there were. */
export async function deleteIdentities(tx: TurnTx, userId: UserId): Promise<number> {
  const gone = await tx.deleteFrom("provider_identity").where("user_id", "=", userId).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
