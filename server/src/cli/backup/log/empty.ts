/** Restoring never replaces an organization. */

import { hasRealm } from "../../../kernel/access/store.ts";
import type { Config } from "../../../kernel/config.ts";
import { appliedMigrations } from "../../../kernel/db/migrate.ts";
import { databaseFile, openDatabase } from "../../../kernel/db/open.ts";
import { isMissingOrEmpty } from "../../../kernel/first-start.ts";
import { Refusal } from "../../errors.ts";

export async function refuseUnlessEmpty(config: Config): Promise<void> {
  if (isMissingOrEmpty(databaseFile(config))) return;
  const database = await openDatabase(config);
  try {
    if ((await appliedMigrations(database.reader)).length > 0 && (await hasRealm(database.reader)))
      throw new Refusal("There is already an organization here. Restore into an empty data directory.");
  } finally {
    await database.close();
  }
}
