/**
 * The uploaded files for a restored log: those that its rows refer to. Files never change, so it does not matter when they were
 * stored. They are looked for in the S3 store of the settings, if there is one, then beside the log, where they were shipped before
 * they were moved to the store or without one, and then in the newest backup of the same place.
 */
import { copyFile, stat } from "node:fs/promises";
import type { BackupStore } from "../../../../kernel/backups/store.ts";
import type { Config } from "../../../../kernel/config.ts";
import { openSqlite } from "../../../../kernel/db/sqlite.ts";
import type { Progress } from "../../../../kernel/progress.ts";
import { severalAtOnce } from "../../../../kernel/several-at-once.ts";
import { openStorage } from "../../../../kernel/storage/open.ts";
import { unfinishedFile } from "../../../../kernel/storage/unfinished.ts";
import type { RestoredFiles } from "../../files.ts";
import { FILES, storedKey } from "../../format.ts";
import { BackupFile } from "../../read.ts";
import { storedKeys } from "../../stored-files.ts";
import { uploadName } from "./names.ts";

const AT_ONCE = 4;
const CHUNKS_AT_ONCE = 10;

export interface RestoredUploads {
  readonly files: number;
  /** The keys of files that rows refer to, and that were not found. */
  readonly missing: readonly string[];
}

/** What is asked about each file; without a way to restore it, only whether it could be. */
export interface UploadsToFind {
  /** The restored database, before it has its name. */
  readonly databaseFile: string;
  readonly store: BackupStore;
  readonly config: Config;
  readonly restored: RestoredFiles | undefined;
}

export async function findUploads(given: UploadsToFind, progress: Progress): Promise<RestoredUploads> {
  const { databaseFile, store, config, restored } = given;
  const database = openSqlite(databaseFile);
  const absent = new Set<string>();
  let files = 0;
  // What is in the S3 store stays where it is.
  const own = config.s3 && openStorage(config);
  const find = async (key: string): Promise<boolean> => {
    if (own && (await own.size(key)) !== undefined) return true;
    return restored
      ? ((await store.withFile(uploadName(key), (file) => take(config, restored, file, key))) ?? false)
      : (await store.size(uploadName(key))) !== undefined;
  };
  progress.begin(restored ? "Restoring uploaded files" : "Looking for uploaded files");
  try {
    for await (const keys of storedKeys(database.reader))
      await severalAtOnce(keys, AT_ONCE, async (key) => {
        if (await find(key)) files++;
        else absent.add(key);
        progress.add(1);
      });
  } finally {
    await database.close();
  }
  if (isAnyMissing(absent)) files += await fromNewestBackup(store, absent, restored, progress);
  return { files, missing: [...absent].filter(isRequired) };
}

/** A picture need not exist in every size. */
const isRequired = (key: string): boolean => key.startsWith("files/");
const isAnyMissing = (keys: ReadonlySet<string>): boolean => keys.values().some(isRequired);

async function take(config: Config, restored: RestoredFiles, file: string, key: string): Promise<true> {
  const copy = await unfinishedFile(config.dataDirectory);
  await copyFile(file, copy);
  await restored.adopt(copy, key, (await stat(file)).size);
  return true;
}

/** Takes those that are still absent. Returns how many there were. */
async function fromNewestBackup(
  store: BackupStore,
  absent: Set<string>,
  restored: RestoredFiles | undefined,
  progress: Progress,
): Promise<number> {
  const [newest] = await store.backups();
  if (!newest) return 0;
  const found = new Set<string>();
  await store.withFile(newest.name, async (file) => {
    const backup = await BackupFile.open(file);
    for await (const { heading, rows } of backup.tables(progress, "Looking for files in the newest backup"))
      for await (const batch of rows(CHUNKS_AT_ONCE)) {
        if (heading.table !== FILES) continue;
        for (const row of batch as unknown as [string, string][]) {
          const key = storedKey(row[0]);
          if (!absent.has(key)) continue;
          found.add(key);
          await restored?.add(row);
        }
      }
    await restored?.finish();
  });
  for (const key of found) absent.delete(key);
  return found.size;
}
