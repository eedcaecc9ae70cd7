/**
 * The uploaded files for a restored log: those in the newest backup of the same place. Files never change, so it does not matter
 * if the backup is newer than the database; what nothing refers to is removed by the server.
 */
import type { BackupStore } from "../../../kernel/backups/store.ts";
import type { Config } from "../../../kernel/config.ts";
import type { Progress } from "../../../kernel/progress.ts";
import { RestoredFiles } from "../files.ts";
import { FILES } from "../format.ts";
import { BackupFile } from "../read.ts";

const CHUNKS_AT_ONCE = 10;

/** Returns how many there were. Files in an S3 store are where they were. */
export async function restoreFiles(config: Config, store: BackupStore, progress: Progress): Promise<number> {
  const [newest] = config.s3 ? [] : await store.backups();
  if (!newest) return 0;
  const restored = await store.withFile(newest.name, (file) => filesFrom(config, file, progress));
  return restored ?? 0;
}

async function filesFrom(config: Config, file: string, progress: Progress): Promise<number> {
  const backup = await BackupFile.open(file);
  const files = new RestoredFiles(config);
  const names = new Set<unknown>();
  for await (const { heading, rows } of backup.tables(progress, "Restoring files"))
    for await (const batch of rows(CHUNKS_AT_ONCE)) {
      if (heading.table !== FILES) continue;
      for (const row of batch) {
        await files.add(row as unknown as [string, string]);
        names.add(row[0]);
      }
    }
  await files.finish();
  return names.size;
}
