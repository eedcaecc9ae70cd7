/** Deletes deactivated organizations at their scheduled time. */
import type { RealmId } from "../../../kernel/api/ids.ts";
import { seconds } from "../../../kernel/clock.ts";
import type { App } from "../../../kernel/context.ts";
import { recurringJob } from "../../../kernel/jobs/job-kind.ts";
import { STORED_FOLDERS } from "../../../kernel/storage/storage.ts";
import { deleteMessages, deleteRealm, realmsToDelete } from "./store.ts";

const DAY = 24 * 3600;
/** Other changes wait while a batch is deleted. */
const BATCH = 500;
const FILES_AT_ONCE = 500;

export const deleteOrganizations = recurringJob("delete_organizations", DAY, async (app) => {
  for (const id of await realmsToDelete(app.database.reader, seconds(app.clock))) await deleteOrganization(app, id);
});

/** Rows first: after a crash, the remaining files have no rows, and jobs for such files delete them. */
export async function deleteOrganization(app: App, id: RealmId): Promise<void> {
  while ((await app.database.transaction((tx) => deleteMessages(tx, id, BATCH))) === BATCH);
  await app.database.transaction((tx) => deleteRealm(tx, id));
  for (const folder of STORED_FOLDERS) await removeFiles(app, `${folder}/${id}/`);
  app.log.info({ realm_id: id }, "a deactivated organization was deleted");
}

async function removeFiles({ storage }: App, prefix: string): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of storage.list(prefix)) {
    keys.push(key);
    if (keys.length < FILES_AT_ONCE) continue;
    await storage.remove(keys);
    keys = [];
  }
  await storage.remove(keys);
}
