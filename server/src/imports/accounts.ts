/** Which account here a person of an archive gets, and which address a new one has (decision 111). */
import { isAdministrator } from "../kernel/access/roles.ts";
import type { RealmId, UserId } from "../kernel/api/ids.ts";
import type { Realm, Writing } from "../kernel/context.ts";
import { isAnyOf, isAnyTextOf } from "../kernel/db/dialect.ts";
import type { Db } from "../kernel/db/handles.ts";
import { addressKey } from "../kernel/names/address-key.ts";
import { isReservedEmail } from "../people/users/system-bots.ts";
import { erasedKey, type KeyedLedger } from "./erased.ts";
import { placeholderAddress, usableAddress } from "./names.ts";
import type { PersonRecord, SkippedRecord } from "./records.ts";
import { skipped } from "./skipped.ts";

export interface KnownAccount {
  readonly id: UserId;
  readonly full_name: string;
  readonly role: number;
  readonly isBot: boolean;
  readonly isBuiltIn: boolean;
  readonly isConfirmed: boolean;
  /** An import has created it, and nobody has used it. */
  readonly isUnused: boolean;
  /** Nobody's any more; only the hash of the address that it had is left. */
  readonly isErased: boolean;
}

/** By the keys of their addresses. */
export type KnownAccounts = Map<string, KnownAccount>;

export interface AddressSource {
  readonly realm: Pick<Realm, "host">;
  readonly origin: string;
}

/** The addresses by which someone may be known here. Nobody is known by an address that nobody can have. */
export function addressesOf({ realm, origin }: AddressSource, { id, email, isBot }: PersonRecord): string[] {
  const address = usableAddress(email);
  const isOwn = address !== undefined && !isBot && !isReservedEmail(address, realm.host);
  return [...(isOwn ? [address] : []), placeholderAddress(origin, id)];
}

interface AccountSearch extends KeyedLedger {
  readonly imported: ReadonlySet<UserId>;
}

export async function accountsWith(
  db: Db,
  search: AccountSearch,
  addresses: readonly string[],
): Promise<KnownAccounts> {
  const keys = addresses.map(addressKey);
  const rows = await db
    .selectFrom("user")
    .select(["id", "full_name", "role", "bot_type", "system_bot", "is_active", "is_email_verified", "password_hash"])
    .select("delivery_email_key")
    .where("realm_id", "=", search.realm_id)
    .where(isAnyTextOf(db, "delivery_email_key", keys))
    .execute();
  const found: KnownAccounts = new Map(
    rows.map(({ id, full_name, role, ...row }) => [
      row.delivery_email_key,
      {
        ...{ id, full_name, role },
        isBot: row.bot_type !== null,
        isBuiltIn: row.system_bot !== null,
        isConfirmed: row.is_email_verified,
        isUnused: search.imported.has(id) && !row.is_active && row.password_hash === null,
        isErased: false,
      },
    ]),
  );
  // Someone may have come again since they were erased.
  const others = keys.filter((key) => !found.has(key));
  for (const [key, account] of await erasedAccounts(db, search, others)) found.set(key, account);
  return found;
}

/** An address is the same in the archives of every program. */
const EVERYWHERE = "";

/** By the keys of addresses that they had. */
async function erasedAccounts(db: Db, ledger: KeyedLedger, keys: readonly string[]): Promise<KnownAccounts> {
  const byHash = new Map(keys.map((key) => [erasedKey(ledger, key), key]));
  const rows = await db
    .selectFrom("imported_item")
    .innerJoin("user", "user.id", "imported_item.local_id")
    .select(["user.id", "user.full_name", "user.role", "imported_item.source_id"])
    .where("imported_item.realm_id", "=", ledger.realm_id)
    .where("imported_item.origin", "=", EVERYWHERE)
    .where("imported_item.kind", "=", "address")
    .where(isAnyTextOf(db, "imported_item.source_id", [...byHash.keys()]))
    .execute();
  return new Map(
    rows.map(({ source_id, ...row }) => [
      byHash.get(source_id) as string,
      { ...row, isBot: false, isBuiltIn: false, isConfirmed: true, isUnused: false, isErased: true },
    ]),
  );
}

/**
 * When people are erased, before their addresses are forgotten: no archive brings those back to whom it would have given the account
 * (decision 138).
 */
export async function rememberErased(
  { app, db, realm }: Writing,
  people: readonly { readonly id: UserId; readonly delivery_email: string }[],
): Promise<void> {
  const ledger = { secrets: app.secrets, realm_id: realm.id };
  const imported = await importedAccounts(
    db,
    realm.id,
    people.map(({ id }) => id),
  );
  const addresses = people.map(({ delivery_email }) => delivery_email);
  for (const [key, account] of await accountsWith(db, { ...ledger, imported }, addresses)) {
    if (account.isBot || !isTrusted(account)) continue;
    const source_id = erasedKey(ledger, key);
    await db
      .insertInto("imported_item")
      .values({ realm_id: realm.id, origin: EVERYWHERE, kind: "address", source_id, local_id: account.id })
      .onConflict((conflict) =>
        conflict.columns(["realm_id", "origin", "kind", "source_id"]).doUpdateSet({ local_id: account.id }),
      )
      .execute();
  }
}

/** Accounts that imports have given to people, from whichever program. */
export async function importedAccounts(db: Db, realmId: RealmId, among?: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await db
    .selectFrom("imported_item")
    .select("local_id")
    .where("realm_id", "=", realmId)
    .where("kind", "=", "person")
    .$if(among !== undefined, (all) => all.where(isAnyOf(db, "local_id", among as readonly UserId[])))
    .execute();
  return new Set(rows.map(({ local_id }) => local_id));
}

/** Anyone may have signed up with an address that nothing proves; administrators could get into any account anyway. */
const isTrusted = (account: KnownAccount): boolean =>
  account.isConfirmed || account.isUnused || isAdministrator(account);

/** The account of someone with these addresses; a person only for a person. */
export function accountAmong(
  accounts: KnownAccounts,
  addresses: readonly string[],
  { isBot = false }: PersonRecord,
): KnownAccount | undefined {
  return addresses
    .map((address) => accounts.get(addressKey(address)))
    .find((account) => account && !account.isBuiltIn && account.isBot === isBot && isTrusted(account));
}

/** Why a new account cannot have the person's own address; undefined if it has it. Bots need none. */
export function addressLeftOut(
  accounts: KnownAccounts,
  addresses: readonly string[],
  { id, isNamedById, email, isBot }: PersonRecord,
): SkippedRecord | undefined {
  if (isBot) return undefined;
  const leave = (reason: string) =>
    skipped("email addresses", `${reason}: the person cannot be invited`, isNamedById ? "" : id);
  if (usableAddress(email) === undefined) return leave("the archive has none");
  if (addresses.length === 1) return leave("the address is reserved");
  const taken = accounts.get(addressKey(addresses[0] as string));
  if (!taken) return undefined;
  return leave(taken.isBot ? "a bot here has it" : "someone here has it who has not confirmed it");
}

/** The account, if nobody has used it yet. */
export const unusedAccount = (db: Db, realmId: RealmId, id: UserId) =>
  db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("id", "=", id)
    .where("is_active", "=", false)
    .where("is_email_verified", "=", false)
    .where("password_hash", "is", null)
    .where("erased_at", "is", null);
