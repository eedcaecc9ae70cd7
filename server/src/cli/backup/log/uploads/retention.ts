/** Removes uploaded files that no row has referred to for as long as the log reaches back. */
import { UPLOADS_FOLDER } from "../../../../kernel/backups/names.ts";
import type { BackupStore } from "../../../../kernel/backups/store.ts";
import type { Db } from "../../../../kernel/db/handles.ts";
import { earliestRestorable } from "../../../../kernel/db/shipping/generations.ts";
import { isUploadedContent, STORED_FOLDERS, type Storage } from "../../../../kernel/storage/storage.ts";
import { fileKey } from "../../../../messages/uploads/thumbnails.ts";
import { pictureKeys } from "../../stored-files.ts";
import { keyIn, uploadName } from "./names.ts";

const KEYS_AT_ONCE = 500;

/** Files that stay after the last row that refers to them. */
export interface RetainedUploads {
  keys(): AsyncIterable<string>;
  remove(keys: readonly string[]): Promise<void>;
  /** Where the log is shipped, and it is noted which of them no row refers to, and since when. A restore must not bring it back, so it is not in the database. */
  readonly notes: BackupStore;
  readonly noteName: string;
}

/** Those that were shipped beside the log. */
export function shippedUploads(store: BackupStore): RetainedUploads {
  return {
    async *keys() {
      for await (const name of store.eachName(UPLOADS_FOLDER)) {
        const key = keyIn(name);
        // What somebody else has put there is not removed.
        if (isUploadedContent(key)) yield key;
      }
    },
    remove: (keys) => store.remove(keys.map(uploadName)),
    notes: store,
    noteName: "unneeded-uploads.json",
  };
}

/** Those in the S3 store of a server, which itself removes none of them. */
export function uploadsInStore(storage: Storage, notes: BackupStore): RetainedUploads {
  return {
    async *keys() {
      for (const folder of STORED_FOLDERS.map((name) => `${name}/`).filter(isUploadedContent))
        for await (const { key } of storage.list(folder)) if (isUploadedContent(key)) yield key;
    },
    remove: (keys) => storage.remove(keys),
    notes,
    noteName: "unneeded-in-store.json",
  };
}

/** By their keys, the times since when no row refers to them, in milliseconds since 1970. */
type Unneeded = Record<string, number>;

/**
 * A file goes when no row has referred to it for as long as the log is kept, and since before the oldest generation began that can still
 * be restored: generations are removed as a whole, so that one reaches back further than what is kept.
 */
export async function removeUnneeded(
  db: Db,
  { keys, remove, notes, noteName }: RetainedUploads,
  { nowMs, keepMs }: { readonly nowMs: number; readonly keepMs: number },
): Promise<void> {
  const bytes = await notes.readBytes(noteName);
  const known = new Map(Object.entries(bytes ? (JSON.parse(bytes.toString()) as Unneeded) : {}));
  const pictures = new Set(await pictureKeys(db));
  const unneeded: Unneeded = {};
  const isOver = whetherOver(notes, nowMs - keepMs);
  for await (const batch of batches(keys())) {
    const needed = await namedFiles(db, batch);
    for (const key of batch) {
      if (needed.has(key) || pictures.has(key)) continue;
      const sinceMs = known.get(key) ?? nowMs;
      if (await isOver(sinceMs)) await remove([key]);
      else unneeded[key] = sinceMs;
    }
  }
  if (bytes || Object.keys(unneeded).length > 0) await notes.putBytes(noteName, Buffer.from(JSON.stringify(unneeded)));
}

/** Answers whether the log no longer reaches back to a time. Asks the store once, and only if there may be something to remove. */
function whetherOver(log: BackupStore, keptSinceMs: number): (sinceMs: number) => Promise<boolean> {
  let limit: Promise<number> | undefined;
  return async (sinceMs) => {
    if (sinceMs >= keptSinceMs) return false;
    limit ??= earliestRestorable(log).then((earliest = keptSinceMs) => Math.min(earliest, keptSinceMs));
    return sinceMs < (await limit);
  };
}

/** Which of these keys are files that rows refer to. */
async function namedFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const paths = keys.map((key) => key.replace(/^files\//, ""));
  const rows = await db.selectFrom("attachment").select("path_id").where("path_id", "in", paths).execute();
  return new Set(rows.map(({ path_id }) => fileKey(path_id)));
}

async function* batches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < KEYS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
