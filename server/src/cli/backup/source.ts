/** What to restore: a file, or what is in a place where backups are kept. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type BackupPlace, isS3Place, placeOf } from "../../kernel/backups/config.ts";
import { BackupStore, type KeptBackup } from "../../kernel/backups/store.ts";
import type { Config } from "../../kernel/config.ts";
import type { Variables } from "../../kernel/variables.ts";
import { Refusal, UsageError } from "../errors.ts";
import { commandConfig, commandSettings } from "../flags.ts";
import { generationFor, type LogToRestore, reachOf } from "./log/restore.ts";

/** The place that the command names, or else the one in the settings. */
export function givenPlace(given: string | undefined, config: Config = commandConfig()): BackupPlace {
  if (given === undefined) {
    if (config.backups) return config.backups.to;
    throw new UsageError("Name a directory or s3://bucket/prefix, or set PARLEY_BACKUP_TO.");
  }
  const set = commandSettings().all.map(({ name, value }) => [name, value]);
  return placeOf(given, Object.fromEntries(set) as Variables, config.s3);
}

export function isPlace(given: string | undefined): boolean {
  if (given === undefined || isS3Place(given)) return true;
  return statSync(resolve(given), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What a place has for a time: the log reaches any second, a backup only its own. */
export type RestoreSource = { readonly file: string; readonly kept?: KeptBackup } | { readonly log: LogToRestore };

/** Calls the work with what is to be restored; a backup is fetched first if it is in an S3 store. */
export async function withSource<T>(
  given: string | undefined,
  atMs: number | undefined,
  work: (source: RestoreSource) => Promise<T>,
): Promise<T> {
  if (given !== undefined && !isPlace(given)) {
    if (atMs !== undefined) throw new UsageError("--at needs a place where backups are kept, not a file.");
    return work({ file: resolve(given) });
  }
  const config = commandConfig();
  const store = new BackupStore(givenPlace(given, config), config.dataDirectory);
  const wanted = atMs ?? Date.now();
  const kept = (await store.backups()).find(({ madeAtMs }) => madeAtMs <= wanted);
  const found = await generationFor(store, wanted);
  // A backup that was made after the log ended is newer than its end.
  if (found && (!kept || (await reachOf(store, found.generation, found.start)) >= kept.madeAtMs))
    return work({ log: { store, ...found, atMs: wanted } });
  if (!kept) throw new Refusal(`There is no backup ${atMs === undefined ? "there" : "from before that time"}.`);
  const result = await store.withFile(kept.name, async (file) => ({ value: await work({ file, kept }) }));
  if (!result) throw new Refusal(`${store.describe(kept.name)} is gone.`);
  return result.value;
}
