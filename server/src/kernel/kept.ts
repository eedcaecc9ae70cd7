/**
 * What is read from the database for a whole organization and asked for again and again: kept in memory, and read again by the
 * next who asks after anything of it has changed, which the organization's `preferencesVersion` says.
 */
import type { RealmId } from "./api/ids.ts";
import type { App, OpenContext } from "./context.ts";
import type { Committed } from "./db/handles.ts";

type Asking = Pick<OpenContext, "app" | "realm">;

interface Kept<T> {
  readonly version: number;
  readonly value: T;
}

export function keptOfRealm<T>(read: (db: Committed, realmId: RealmId, app: App) => Promise<T>) {
  const byApp = new WeakMap<App, Map<RealmId, Kept<T>>>();
  return async ({ app, realm }: Asking): Promise<T> => {
    const known = byApp.get(app) ?? new Map<RealmId, Kept<T>>();
    byApp.set(app, known);
    const current = known.get(realm.id);
    // A request that began earlier may know of less than has been read since.
    if (current && current.version >= realm.preferencesVersion) return current.value;
    // Inside a transaction changes can be seen that may come to nothing: this outlives it.
    const db = app.database.reader;
    const row = await db.selectFrom("realm").select("wishes_version").where("id", "=", realm.id).executeTakeFirst();
    // An organization that is just being made has nobody who wants anything, and is looked at again when it is there.
    const version = row?.wishes_version ?? -1;
    const value = await read(db, realm.id, app);
    known.set(realm.id, { version, value });
    return value;
  };
}
