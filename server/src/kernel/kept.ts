/**
 * What every message asks about the users of an organization: kept in memory, and read again after a change, which the
 * organization's `preferencesVersion` says. Only users who have changed something since are read again (decision 151).
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import type { RealmId, UserId } from "./api/ids.ts";
import type { App, OpenContext } from "./context.ts";
import type { Committed } from "./db/handles.ts";

type Asking = Pick<OpenContext, "app" | "realm">;

export interface KeptOfUsers<T> {
  readonly empty: () => T;
  /**
   * Reads what these users have, and then replaces all that is kept of them at once: others use what is kept in the
   * meantime.
   */
  refresh(kept: T, users: readonly UserId[], db: Committed, app: App): Promise<void>;
}

interface Kept<T> {
  readonly version: number;
  readonly value: T;
}

/** Few enough that reading them takes a few milliseconds. */
const USERS_AT_ONCE = 500;

/** The organization is being created: its row cannot be read yet. */
const NOT_THERE = -1;
/** Users who have changed nothing yet have version 0. */
const BEFORE_ALL = -1;

interface ChangedUser {
  readonly preferences_version: number;
  readonly id: UserId;
}

export function keptOfUsers<T>(keeping: KeptOfUsers<T>) {
  const byApp = new WeakMap<App, Map<RealmId, KeptOfRealm<T>>>();
  return ({ app, realm }: Asking): Promise<T> => {
    const realms = byApp.get(app) ?? new Map<RealmId, KeptOfRealm<T>>();
    byApp.set(app, realms);
    const known = realms.get(realm.id) ?? new KeptOfRealm(keeping, app, realm.id);
    realms.set(realm.id, known);
    return known.asOf(realm.preferencesVersion);
  };
}

class KeptOfRealm<T> {
  readonly #keeping: KeptOfUsers<T>;
  readonly #app: App;
  readonly #realmId: RealmId;
  #kept: Kept<T> | undefined;
  #refreshing: Promise<Kept<T>> | undefined;

  constructor(keeping: KeptOfUsers<T>, app: App, realmId: RealmId) {
    this.#keeping = keeping;
    this.#app = app;
    this.#realmId = realmId;
  }

  /** At least as new as the version, unless the transaction that raised it has not been committed. */
  async asOf(version: number): Promise<T> {
    // What somebody else is waiting for may have been begun before the version.
    while (!this.#isAsOf(version) && this.#refreshing) await this.#refreshing.catch(() => undefined);
    if (this.#kept && this.#isAsOf(version)) return this.#kept.value;
    this.#refreshing = this.#refresh();
    try {
      const kept = await this.#refreshing;
      if (kept.version !== NOT_THERE) this.#kept = kept;
      return kept.value;
    } finally {
      this.#refreshing = undefined;
    }
  }

  #isAsOf(version: number): boolean {
    return this.#kept !== undefined && this.#kept.version >= version;
  }

  async #refresh(): Promise<Kept<T>> {
    // Inside a transaction changes can be seen that may come to nothing: what is kept outlives it.
    const { reader } = this.#app.database;
    const row = await reader
      .selectFrom("realm")
      .select("wishes_version")
      .where("id", "=", this.#realmId)
      .executeTakeFirst();
    const value = this.#kept?.value ?? this.#keeping.empty();
    let last: ChangedUser = { preferences_version: this.#kept?.version ?? BEFORE_ALL, id: Number.MAX_SAFE_INTEGER };
    for (;;) {
      const users = await this.#changedAfter(last);
      const ids = users.map(({ id }) => id);
      if (ids.length > 0) await this.#keeping.refresh(value, ids, reader, this.#app);
      if (ids.length < USERS_AT_ONCE) return { version: row?.wishes_version ?? NOT_THERE, value };
      last = users.at(-1) as ChangedUser;
      await nextTurn();
    }
  }

  #changedAfter({ preferences_version, id }: ChangedUser): Promise<ChangedUser[]> {
    return this.#app.database.reader
      .selectFrom("user")
      .select(["preferences_version", "id"])
      .where("realm_id", "=", this.#realmId)
      .where(sql<SqlBool>`(preferences_version, id) > (${preferences_version}, ${id})`)
      .orderBy("preferences_version")
      .orderBy("id")
      .limit(USERS_AT_ONCE)
      .execute();
  }
}
