/** Makes a backup, reads it back from where it is kept, and only then removes the oldest ones. */
import { type BackupStore, newBackupName } from "../../../kernel/backups/store.ts";
import type { App } from "../../../kernel/context.ts";
import { writeJsonLines } from "../../../kernel/json-lines.ts";
import { type Progress, unobserved } from "../../../kernel/progress.ts";
import { verifyBackup } from "../verify.ts";
import { writeEverything } from "../write.ts";

export interface MadeBackup {
  readonly name: string;
  readonly madeAtMs: number;
  readonly bytes: number;
  readonly rows: number;
  readonly tables: number;
  /** How many older ones were removed. */
  readonly removed: number;
  /** Why what killed processes have left there could not be removed. */
  readonly abandonedFailure: string | undefined;
}

export async function keepBackup(
  app: App,
  store: BackupStore,
  keep: number,
  progress: Progress = unobserved,
): Promise<MadeBackup> {
  const madeAtMs = app.clock.now();
  const name = newBackupName(madeAtMs);
  const abandonedFailure = await store.removeAbandoned(madeAtMs);
  const { rows, tables } = await store.put(name, (file) =>
    writeJsonLines(file, (write) => writeEverything(app, write, progress)),
  );
  try {
    const verified = await store.withFile(name, (file) => verifyBackup(file, progress));
    if (verified?.rows !== rows) throw new Error(`The backup ${name} has ${verified?.rows ?? "no"} rows, not ${rows}.`);
  } catch (error) {
    // If that fails too, it is found to be damaged when it is verified again.
    await store.remove([name]).catch(() => {});
    throw error;
  }
  const removed = await prune(store, name, keep);
  return { name, madeAtMs, bytes: (await store.size(name)) ?? 0, rows, tables, removed, abandonedFailure };
}

/** The new one stays, even if the clock was wrong when the others were made. */
async function prune(store: BackupStore, made: string, keep: number): Promise<number> {
  const others = (await store.backups()).filter(({ name }) => name !== made);
  const old = others.slice(keep - 1);
  await store.remove(old.map(({ name }) => name));
  return old.length;
}
