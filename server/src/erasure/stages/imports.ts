/** What imports bring, and what they have noted. */
import { forgetIdsOfFiles, forgetIdsOfPeople } from "../../imports/erased.ts";
import { activeImport } from "../../imports/uploaded/store.ts";
import type { Writing } from "../../kernel/context.ts";
import type { Erasure, NextBatch } from "../job-kind.ts";

const AT_ONCE = 500;
const WHILE_IMPORTING_SECONDS = 60;

/** It knows people by the names that they had when it began: what it brings is treated with everything else. */
export async function waitForImport({ db, realm }: Writing): Promise<NextBatch | undefined> {
  const isRunning = (await activeImport(db, realm.id))?.state === "running";
  return isRunning ? { after: 0, waitSeconds: WHILE_IMPORTING_SECONDS } : undefined;
}

/** `after` is the last file whose id of another program was looked at. */
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
