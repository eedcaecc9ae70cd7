/** What imports have noted: `after` is the last file whose id of another program was looked at. */
import { forgetIdsOfFiles, forgetIdsOfPeople } from "../../imports/erased.ts";
import type { Writing } from "../../kernel/context.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

const AT_ONCE = 500;

export async function forgetImportedIds(
  { app, db, realm }: Writing,
  { user_ids, after }: Erasure,
): Promise<NextBatch | undefined> {
  const ledger = { secrets: app.secrets, realm_id: realm.id };
  const next = await forgetIdsOfFiles(db, ledger, { after, limit: AT_ONCE });
  if (next !== undefined) return { after: next };
  await forgetIdsOfPeople(db, ledger, user_ids);
  return undefined;
}
