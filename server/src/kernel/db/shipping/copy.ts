/** The copy of the database with which a generation begins. */
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { backup, type DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { BackupStore } from "../../backups/store.ts";
import { unfinishedFile } from "../../storage/unfinished.ts";

/** 4 MB in a step. */
const COPIED_PAGES = 1000;

interface CopyOptions {
  readonly dataDirectory: string;
  readonly signal: AbortSignal;
  /** Called when the reader is no longer needed. */
  onCopied(): void;
}

/** Stores what this reader sees. It is in the data directory first, and, on its way to an S3 store, packed beside it. */
export async function storeCopy(
  store: BackupStore,
  name: string,
  reader: DatabaseSync,
  { dataDirectory, signal, onCopied }: CopyOptions,
): Promise<void> {
  const file = await unfinishedFile(dataDirectory);
  try {
    await backup(reader, file, { rate: COPIED_PAGES, progress: () => signal.throwIfAborted() });
    onCopied();
    await store.put(name, (packed) =>
      pipeline(
        createReadStream(file),
        createGzip({ level: 1 }),
        createWriteStream(packed, { mode: 0o600, flags: "wx", flush: true }),
        { signal },
      ),
    );
  } finally {
    await Promise.all([file, `${file}-journal`, `${file}-wal`].map((each) => rm(each, { force: true })));
  }
}
