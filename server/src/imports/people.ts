/**
 * Accounts for the people of an archive. Someone whose address has an account here gets that one; for everyone else an
 * account is created that nobody can use until its person accepts an invitation (`unclaimed_account`).
 */
import { BotType, Role } from "../kernel/access/roles.ts";
import { addMembers, raiseVersion } from "../kernel/access/store.ts";
import type { GroupId, UserId } from "../kernel/api/ids.ts";
import type { App, OpenContext, Realm, User, Writing } from "../kernel/context.ts";
import type { Author } from "../messages/names.ts";
import { userSettings } from "../organization/settings/user-settings.ts";
import { roleGroupsOf } from "../people/groups/roles.ts";
import { insertUnclaimed, insertUser, userByDeliveryEmail } from "../people/users/store.ts";
import { isReservedEmail } from "../people/users/system-bots.ts";
import type { Ledger } from "./ledger.ts";
import { fullNameFrom, placeholderAddress, usableAddress } from "./names.ts";
import type { PersonRecord } from "./records.ts";
import { insertItem, itemsOf, type Origin, sourceKey } from "./store.ts";

export interface LocalPerson {
  readonly id: UserId;
  readonly full_name: string;
}

/** People in one transaction. */
export const PEOPLE_AT_ONCE = 200;

export class ImportedPeople {
  readonly #ctx: OpenContext;
  readonly #origin: Origin;
  readonly #bySource = new Map<string, LocalPerson>();
  readonly #users = new Map<UserId, Author>();
  #botOwner: UserId | null | undefined;

  private constructor(ctx: OpenContext, origin: Origin) {
    this.#ctx = ctx;
    this.#origin = origin;
  }

  /** With everyone whom an earlier run has taken. */
  static async of(ctx: OpenContext, origin: Origin): Promise<ImportedPeople> {
    const people = new ImportedPeople(ctx, origin);
    const { reader } = ctx.app.database;
    const ids = await itemsOf(reader, origin, "person");
    const rows = await reader
      .selectFrom("user")
      .select(["id", "full_name"])
      .where("realm_id", "=", ctx.realm.id)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const [source, id] of ids) {
      const row = byId.get(id);
      if (row) people.#bySource.set(source, row);
    }
    return people;
  }

  get(id: string): LocalPerson | undefined {
    return this.#bySource.get(sourceKey(id));
  }

  async add(records: readonly PersonRecord[], ledger: Ledger): Promise<void> {
    const fresh = new Map(
      records.filter(({ id }) => !this.#bySource.has(sourceKey(id))).map((record) => [sourceKey(record.id), record]),
    );
    if (fresh.size === 0) return;
    const stored = await ledger.change(this.#ctx, async (ctx, tally) => {
      const found: StoredPerson[] = [];
      for (const record of fresh.values()) found.push(await this.#store(ctx, record));
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
      for (const { outcome } of found) tally.take(outcome);
      return found;
    });
    for (const { source, id, full_name } of stored) this.#bySource.set(sourceKey(source), { id, full_name });
  }

  async #store(ctx: Writing, record: PersonRecord): Promise<StoredPerson> {
    const { db, realm } = ctx;
    const source = record.id;
    const known = await this.#accountFor(ctx, record);
    const base = { source, groups: [] };
    if (known) {
      await insertItem(db, this.#origin, { kind: "person", source_id: source, local_id: known.id });
      return { ...base, id: known.id, full_name: known.full_name, outcome: "people_matched" };
    }
    const user = await insertUser(db, await this.#newAccount(ctx, record));
    if (!record.isBot) await insertUnclaimed(db, realm.id, user.id);
    await insertItem(db, this.#origin, { kind: "person", source_id: source, local_id: user.id });
    const groups = roleGroupsOf(realm, user, ctx.now);
    return {
      source,
      id: user.id,
      full_name: user.full_name,
      groups,
      outcome: record.isBot ? "bots" : "people_created",
    };
  }

  /** By address, and a person only for a person. */
  async #accountFor({ db, realm }: Writing, { id, email, isBot = false }: PersonRecord) {
    const address = usableAddress(email);
    const candidates = [address, placeholderAddress(this.#origin.origin, id)].filter((each) => each !== undefined);
    for (const candidate of candidates) {
      const account = await userByDeliveryEmail(db, realm.id, candidate);
      if (account && account.system_bot === null && (account.bot_type !== null) === isBot) return account;
    }
    return undefined;
  }

  async #newAccount(ctx: Writing, { id, name, email, isBot, isGuest, timezone }: PersonRecord) {
    const { db, realm, now, app } = ctx;
    const { apiKey: _, ...key } = app.secrets.newApiKey();
    const address = usableAddress(email);
    const isFree =
      address !== undefined &&
      !isReservedEmail(address, realm.host) &&
      (await userByDeliveryEmail(db, realm.id, address)) === undefined;
    return {
      realm_id: realm.id,
      delivery_email: isFree ? address : placeholderAddress(this.#origin.origin, id),
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
  readonly groups: readonly GroupId[];
  readonly outcome: "people_created" | "people_matched" | "bots";
}

async function loadUser({ database, identities }: App, { id: realmId }: Realm, id: UserId): Promise<User> {
  const { reader } = database;
  const { version } = await identities.realmById(reader, realmId);
  const row = await reader.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return identities.user(reader, row, version);
}

const isTimeZone = (zone: string | undefined): zone is string =>
  zone !== undefined && zone !== "" && userSettings.timezone.field.schema.safeParse(zone).success;
