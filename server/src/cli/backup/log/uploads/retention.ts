/** Removes shipped files that no row has referred to for as long as the log reaches back. */
import type { BackupStore } from "../../../../kernel/backups/store.ts";
import type { Db } from "../../../../kernel/db/handles.ts";
import { fileKey } from "../../../../messages/uploads/thumbnails.ts";
import { pictureKeys } from "../../stored-files.ts";
import { keyIn, UPLOADS_FOLDER } from "./names.ts";

/** The files without rows, and since when that is known, in milliseconds since 1970. */
const UNNEEDED = "unneeded-uploads.json";
const NAMES_AT_ONCE = 500;

export async function removeUnneeded(db: Db, store: BackupStore, nowMs: number, keepMs: number): Promise<void> {
  const bytes = await store.readBytes(UNNEEDED);
  const known = new Map(Object.entries(bytes ? (JSON.parse(bytes.toString()) as Record<string, number>) : {}));
  const pictures = new Set(await pictureKeys(db));
  const unneeded: Record<string, number> = {};
  for await (const names of batches(store.eachName(UPLOADS_FOLDER))) {
    const needed = await namedFiles(db, names.map(keyIn));
    for (const name of names) {
      const key = keyIn(name);
      if (needed.has(key) || pictures.has(key)) continue;
      const sinceMs = known.get(name) ?? nowMs;
      if (sinceMs < nowMs - keepMs) await store.remove([name]);
      else unneeded[name] = sinceMs;
    }
  }
  if (bytes || Object.keys(unneeded).length > 0) await store.putBytes(UNNEEDED, Buffer.from(JSON.stringify(unneeded)));
}

/** Which of these keys are files that rows refer to. */
async function namedFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const paths = keys.map((key) => key.replace(/^files\//, ""));
  const rows = await db.selectFrom("attachment").select("path_id").where("path_id", "in", paths).execute();
  return new Set(rows.map(({ path_id }) => fileKey(path_id)));
}

async function* batches(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const name of names) {
    batch.push(name);
    if (batch.length < NAMES_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
