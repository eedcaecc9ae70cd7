import type { Updateable } from "kysely";
import { raiseVersion } from "../../kernel/access/store.ts";
import type { GroupId, RealmId, SessionId, UserId } from "../../kernel/api/ids.ts";
import type { Realm } from "../../kernel/context.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, isAnyTextOf, json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { nameKey } from "../../kernel/names/visible.ts";
import { deleteLinks } from "../../kernel/one-time-links/store.ts";
import { deleteSessionsOf } from "../sessions/store.ts";

const USER_COLUMNS = [
  "id",
  "delivery_email",
  "full_name",
  "role",
  "is_active",
  "bot_type",
  "bot_owner_id",
  "date_joined",
  "avatar_source",
  "avatar_version",
  "avatar_path",
  "settings",
  "system_bot",
] as const;

const SIGN_IN_COLUMNS = [
  ...USER_COLUMNS,
  "password_hash",
  "api_key_encrypted",
  "is_email_verified",
  "has_second_factor",
  "has_provider_factor",
  "has_unlinked_provider",
] as const;

/** All users of the organization, or those with these ids, oldest first. Without built-in bots. */
export function usersOf(db: Db, realmId: RealmId, ids?: readonly UserId[]) {
  if (!ids) return peopleAndBots(db, { realmId });
  return accountsOf(db, realmId)
    .where("system_bot", "is", null)
    .where(isAnyOf(db, "id", ids))
    .orderBy("id")
    .execute();
}

const peopleAndBots = compiled((db, { realmId }: { realmId: RealmId }) =>
  accountsOf(db, realmId).where("system_bot", "is", null).orderBy("id"),
);

/** All users, including built-in bots. */
export const allAccountsOf = (db: Db, realmId: RealmId) => allAccounts(db, { realmId });

const allAccounts = compiled((db, { realmId }: { realmId: RealmId }) => accountsOf(db, realmId).orderBy("id"));

/** The users with these ids, including built-in bots: anyone a message can be sent to. */
export function addresseesWithIds(db: Db, realmId: RealmId, ids: readonly UserId[]) {
  return accountsOf(db, realmId)
    .where(isAnyOf(db, "id", ids))
    .orderBy("id")
    .execute();
}

const accountsOf = (db: Db, realmId: RealmId) =>
  db.selectFrom("user").select(USER_COLUMNS).where("realm_id", "=", realmId);

export const usersWithIds = (db: Db, ids: readonly UserId[]) => rowsWithIds(db, { ids });

const rowsWithIds = compiled((db, { ids }: { ids: readonly UserId[] }) =>
  db
    .selectFrom("user")
    .select(USER_COLUMNS)
    .where(isAnyOf(db, "id", ids))
    .orderBy("id"),
);

/** Does not find built-in bots, because nothing can be done to them. */
export function userById(db: Db, realmId: RealmId, id: UserId) {
  return accountsOf(db, realmId).where("id", "=", id).where("system_bot", "is", null).executeTakeFirst();
}

/** Includes the fields needed to sign in. */
export function userByDeliveryEmail(db: Db, realmId: RealmId, email: string) {
  return db
    .selectFrom("user")
    .select(SIGN_IN_COLUMNS)
    .where("realm_id", "=", realmId)
    .where("delivery_email_key", "=", addressKey(email))
    .executeTakeFirst();
}

