/**
 * Copies uploaded files from one place to the other: the data directory and an S3 store. Files never change and appear under their
 * names only when they are complete, so the work can be repeated: what is there is not copied again.
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Db } from "../../kernel/db/handles.ts";
import { rowCounts } from "../../kernel/db/rows.ts";
import type { Progress } from "../../kernel/progress.ts";
import { severalAtOnce } from "../../kernel/several-at-once.ts";
import type { Storage } from "../../kernel/storage/storage.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import { exportKeys, storedKeys } from "../backup/stored-files.ts";
import { Refusal } from "../errors.ts";

/** Stores take their time for each. */
const AT_ONCE = 8;

export interface UploadMove {
  readonly from: Storage;
  readonly to: Storage;
  /** Where files are on their way. */
  readonly dataDirectory: string;
  /** Whether the contents of what is there already are compared too, and not only the sizes. */
  readonly comparesAll: boolean;
}

export interface MovedUploads {
  copied: number;
  bytes: number;
  /** Those that were there already. */
  present: number;
  /** Those that messages refer to, and that neither place has. */
  missing: number;
}

/** Copies everything that rows refer to, and compares each copy with its original. */
export async function copyUploads(db: Db, move: UploadMove, progress: Progress): Promise<MovedUploads> {
  const moved: MovedUploads = { copied: 0, bytes: 0, present: 0, missing: 0 };
  progress.begin("Copying files", await countOf(db));
  await forEach(movedKeys(db), async (key) => {
    await copyOne(key, move, moved);
    progress.add(1);
  });
  return moved;
}

/** Removes what was copied from where it was. Returns how many files that were. */
export async function removeCopied(db: Db, { from, to }: UploadMove, progress: Progress): Promise<number> {
  let removed = 0;
  progress.begin("Removing the originals", await countOf(db));
  await forEach(movedKeys(db), async (key) => {
    const [original, copy] = await Promise.all([from.size(key), to.size(key)]);
    if (original !== undefined && original === copy) {
      await from.remove([key]);
      removed++;
    }
    progress.add(1);
  });
  return removed;
}

async function copyOne(key: string, { from, to, dataDirectory, comparesAll }: UploadMove, moved: MovedUploads) {
  const [original, copy] = await Promise.all([from.size(key), to.size(key)]);
  if (original === undefined) {
    if (copy !== undefined) moved.present++;
    // A picture need not exist in every size.
    else if (key.startsWith("files/")) moved.missing++;
    return;
  }
  if (original === copy && (!comparesAll || (await hashOf(from, key)) === (await hashOf(to, key)))) {
    moved.present++;
    return;
  }
  const content = await from.read(key);
  if (!content) return;
  const file = await unfinishedFile(dataDirectory);
  try {
    const hash = createHash("sha256");
    content.on("data", (chunk) => hash.update(chunk as Buffer));
    await pipeline(content, createWriteStream(file, { mode: 0o600, flags: "wx" }));
    await to.adopt(file, key, "application/octet-stream");
    if ((await hashOf(to, key)) !== hash.digest("hex")) {
      await to.remove([key]);
      throw new Refusal(`The copy of ${key} differs from the original. It was removed; run the command again.`);
    }
  } finally {
    await rm(file, { force: true });
  }
  moved.copied++;
  moved.bytes += original;
}

async function hashOf(storage: Storage, key: string): Promise<string | undefined> {
  const content: Readable | undefined = await storage.read(key);
  if (!content) return undefined;
  const hash = createHash("sha256");
  await pipeline(content, hash);
  return hash.digest("hex");
}

/** Everything that a server may be asked for, and cannot make again. */
async function* movedKeys(db: Db): AsyncGenerator<string[]> {
  yield* storedKeys(db);
  yield await exportKeys(db);
}

async function countOf(db: Db): Promise<number> {
  const counts = await rowCounts(db, [{ name: "attachment" }]);
  return counts.get("attachment") ?? 0;
}

async function forEach(batches: AsyncIterable<readonly string[]>, work: (key: string) => Promise<void>): Promise<void> {
  for await (const batch of batches) await severalAtOnce(batch, AT_ONCE, work);
}
