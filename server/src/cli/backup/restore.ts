/** Restores a backup into an empty installation, in one transaction that is verified before it commits. */

import { hasRealm } from "../../kernel/access/store.ts";
import type { Config } from "../../kernel/config.ts";
import type { Database, Tx } from "../../kernel/db/handles.ts";
import { setLastId } from "../../kernel/db/identity.ts";
import { appliedMigrations } from "../../kernel/db/migrate.ts";
import type { MigrationName } from "../../kernel/db/migrations/index.ts";
import { openDatabase } from "../../kernel/db/open.ts";
import { DanglingReference, withoutForeignKeys } from "../../kernel/db/references.ts";
import { columnsOf, insertRows, rowsAtOnce } from "../../kernel/db/rows.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { Refusal } from "../errors.ts";
import { RestoredTables } from "./compare.ts";
import { RestoredFiles } from "./files.ts";
import { FILES, type Heading } from "./format.ts";
import { refuseWhileServed } from "./in-use.ts";
import { BackupFile } from "./read.ts";
import { SecretKeyReplacement } from "./secret-key.ts";
import { keptTables } from "./tables.ts";
import { checkIsKnown, checkKey } from "./verify.ts";

const FILE_CHUNKS = 10;

export interface Restored {
  rows: number;
  /** How many tables were compared with the backup, row by row. */
  compared_tables: number;
  made_at: string;
}

export async function restoreBackup(config: Config, file: string, progress = unobserved): Promise<Restored> {
  const backup = await BackupFile.open(file);
  const { heading } = backup;
  checkIsKnown(heading);
  await refuseWhileServed(config);
  const database = await openDatabase(config);
  try {
    await prepareSchema(database, heading, progress);
    const { rows, compared_tables } = await loadWithKey(config, database, backup, progress);
    await database.migrate(undefined, { progress, mustFinish: true });
    return { rows, compared_tables, made_at: heading.made_at };
  } finally {
    await database.close();
  }
}

async function loadWithKey(
  config: Config,
  database: Database,
  backup: BackupFile,
  progress: Progress,
): Promise<LoadedRows> {
  const key = new SecretKeyReplacement(config.dataDirectory);
  const files = new RestoredFiles(config);
  try {
    return await database.transaction(async (tx) => {
      const loaded = await withoutForeignKeys(tx, () => load(tx, backup, files, progress));
      key.put(backup.heading.secret_key);
      progress.begin("Committing");
      return loaded;
    });
  } catch (error) {
    key.undo();
    await files.undo();
    throw error instanceof DanglingReference ? new Refusal(`The backup is damaged: ${error.message}.`) : error;
  }
}

/** Creates the schema that the backup was made with. After loading, the data is migrated as in any upgrade. */
async function prepareSchema(database: Database, { migrations: made }: Heading, progress: Progress): Promise<void> {
  const present = await appliedMigrations(database.reader);
  if (present.length > 0 && (await hasRealm(database.reader)))
    throw new Refusal(
      "There is already an organization here. Restore into an empty data directory or an empty database.",
    );
  if (present.some((name) => !made.includes(name)))
    throw new Refusal(
      "The database was prepared by a newer version of Parley than the backup. Restore into an empty data directory or an empty database; Parley then migrates it.",
    );
  await database.migrate(made.at(-1) as MigrationName, { progress });
}

type LoadedRows = Pick<Restored, "rows" | "compared_tables">;

async function load(tx: Tx, backup: BackupFile, files: RestoredFiles, progress: Progress): Promise<LoadedRows> {
  if (await hasRealm(tx)) throw new Refusal("There is already an organization here.");
  // The transaction may run again.
  await files.undo();
  // A server that was started here once has recorded the key it generated; the backup contains its own.
  await tx.deleteFrom("installation").execute();
  const columns = await columnsOf(tx);
  const names = new Set(keptTables.map((table) => table.name));
  const tables = new RestoredTables();
  let count = 0;
  for await (const { heading, rows } of backup.tables(progress)) {
    if (heading.table === FILES) {
      for await (const batch of rows(FILE_CHUNKS)) {
        for (const row of batch) await files.add(row as [string, string]);
        count += batch.length;
      }
      await files.finish();
      continue;
    }
    if (!names.has(heading.table)) throw new Refusal(`The backup contains an unknown table: ${heading.table}.`);
    for await (const batch of rows(rowsAtOnce(heading.columns.length))) {
      await insertRows(tx, heading.table, heading.columns, batch, columns.get(heading.table)?.json);
      tables.add(heading.table, heading.columns, batch);
      count += batch.length;
    }
    if (heading.last_id !== null) await setLastId(tx, heading.table, heading.last_id);
  }
  const compared_tables = await tables.compareWith(tx, columns, progress);
  // Backups contain no event log, so events before now are not available.
  await tx
    .updateTable("realm_position")
    .set((eb) => ({ pruned_upto: eb.ref("position") }))
    .execute();
  await checkSecretKey(tx, backup.heading);
  progress.begin("Checking what was restored");
  return { rows: count, compared_tables };
}

async function checkSecretKey(tx: Tx, heading: Heading): Promise<void> {
  const stored = await tx.selectFrom("installation").select("secret_fingerprint").executeTakeFirst();
  checkKey(heading, stored?.secret_fingerprint);
}
