/** Which account here a person of an archive gets, and which address a new one has (decision 111). */
import { isAdministrator } from "../kernel/access/roles.ts";
import type { RealmId, UserId } from "../kernel/api/ids.ts";
import type { Realm } from "../kernel/context.ts";
import { isAnyTextOf } from "../kernel/db/dialect.ts";
import type { Db } from "../kernel/db/handles.ts";
import { addressKey } from "../kernel/names/address-key.ts";
import { isReservedEmail } from "../people/users/system-bots.ts";
import { placeholderAddress, usableAddress } from "./names.ts";
import type { PersonRecord, SkippedRecord } from "./records.ts";
import { skipped } from "./records.ts";

export interface KnownAccount {
  readonly id: UserId;
  readonly full_name: string;
  readonly role: number;
  readonly isBot: boolean;
  readonly isBuiltIn: boolean;
  readonly isConfirmed: boolean;
  /** An import has created it, and nobody has used it. */
  readonly isUnused: boolean;
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

export async function accountsWith(
  db: Db,
  { realm_id, imported }: { readonly realm_id: RealmId; readonly imported: ReadonlySet<UserId> },
  addresses: readonly string[],
): Promise<KnownAccounts> {
  const rows = await db
    .selectFrom("user")
    .select(["id", "full_name", "role", "bot_type", "system_bot", "is_active", "is_email_verified", "password_hash"])
    .select("delivery_email_key")
    .where("realm_id", "=", realm_id)
    .where(isAnyTextOf(db, "delivery_email_key", addresses.map(addressKey)))
    .execute();
  return new Map(
    rows.map(({ id, full_name, role, ...row }) => [
      row.delivery_email_key,
      {
        ...{ id, full_name, role },
        isBot: row.bot_type !== null,
        isBuiltIn: row.system_bot !== null,
        isConfirmed: row.is_email_verified,
        isUnused: imported.has(id) && !row.is_active && row.password_hash === null,
      },
    ]),
  );
}

/** Accounts that imports have given to people, from whichever program. */
export async function importedAccounts(db: Db, realmId: RealmId): Promise<Set<UserId>> {
  const rows = await db
    .selectFrom("imported_item")
    .select("local_id")
    .where("realm_id", "=", realmId)
    .where("kind", "=", "person")
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
