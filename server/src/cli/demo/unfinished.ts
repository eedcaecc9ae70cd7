/**
 * A demo in the making: closed while its people and messages are created, and named so that the next `parley demo` finds
 * what a killed one has left behind. A server deletes it after a day.
 */
import { seconds } from "../../kernel/clock.ts";
import { type App, change, type Realm } from "../../kernel/context.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { deleteOrganization } from "../../organization/realms/deactivate/delete.ts";
import { setActive } from "../../organization/realms/deactivate/store.ts";
import { storeSettings } from "../../organization/realms/store.ts";

const NAME = "Kestrel Maps";
export const UNFINISHED_NAME = `${NAME} (unfinished)`;
const DAY = 24 * 3600;

export const close = (app: App, realm: Realm): Promise<void> =>
  change(serverContext(app, realm), ({ db }) =>
    setActive(db, realm.id, { is_active: false, scheduled_deletion_at: seconds(app.clock) + DAY }),
  );

export const open = (app: App, realm: Realm): Promise<void> =>
  change(serverContext(app, realm), ({ db }) =>
    setActive(db, realm.id, { is_active: true, scheduled_deletion_at: null }),
  );

export const finish = (app: App, realm: Realm): Promise<void> =>
  change(serverContext(app, realm), ({ db }) => storeSettings(db, realm.id, { name: NAME }));

/** The organizations of this owner that a killed `parley demo` has left behind. */
export async function removeUnfinished(app: App, ownersEmail: string): Promise<void> {
  const owned = await app.database.reader
    .selectFrom("user")
    .innerJoin("realm", "realm.id", "user.realm_id")
    .select(["realm.id", "realm.settings"])
    .where("user.delivery_email", "=", ownersEmail)
    .execute();
  for (const { id, settings } of owned)
    if ((settings as { name?: unknown }).name === UNFINISHED_NAME) await deleteOrganization(app, id);
}