/** Like `userByDeliveryEmail`, by id. */
export function accountToSignIn(db: Db, realmId: RealmId, id: UserId) {
  return db
    .selectFrom("user")
    .select(SIGN_IN_COLUMNS)
    .where("realm_id", "=", realmId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Active people who have not proven that their address is theirs. */
export async function unverifiedUsers(db: Db, realmId: RealmId): Promise<UserId[]> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("is_email_verified", "=", false)
    .where("is_active", "=", true)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The accounts with these addresses, by the keys of their addresses; including built-in bots. */
export async function accountsByAddress(db: Db, realmId: RealmId, emails: readonly string[]) {
  const rows = await db
    .selectFrom("user")
    .select(["id", "delivery_email_key", "is_active"])
    .where("realm_id", "=", realmId)
    .where(isAnyTextOf(db, "delivery_email_key", emails.map(addressKey)))
    .execute();
  return new Map(rows.map((row) => [row.delivery_email_key, row]));
}

/** The account with this address that an import created, if its person has not joined yet. */
export function unclaimedAccount(db: Db, realmId: RealmId, email: string) {
  return accountsOf(db, realmId)
    .where("delivery_email_key", "=", addressKey(email))
    .where("is_active", "=", false)
    .where("id", "in", db.selectFrom("unclaimed_account").select("user_id"))
    .executeTakeFirst();
}

/** Which of these addresses have an account that waits for its person; by the keys of the addresses. */
export async function unclaimedAddresses(db: Db, realmId: RealmId, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("unclaimed_account")
    .innerJoin("user", "user.id", "unclaimed_account.user_id")
    .select("user.delivery_email_key")
    .where("unclaimed_account.realm_id", "=", realmId)
    .where("user.is_active", "=", false)
    .where(isAnyTextOf(db, "user.delivery_email_key", emails.map(addressKey)))
    .execute();
  return new Set(rows.map((row) => row.delivery_email_key));
}

export async function insertUnclaimed(tx: TurnTx, realm_id: RealmId, user_id: UserId): Promise<void> {
  await tx.insertInto("unclaimed_account").values({ realm_id, user_id }).execute();
}

/** The account is its person's from now on, also when it is deactivated later. */
export async function deleteUnclaimed(tx: TurnTx, userId: UserId): Promise<void> {
  await tx.deleteFrom("unclaimed_account").where("user_id", "=", userId).execute();
}

/** Whether the person behind the account was erased; such an account stays deactivated. */
export async function isErased(db: Db, id: UserId): Promise<boolean> {
  const row = await db.selectFrom("user").select("erased_at").where("id", "=", id).executeTakeFirst();
  return row?.erased_at != null;
}

/** Whether the name looks like another account's, ignoring case; including deactivated accounts. */
export async function isNameOfOther(db: Db, realmId: RealmId, name: string, own: UserId | undefined): Promise<boolean> {
  const same = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("full_name_key", "=", nameKey(name))
    .limit(2)
    .execute();
  return same.some(({ id }) => id !== own);
}

/** The system groups that the user is a direct member of. */
export async function systemGroupsWith(db: Db, userId: UserId): Promise<GroupId[]> {
  const rows = await db
    .selectFrom("user_group_member as member")
    .innerJoin("user_group", "user_group.id", "member.group_id")
    .select("user_group.id")
    .where("member.user_id", "=", userId)
    .where("user_group.kind", "=", "system")
    .orderBy("user_group.id")
    .execute();
  return rows.map((row) => row.id);
}

export interface NewUser {
  realm_id: RealmId;
  delivery_email: string;
  full_name: string;
  role: number;
  bot_type: number | null;
  bot_owner_id: UserId | null;
  date_joined: number;
  settings: Record<string, unknown>;
  password_hash: string | null;
  api_key_hash: string;
  api_key_encrypted: string;
  can_create_users: boolean;
  can_change_user_emails: boolean;
  is_email_verified?: boolean;
  is_active?: boolean;
}

export function insertUser(tx: TurnTx, user: NewUser) {
  return tx
    .insertInto("user")
    .values({
      ...user,
      settings: json(user.settings),
      delivery_email_key: addressKey(user.delivery_email),
      full_name_key: nameKey(user.full_name),
      is_active: user.is_active ?? true,
      avatar_source: "G",
      avatar_version: 1,
    })
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * The only way to change an account, because it raises the organization's version to invalidate caches. A new password
 * or deactivation ends the account's sessions, except for `keptSession`, and invalidates links in emails.
 */
export async function changeUser(
  tx: TurnTx,
  userId: UserId,
  changes: Updateable<Schema["user"]>,
  { keptSession }: { keptSession?: SessionId | undefined } = {},
): Promise<void> {
  const { full_name, delivery_email } = changes;
  if (changes.password_hash !== undefined || changes.is_active === false) {
    await deleteSessionsOf(tx, userId, keptSession);
    // Including links that confirm a new address: an attacker may have requested them.
    await deleteLinks(tx, userId);
  }
  const { realm_id } = await tx
    .updateTable("user")
    .set({
      ...changes,
      ...(typeof full_name === "string" ? { full_name_key: nameKey(full_name) } : {}),
      ...(typeof delivery_email === "string" ? { delivery_email_key: addressKey(delivery_email) } : {}),
    })
    .where("id", "=", userId)
    .returning("realm_id")
    .executeTakeFirstOrThrow();
  await raiseVersion(tx, realm_id);
}

/** Users by real or dummy addresses, including built-in bots. The caller decides which addresses can be used. */
export async function usersByAddress({ db, realm }: { db: Db; realm: Realm }, addresses: readonly string[]) {
  const dummy = new RegExp(`^user(\\d{1,15})@${realm.host.replaceAll(".", "\\.")}$`, "i");
  const ids = addresses.flatMap((address) => Number(dummy.exec(address)?.[1] ?? []));
  // PostgreSQL rejects null bytes in parameters, and no address contains one.
  const keys = addresses.filter((address) => !address.includes("\0")).map(addressKey);
  return db
    .selectFrom("user")
    .select(USER_COLUMNS)
    .where("realm_id", "=", realm.id)
    .where((eb) => eb.or([isAnyOf(db, "id", ids), isAnyTextOf(db, "delivery_email_key", keys)]))
    .execute();
}
