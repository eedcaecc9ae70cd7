/**
 * Organizations and users as requests see them. Data derived from many rows (the organization's settings, the groups
 * that contain a user) is cached as long as the organization's version is unchanged; the version is read for every
 * request, so a revoked permission is gone immediately, on every node.
 *
 * Only committed data is cached. Inside a transaction (`realmWithin`, `userWithin`) cached data is used if the version
 * matches, and anything else is read through the transaction and not cached.
 */
import type { Selectable } from "kysely";
import { realmSettings } from "../../organization/settings/realm-settings.ts";
import { withDefaults } from "../../organization/settings/setting.ts";
import { USER_DEFAULTS, type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import type { GroupId, RealmId, UserId } from "../api/ids.ts";
import type { Markup, Realm, RealmPictures, User } from "../context.ts";
import { compiled } from "../db/compiled.ts";
import type { Committed, Database, Db, Tx } from "../db/handles.ts";
import type { Schema } from "../db/schema.ts";
import { type RealmPermission, realmPermissions, type SystemGroupName } from "./permission-settings.ts";
import { groupsContaining, type SystemGroups, systemGroupsOf } from "./store.ts";

type RealmRow = Selectable<Schema["realm"]>;
type UserRow = Selectable<Schema["user"]>;

/** The maximum number of cached users; the least recently used is evicted first. */
const REMEMBERED_USERS = 2000;
/** Enough for the longest email address. The same credentials can be written with any number of spaces. */
const LONGEST_CREDENTIALS = 512;

/**
 * Requests that arrive together share one read of the version. Changes by this process end the window; changes by other
 * processes are noticed this much later.
 */
const SAME_MOMENT_MS = 2;

/** The organization setting that contains its pictures. */
const PICTURES = "pictures";

export interface Identity {
  readonly realm: Realm;
  readonly user: User;
}

/** Reads the organization's text settings. Passed in, because the kernel does not know the features that store them. */
export type MarkupReader = (db: Db, realmId: RealmId) => Promise<Markup>;

const currentVersion = compiled((db, { id }: { id: RealmId }) =>
  db.selectFrom("realm").select("version").where("id", "=", id).where("is_active", "=", true),
);

function forgetOldest(map: Map<unknown, unknown>): void {
  const [oldest] = map.keys();
  map.delete(oldest);
}

interface Remembered {
  version: number;
  groups: ReadonlySet<GroupId>;
}

export class Identities {
  readonly #externalUrl: () => string;
  readonly #readMarkup: MarkupReader;
  readonly #realms = new Map<RealmId, Realm>();
  readonly #groups = new Map<UserId, Remembered>();
  readonly #recalled = new Map<string, Identity>();
  readonly #seen = new Map<RealmId, { version: number | undefined; commits: number; until: number }>();
  #root: string | undefined;

  constructor(externalUrl: () => string, readMarkup: MarkupReader) {
    this.#externalUrl = externalUrl;
    this.#readMarkup = readMarkup;
  }

  /** The organization of a host name; a host that is not below our own address means the default organization. */
  async realmByHost(db: Committed, host: string): Promise<Realm | undefined> {
    const subdomain = this.#subdomain(host);
    const query = db.selectFrom("realm").selectAll();
    const row = await (subdomain === undefined
      ? query.where("is_default", "=", true)
      : query.where("string_id", "=", subdomain)
    ).executeTakeFirst();
    return row && this.realm(db, row);
  }

  /** Whether a host name belongs to this organization. */
  answersTo(realm: Realm, host: string): boolean {
    const subdomain = this.#subdomain(host);
    return subdomain === undefined ? realm.is_default : subdomain === realm.string_id;
  }

  #subdomain(host: string): string | undefined {
    this.#root ??= new URL(this.#externalUrl()).hostname;
    // A trailing dot is the fully qualified form of the same name.
    const name = host.toLowerCase().replace(/\.?(:\d+)?$/, "");
    return name.endsWith(`.${this.#root}`) ? name.slice(0, -this.#root.length - 1) : undefined;
  }

  async realmById(db: Committed, id: RealmId, version?: number): Promise<Realm> {
    const known = this.#realms.get(id);
    if (known && version !== undefined && known.version === version) return known;
    const row = await db.selectFrom("realm").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return this.realm(db, row);
  }

  /** As seen by the transaction, which may have created or changed it. */
  async realmWithin(tx: Tx, id: RealmId): Promise<Realm> {
    const row = await tx.selectFrom("realm").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const known = this.#realms.get(id);
    return known?.version === row.version ? known : this.#readRealm(tx, row, known);
  }

  async realm(db: Committed, row: RealmRow): Promise<Realm> {
    const known = this.#realms.get(row.id);
    if (known?.version === row.version) return known;
    const realm = await this.#readRealm(db, row, known);
    this.#realms.set(row.id, realm);
    return realm;
  }

  async #readRealm(db: Db, row: RealmRow, known: Realm | undefined): Promise<Realm> {
    const systemGroups = known?.systemGroups ?? (await systemGroupsOf(db, row.id));
    const isSameMarkup = known?.markupVersion === row.markup_version;
    const markup = isSameMarkup ? known : await this.#readMarkup(db, row.id);
    return this.#describe(row, systemGroups, markup);
  }

  /** The user with all groups that contain them, at the organization's version. */
  async user(db: Committed, row: UserRow, version: number): Promise<User> {
    let remembered = this.#groups.get(row.id);
    if (remembered?.version !== version) {
      remembered = { version, groups: await groupsContaining(db, row.id) };
      if (this.#groups.size >= REMEMBERED_USERS) forgetOldest(this.#groups);
      this.#groups.delete(row.id);
      this.#groups.set(row.id, remembered);
    }
    return toUser(row, remembered.groups);
  }

  /** Like `user`, for an account that may have been read in a transaction. */
  async userWithin(db: Db, row: UserRow, version: number): Promise<User> {
    const remembered = this.#groups.get(row.id);
    return toUser(row, remembered?.version === version ? remembered.groups : await groupsContaining(db, row.id));
  }

  /** The identity for these credentials, unless anything in the organization has changed since. */
  async recall(database: Database, credentials: string): Promise<Identity | undefined> {
    const known = this.#recalled.get(credentials);
    if (!known) return undefined;
    const { id, version } = known.realm;
    const seen = this.#seen.get(id);
    const isFresh = seen && seen.commits === database.commits && performance.now() < seen.until;
    if ((isFresh ? seen.version : await this.#look(database, id)) === version) return known;
    this.#recalled.delete(credentials);
    return undefined;
  }

  async #look(database: Database, id: RealmId): Promise<number | undefined> {
    const { commits } = database;
    const until = performance.now() + SAME_MOMENT_MS;
    const [realm] = await currentVersion(database.reader, { id });
    this.#seen.set(id, { version: realm?.version, commits, until });
    return realm?.version;
  }

  remember(credentials: string, identity: Identity): void {
    if (credentials.length > LONGEST_CREDENTIALS) return;
    if (this.#recalled.size >= REMEMBERED_USERS) forgetOldest(this.#recalled);
    this.#recalled.set(credentials, identity);
  }

  #describe(row: RealmRow, systemGroups: SystemGroups, { linkifiers, customEmoji }: Markup): Realm {
    const external = new URL(this.#externalUrl());
    if (!row.is_default) external.hostname = `${row.string_id}.${external.hostname}`;
    const { [USER_DEFAULTS]: chosen = {}, [PICTURES]: pictures = {}, ...stored } = row.settings;
    const permissions = Object.fromEntries(
      Object.entries(realmPermissions).map(([name, { default: group }]) => [
        name,
        systemGroups[group as SystemGroupName],
      ]),
    ) as Record<RealmPermission, GroupId>;
    return {
      id: row.id,
      string_id: row.string_id,
      is_active: row.is_active,
      is_default: row.is_default,
      date_created: row.date_created,
      version: row.version,
      url: external.origin,
      host: external.hostname,
      settings: { ...permissions, ...withDefaults(realmSettings, stored) } as Realm["settings"],
      userDefaults: withDefaults(userSettings, chosen as Record<string, unknown>) as UserSettings,
      chosenUserDefaults: chosen as Partial<UserSettings>,
      systemGroups,
      pictures: pictures as RealmPictures,
      linkifiers,
      customEmoji,
      markupVersion: row.markup_version,
      preferencesVersion: row.wishes_version,
    };
  }
}

/** The account in the form that rules use. */
export function toUser(row: UserRow, groups: ReadonlySet<GroupId>): User {
  let settings: UserSettings | undefined;
  return {
    id: row.id,
    realm_id: row.realm_id,
    delivery_email: row.delivery_email,
    full_name: row.full_name,
    role: row.role,
    is_bot: row.bot_type !== null,
    bot_type: row.bot_type,
    bot_owner_id: row.bot_owner_id,
    date_joined: row.date_joined,
    avatar_source: row.avatar_source,
    avatar_version: row.avatar_version,
    avatar_path: row.avatar_path,
    can_create_users: row.can_create_users,
    can_change_user_emails: row.can_change_user_emails,
    groups,
    get settings() {
      // Most requests never need them.
      settings ??= withDefaults(userSettings, row.settings) as UserSettings;
      return settings;
    },
  };
}
