import { type Insertable, type Selectable, type SqlBool, sql } from "kysely";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx, Tx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { addressKey } from "../../kernel/names/address-key.ts";

export type Invitation = Selectable<Schema["invitation"]>;
export type NewInvitation = Omit<Insertable<Schema["invitation"]>, "id" | "email_key" | "used_at" | "revoked_at">;

export function insertInvitations(tx: TurnTx, invitations: readonly NewInvitation[]): Promise<Invitation[]> {
  const rows = invitations.map((each) => ({ ...each, email_key: each.email ? addressKey(each.email) : null }));
  return tx.insertInto("invitation").values(rows).returningAll().execute();
}

/** Not used, revoked or expired. */
const isOpenAt = (now: number) =>
  sql<SqlBool>`used_at is null and revoked_at is null and (expires_at is null or expires_at > ${now})`;

export const isOpen = ({ used_at, revoked_at, expires_at }: Invitation, now: number): boolean =>
  used_at === null && revoked_at === null && (expires_at === null || expires_at > now);

/** Email invitations first, then links. */
export function openInvitations(db: Db, realmId: RealmId, now: number, inviterId?: UserId): Promise<Invitation[]> {
  const open = db
    .selectFrom("invitation")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("kind", "!=", "confirmation")
    .where(isOpenAt(now));
  const own = inviterId === undefined ? open : open.where("inviter_id", "=", inviterId);
  return own.orderBy("kind", "desc").orderBy("id").execute();
}

export function invitationById(
  db: Db,
  realmId: RealmId,
  { id, kind }: Pick<Invitation, "id" | "kind">,
): Promise<Invitation | undefined> {
  return db
    .selectFrom("invitation")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
}

export function invitationByHash(db: Db, realmId: RealmId, hash: string): Promise<Invitation | undefined> {
  return db
    .selectFrom("invitation")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("key_hash", "=", hash)
    .executeTakeFirst();
}

/** All open invitations and confirmations for this address. */
export function invitationsTo(db: Db, realmId: RealmId, email: string, now: number): Promise<Invitation[]> {
  return db
    .selectFrom("invitation")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("email_key", "=", addressKey(email))
    .where(isOpenAt(now))
    .execute();
}

/** The link with the old key stops working. */
export async function replaceKey(
  tx: TurnTx,
  id: number,
  key: Pick<Invitation, "key_hash" | "key_encrypted" | "is_passed_on">,
): Promise<void> {
  await tx.updateTable("invitation").set(key).where("id", "=", id).execute();
}

export async function closeInvitations(
  tx: TurnTx,
  ids: readonly number[],
  how: { used_at: number } | { revoked_at: number },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("invitation")
    .set(how)
    .where(isAnyOf(tx, "id", ids))
    .execute();
  if (!("revoked_at" in how)) return;
  // Also revokes the unconfirmed sign-ups that came through a link.
  await tx
    .updateTable("invitation")
    .set(how)
    .where(isAnyOf(tx, "link_id", ids))
    .where(isOpenAt(how.revoked_at))
    .execute();
}

/** Revokes all open invitations of a deactivated organization, for good. */
export async function endInvitationsIn(tx: TurnTx, realmId: RealmId, now: number): Promise<void> {
  await tx
    .updateTable("invitation")
    .set({ revoked_at: now })
    .where("realm_id", "=", realmId)
    .where(isOpenAt(now))
    .execute();
}

/** Invitations that expired before this time are never queried again; earlier days no longer count. */
export async function deleteEndedBefore(tx: Tx, moment: number): Promise<void> {
  await tx
    .deleteFrom("invitation")
    .where(sql<SqlBool>`coalesce(used_at, revoked_at, expires_at) < ${moment}`)
    .execute();
  await tx.deleteFrom("invitation_count").where("day", "<", dayOf(moment)).execute();
}

const SECONDS_PER_DAY = 86_400;
const dayOf = (moment: number): number => Math.floor(moment / SECONDS_PER_DAY);

/** The number of addresses that were invited on this day. */
export async function addressesOnDay(db: Db, realmId: RealmId, now: number): Promise<number> {
  const row = await db
    .selectFrom("invitation_count")
    .select("addresses")
    .where("realm_id", "=", realmId)
    .where("day", "=", dayOf(now))
    .executeTakeFirst();
  return row?.addresses ?? 0;
}

export async function countAddresses(tx: TurnTx, realmId: RealmId, now: number, addresses: number): Promise<void> {
  await tx
    .insertInto("invitation_count")
    .values({ realm_id: realmId, day: dayOf(now), addresses })
    .onConflict((conflict) =>
      conflict
        .columns(["realm_id", "day"])
        .doUpdateSet((eb) => ({ addresses: eb("invitation_count.addresses", "+", addresses) })),
    )
    .execute();
}
