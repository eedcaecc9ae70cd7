import type { Realm, WriteContext } from "../../kernel/context.ts";

/**
 * The organization as it is when this change's turn has come. Settings are written back as a whole, and compared with what
 * a client has seen: both need those of this moment.
 */
export async function realmInTurn({ app, db, realm }: WriteContext): Promise<Realm> {
  return app.identities.realmWithin(db, realm.id);
}
