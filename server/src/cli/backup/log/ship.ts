/** Ships the write-ahead log of a server on SQLite, with its uploaded files, if its settings say so. */
import { ABANDONED_STAYS, BackupStore } from "../../../kernel/backups/store.ts";
import type { Config } from "../../../kernel/config.ts";
import type { App } from "../../../kernel/context.ts";
import { S3Storage } from "../../../kernel/storage/s3.ts";
import { UploadShipper } from "./uploads/ship.ts";
import { StoredUploadRemoval } from "./uploads/stored.ts";

const A_DAY = 86_400;

/**
 * A generation begins as often as a backup is made, and the log reaches back as far as backups do. Returns how to end it before
 * the database is closed.
 */
export async function startShipping(app: App, { backups, dataDirectory, s3 }: Config): Promise<() => Promise<void>> {
  if (!backups?.shipsLog) return async () => {};
  const generationSeconds = backups.everySeconds ?? A_DAY;
  const keepSeconds = generationSeconds * backups.keep;
  const sayAbandoned = onceEach((err) => app.log.warn({ err }, ABANDONED_STAYS));
  await app.database.shipLog?.({
    place: backups.to,
    dataDirectory,
    generationSeconds,
    keepSeconds,
    onStatus: (status) => {
      app.backups.shipped(status);
      sayAbandoned(status.abandonedFailure);
    },
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const store = new BackupStore(backups.to, dataDirectory, signal);
  // Files in an S3 store stay there as long as the log reaches back, and are not copied.
  const uploads = s3
    ? new StoredUploadRemoval(app, { storage: new S3Storage(s3, dataDirectory, { signal }), notes: store, keepSeconds })
    : new UploadShipper(app, store, keepSeconds);
  await uploads.start();
  return async () => {
    const patience = setTimeout(() => stopping.abort(new Error("The server stops.")), STOP_MS);
    await uploads.stop();
    clearTimeout(patience);
  };
}

/** Says what is given again and again once, until it is something else or over. */
function onceEach(say: (failure: string) => void): (failure: string | undefined) => void {
  let said: string | undefined;
  return (failure) => {
    if (failure !== undefined && failure !== said) say(failure);
    said = failure;
  };
}

/** How long a server that stops waits for what was uploaded last. */
const STOP_MS = 10_000;
