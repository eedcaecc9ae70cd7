import type { Realm, WriteContext } from "../../kernel/context.ts";

/**
 * The organization's current state, read under the organization's lock. Settings are written as a whole and compared
 * with what a client has seen, so older ones will not do.
 */
export async function realmInTurn({ app, db, realm }: WriteContext): Promise<Realm> {
  return app.identities.realmWithin(db, realm.id);
}
