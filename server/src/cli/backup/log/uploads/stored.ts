/**
 * The uploaded files of a server that has them in an S3 store and ships its log (decision 129). The server removes none of them
 * there, so that a log that is restored to any second finds those that it refers to. Here they are removed, when the log no longer
 * reaches back to a row that refers to them; and so are copies beside the log, from before the files were moved to the store.
 */
import type { BackupStore } from "../../../../kernel/backups/store.ts";
import type { App } from "../../../../kernel/context.ts";
import { RetriedWork } from "../../../../kernel/retried-work.ts";
import type { Storage } from "../../../../kernel/storage/storage.ts";
import { removeUnneeded, shippedUploads, uploadsInStore } from "./retention.ts";

const LOOK_MS = 60_000;
const A_DAY_MS = 86_400_000;
const RETRY_MS = 600_000;
const FAILURE = "uploads removal";

interface StoredUploads {
  /** The store itself: what is removed from it is gone. */
  readonly storage: Storage;
  /** Where the log is shipped. */
  readonly notes: BackupStore;
  readonly keepSeconds: number;
}

export class StoredUploadRemoval {
  readonly #app: App;
  readonly #stored: StoredUploads;
  readonly #removal = new RetriedWork(() => this.#remove(), { retryMs: RETRY_MS, everyMs: A_DAY_MS });
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(app: App, stored: StoredUploads) {
    this.#app = app;
    this.#stored = stored;
  }

  async start(): Promise<void> {
    this.#removal.due();
    this.#timer = setInterval(() => this.#removal.look(), LOOK_MS);
    this.#timer.unref();
    this.#removal.look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopping = true;
    await this.#removal.settled();
  }

  async #remove(): Promise<void> {
    const { storage, notes, keepSeconds } = this.#stored;
    const { database, troubles } = this.#app;
    try {
      const times = { nowMs: Date.now(), keepMs: keepSeconds * 1000 };
      for (const retained of [uploadsInStore(storage, notes), shippedUploads(notes)])
        await removeUnneeded(database.reader, retained, times);
      troubles.endWarning(FAILURE);
    } catch (error) {
      if (!this.#isStopping)
        troubles.warn(FAILURE, "Uploaded files that nobody needs any more cannot be removed from the store.", error);
      throw error;
    }
  }
}
