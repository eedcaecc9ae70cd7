/**
 * Accounts for the people of an archive. Someone who has confirmed that they have the address gets that account; for everyone
 * else an account is created that nobody can use until its person accepts an invitation (`unclaimed_account`).
 */
import { BotType, isGuest, Role } from "../kernel/access/roles.ts";
import { addMembers, raiseVersion } from "../kernel/access/store.ts";
import type { GroupId, UserId } from "../kernel/api/ids.ts";
import type { App, OpenContext, Realm, User, Writing } from "../kernel/context.ts";
import { addressKey } from "../kernel/names/address-key.ts";
import type { Author } from "../messages/names.ts";
import { userSettings } from "../organization/settings/user-settings.ts";
import { roleGroupsOf } from "../people/groups/roles.ts";
import { insertUnclaimed, insertUser, userByDeliveryEmail } from "../people/users/store.ts";
import {
  type AddressSource,
  accountAmong,
  accountsWith,
  addressesOf,
  addressLeftOut,
  importedAccounts,
  type KnownAccounts,
} from "./accounts.ts";
import { erasedKey, type KeyedLedger } from "./erased.ts";
import type { Ledger } from "./ledger.ts";
import { fullNameFrom } from "./names.ts";
import type { PersonRecord, SkippedRecord } from "./records.ts";
import { ERASED_PREFIX, insertItem, insertKey, itemsOf, type Origin, sourceKey } from "./store.ts";

export interface LocalPerson {
  readonly id: UserId;
  readonly full_name: string;
  /** Guests may not know everyone, or read every channel. */
  readonly isGuest?: boolean;
  /** Has no name any more, whatever the archive calls them. */
  readonly isErased?: boolean | undefined;
}

/** People in one transaction. */
export const PEOPLE_AT_ONCE = 200;

