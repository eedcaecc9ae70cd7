/**
 * Organizations and users as requests see them. Data derived from many rows (the organization's settings, the groups
 * that contain a user) is cached as long as the organization's version is unchanged; the version is read for every
 * request, so a revoked permission is gone immediately, on every node.
 *
 * Only committed data is cached. Inside a transaction (`realmWithin`, `userWithin`) cached data is used if the version
 * matches, and anything else is read through the transaction and not cached.
 */
import type { Selectable } from "kysely";
import type { GroupId, RealmId, UserId } from "../api/ids.ts";
import { compiled } from "../db/compiled.ts";
import type { Committed, Database, Db, Tx } from "../db/handles.ts";
import type { Schema } from "../db/schema.ts";
import type { Realm, User } from "../realm.ts";
import { type RealmPermission, realmPermissions, type SystemGroupName } from "./permission-settings.ts";
import { groupsContaining, type SystemGroups, systemGroupsOf } from "./store.ts";

type RealmRow = Selectable<Schema["realm"]>;
export type UserRow = Selectable<Schema["user"]>;

/** The maximum number of cached users; the least recently used is evicted first. */
const REMEMBERED_USERS = 2000;
/** Enough for the longest email address. The same credentials can be written with any number of spaces. */
const LONGEST_CREDENTIALS = 512;

/**
 * Requests that arrive together share one read of the version. Changes by this process end the window; changes by other
 * processes are noticed this much later.
 */
const SAME_MOMENT_MS = 2;

export interface Identity {
  readonly realm: Realm;
  readonly user: User;
}

/** An organization as far as it is known here. */
export interface RealmFacts {
  readonly id: RealmId;
  readonly string_id: string;
  readonly is_active: boolean;
  readonly is_default: boolean;
  readonly date_created: number;
  readonly version: number;
  readonly url: string;
  readonly host: string;
  readonly systemGroups: SystemGroups;
  /** For every permission the group that holds it unless the organization has chosen another. */
  readonly permissions: Readonly<Record<RealmPermission, GroupId>>;
  readonly markupVersion: number;
  readonly preferencesVersion: number;
}

/** Makes organizations and users of their rows. Passed in, because most of what they hold is not the kernel's. */
export interface Describing {
  realm(db: Db, row: RealmRow, facts: RealmFacts, known: Realm | undefined): Promise<Realm>;
  user(row: UserRow, groups: ReadonlySet<GroupId>): User;
  /** The user that somebody without an account is to this organization. */
  visitor(realm: Realm): User;
}

const versionOfActive = compiled((db, { id }: { id: RealmId }) =>
  db.selectFrom("realm").select("version").where("id", "=", id).where("is_active", "=", true),
);

const realmRow = compiled((db, { id }: { id: RealmId }) => db.selectFrom("realm").selectAll().where("id", "=", id));

function forgetOldest(map: Map<unknown, unknown>): void {
  const [oldest] = map.keys();
  map.delete(oldest);
}

/** A read of the version, possibly still under way. */
interface Look {
  readonly version: Promise<number | undefined> | number | undefined;
  readonly commits: number;
  readonly until: number;
}

interface Remembered {
  version: number;
  groups: ReadonlySet<GroupId>;
}

export class Identities {
  readonly #externalUrl: () => string;
  readonly #describing: Describing;
  readonly #realms = new Map<RealmId, Realm>();
  readonly #groups = new Map<UserId, Remembered>();
  readonly #recalled = new Map<string, Identity>();
  readonly #seen = new Map<RealmId, Look>();
  #root: string | undefined;

  constructor(externalUrl: () => string, describing: Describing) {
    this.#externalUrl = externalUrl;
    this.#describing = describing;
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
    const realm = await this.realmIfAny(db, id);
    if (!realm) throw new Error(`There is no organization ${id}.`);
    return realm;
  }

  /** Undefined if it has been deleted. */
  async realmIfAny(db: Committed, id: RealmId): Promise<Realm | undefined> {
    const [row] = await realmRow(db, { id });
    return row && this.realm(db, row);
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
    return this.#describing.realm(db, row, this.#factsOf(row, systemGroups), known);
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
    return this.#describing.user(row, remembered.groups);
  }

  /** Like `user`, for an account that may have been read in a transaction. */
  async userWithin(db: Db, row: UserRow, version: number): Promise<User> {
    const remembered = this.#groups.get(row.id);
    const groups = remembered?.version === version ? remembered.groups : await groupsContaining(db, row.id);
    return this.#describing.user(row, groups);
  }

  /** The identity for these credentials, unless anything in the organization has changed since. */
  async recall(database: Database, credentials: string): Promise<Identity | undefined> {
    const known = this.#recalled.get(credentials);
    if (!known) return undefined;
    const { id, version } = known.realm;
    const seen = this.#seen.get(id);
    const isFresh = seen && seen.commits === database.commits && performance.now() < seen.until;
    if ((await (isFresh ? seen.version : this.#look(database, id))) === version) return known;
    this.#recalled.delete(credentials);
    return undefined;
  }

  /** The version as it is now; undefined if the organization is deactivated. */
  async currentVersion(db: Db, id: RealmId): Promise<number | undefined> {
    const [realm] = await versionOfActive(db, { id });
    return realm?.version;
  }

  async #look(database: Database, id: RealmId): Promise<number | undefined> {
    const { commits } = database;
    const until = performance.now() + SAME_MOMENT_MS;
    const reading = this.currentVersion(database.reader, id);
    // Those who ask meanwhile wait for the same read.
    const look: Look = { version: reading, commits, until };
    this.#seen.set(id, look);
    try {
      const version = await reading;
      if (this.#seen.get(id) === look) this.#seen.set(id, { version, commits, until });
      return version;
    } catch (error) {
      if (this.#seen.get(id) === look) this.#seen.delete(id);
      throw error;
    }
  }

  remember(credentials: string, identity: Identity): void {
    if (credentials.length > LONGEST_CREDENTIALS) return;
    if (this.#recalled.size >= REMEMBERED_USERS) forgetOldest(this.#recalled);
    this.#recalled.set(credentials, identity);
  }

  visitorTo(realm: Realm): User {
    return this.#describing.visitor(realm);
  }

  #factsOf(row: RealmRow, systemGroups: SystemGroups): RealmFacts {
    const external = new URL(this.#externalUrl());
    if (!row.is_default) external.hostname = `${row.string_id}.${external.hostname}`;
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
      systemGroups,
      permissions,
      markupVersion: row.markup_version,
      preferencesVersion: row.wishes_version,
    };
  }
}