export class ImportedPeople {
  readonly #ctx: OpenContext;
  readonly #origin: Origin;
  readonly #bySource = new Map<string, LocalPerson>();
  readonly #added = new Set<string>();
  readonly #users = new Map<UserId, Author>();
  readonly #from: AddressSource;
  readonly #keyed: KeyedLedger;
  readonly #imported: Set<UserId>;
  #hasErased = false;
  #botOwner: UserId | null | undefined;
  /** Those whom this run has added so far: an earlier one also knows people whom only messages name, who come later. */
  readonly listed = { get: (id: string) => (this.#added.has(sourceKey(id)) ? this.get(id) : undefined) };

  private constructor(ctx: OpenContext, origin: Origin, imported: Set<UserId>) {
    this.#ctx = ctx;
    this.#imported = imported;
    this.#origin = origin;
    this.#from = { realm: ctx.realm, origin: origin.origin };
    this.#keyed = { secrets: ctx.app.secrets, realm_id: origin.realm_id };
  }

  /** With everyone whom an earlier run has taken. */
  static async of(ctx: OpenContext, origin: Origin): Promise<ImportedPeople> {
    const { reader } = ctx.app.database;
    const people = new ImportedPeople(ctx, origin, await importedAccounts(reader, origin.realm_id));
    const ids = await itemsOf(reader, origin, "person");
    const rows = await reader
      .selectFrom("user")
      .select(["id", "full_name", "role", "erased_at"])
      .where("realm_id", "=", ctx.realm.id)
      .execute();
    const byId = new Map(
      rows.map(({ id, full_name, role, erased_at }) => [
        id,
        { id, full_name, isGuest: isGuest({ role }), isErased: erased_at !== null },
      ]),
    );
    for (const [source, id] of ids) {
      const row = byId.get(id);
      if (row) people.#bySource.set(source, row);
      people.#hasErased ||= source.startsWith(ERASED_PREFIX);
    }
    return people;
  }

  get(id: string): LocalPerson | undefined {
    // Nearly every id is its own key.
    const known = this.#bySource.get(id) ?? this.#bySource.get(sourceKey(id));
    return known || !this.#hasErased ? known : this.#bySource.get(erasedKey(this.#keyed, sourceKey(id)));
  }

  async add(records: readonly PersonRecord[], ledger: Ledger): Promise<void> {
    for (const { id } of records) this.#added.add(sourceKey(id));
    const fresh = new Map(records.filter(({ id }) => !this.get(id)).map((record) => [sourceKey(record.id), record]));
    if (fresh.size === 0) return;
    const stored = await ledger.change(this.#ctx, async (ctx, tally) => {
      const found: StoredPerson[] = [];
      const wanted = [...fresh.values()].map((record) => ({ record, addresses: addressesOf(this.#from, record) }));
      const given = wanted.flatMap(({ addresses }) => addresses);
      const accounts = await accountsWith(ctx.db, { ...this.#keyed, imported: this.#imported }, given);
      for (const { record, addresses } of wanted) found.push(await this.#store(ctx, record, addresses, accounts));
      const groups = Map.groupBy(
        found.flatMap(({ id, groups }) => groups.map((group) => ({ id, group }))),
        ({ group }) => group,
      );
      for (const [group, members] of groups)
        await addMembers(
          ctx.db,
          group,
          members.map(({ id }) => id),
        );
      await raiseVersion(ctx.db, ctx.realm.id);
      for (const { outcome, leftOut } of found) {
        tally.take(outcome);
        if (leftOut) tally.leaveOut(leftOut);
      }
      return found;
    });
    for (const { source, id, full_name, isGuest, isErased } of stored) {
      this.#bySource.set(sourceKey(source), { id, full_name, isGuest, isErased });
      this.#imported.add(id);
    }
  }

  async #store(
    ctx: Writing,
    record: PersonRecord,
    addresses: readonly string[],
    accounts: KnownAccounts,
  ): Promise<StoredPerson> {
    const { db, realm } = ctx;
    const source = record.id;
    const known = accountAmong(accounts, addresses, record);
    if (known) {
      const { id, full_name, isErased } = known;
      const key = isErased ? erasedKey(this.#keyed, sourceKey(source)) : sourceKey(source);
      await insertKey(db, this.#origin, { kind: "person", key, local_id: id });
      return { source, id, full_name, isErased, isGuest: isGuest(known), groups: [], outcome: "people_matched" };
    }
    const leftOut = addressLeftOut(accounts, addresses, record);
    const address = await freeAddress(ctx, addresses, accounts);
    const user = await insertUser(db, await this.#newAccount(ctx, record, address));
    const { isBot = false, isDeactivated = false } = record;
    if (!isBot && !isDeactivated) await insertUnclaimed(db, realm.id, user.id);
    await insertItem(db, this.#origin, { kind: "person", source_id: source, local_id: user.id });
    const { id, full_name, role } = user;
    accounts.set(addressKey(address), {
      ...{ id, full_name, role },
      ...{ isBot, isBuiltIn: false, isConfirmed: false, isUnused: true, isErased: false },
    });
    const outcome = isBot ? "bots" : isDeactivated ? "people_deactivated" : "people_created";
    const groups = roleGroupsOf(realm, user, ctx.now);
    return { source, id, full_name, isGuest: isGuest(user), groups, outcome, leftOut };
  }

  async #newAccount(ctx: Writing, { name, isBot, isGuest, timezone }: PersonRecord, delivery_email: string) {
    const { realm, now, app } = ctx;
    const { apiKey: _, ...key } = app.secrets.newApiKey();
    return {
      realm_id: realm.id,
      delivery_email,
      full_name: fullNameFrom(name) ?? "Imported user",
      role: isGuest && !isBot ? Role.guest : Role.member,
      bot_type: isBot ? BotType.generic : null,
      bot_owner_id: isBot ? await this.#ownerOfBots(ctx) : null,
      date_joined: now,
      settings: {
        ...realm.chosenUserDefaults,
        default_language: realm.settings.default_language,
        ...(isTimeZone(timezone) ? { timezone } : {}),
      },
      password_hash: null,
      can_create_users: false,
      can_change_user_emails: false,
      is_email_verified: false,
      is_active: false,
      ...key,
    };
  }

  /** A bot must have one: the organization's first owner. */
  async #ownerOfBots({ db, realm }: Writing): Promise<UserId | null> {
    if (this.#botOwner === undefined) {
      const owner = await db
        .selectFrom("user")
        .select("id")
        .where("realm_id", "=", realm.id)
        .where("role", "=", Role.owner)
        .where("is_active", "=", true)
        .where("bot_type", "is", null)
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      this.#botOwner = owner?.id ?? null;
    }
    return this.#botOwner;
  }

  /** The account as the author of a text. */
  async author(id: UserId): Promise<Author> {
    const known = this.#users.get(id);
    if (known) return known;
    const user = { ...(await loadUser(this.#ctx.app, this.#ctx.realm, id)), mentionsDeactivated: true as const };
    if (this.#users.size >= MOST_AUTHORS) this.#users.clear();
    this.#users.set(id, user);
    return user;
  }
}

const MOST_AUTHORS = 20_000;

interface StoredPerson extends LocalPerson {
  readonly source: string;
  readonly isGuest: boolean;
  readonly groups: readonly GroupId[];
  readonly outcome: "people_created" | "people_matched" | "people_deactivated" | "bots";
  readonly leftOut?: SkippedRecord | undefined;
}

/** The first that no account has; a placeholder with a number if all are taken. */
async function freeAddress(
  { db, realm }: Writing,
  addresses: readonly string[],
  accounts: KnownAccounts,
): Promise<string> {
  const free = addresses.find((address) => !accounts.has(addressKey(address)));
  if (free !== undefined) return free;
  const placeholder = addresses.at(-1) as string;
  for (let count = 2; ; count++) {
    const numbered = placeholder.replace("@", `.${count}@`);
    if (!(await userByDeliveryEmail(db, realm.id, numbered))) return numbered;
  }
}

async function loadUser({ database, identities }: App, { id: realmId }: Realm, id: UserId): Promise<User> {
  const { reader } = database;
  const { version } = await identities.realmById(reader, realmId);
  const row = await reader.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return identities.user(reader, row, version);
}

const isTimeZone = (zone: string | undefined): zone is string =>
  zone !== undefined && zone !== "" && userSettings.timezone.field.schema().safeParse(zone).success;
