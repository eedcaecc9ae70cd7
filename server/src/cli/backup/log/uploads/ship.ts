/**
 * Ships uploaded files to where the log is shipped (decision 117). Files never change, so each is copied once. This process
 * says which it has stored; rows say which others have; and from time to time all of them are looked for.
 */
import { constants, existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import type { BackupStore } from "../../../../kernel/backups/store.ts";
import type { App } from "../../../../kernel/context.ts";
import type { ShippingStatus } from "../../../../kernel/db/shipping/status.ts";
import { RetriedWork } from "../../../../kernel/retried-work.ts";
import { severalAtOnce } from "../../../../kernel/several-at-once.ts";
import { isUploadedContent } from "../../../../kernel/storage/storage.ts";
import { fileKey } from "../../../../messages/uploads/thumbnails.ts";
import { attachmentPages, storedKeys } from "../../stored-files.ts";
import { uploadName } from "./names.ts";
import { removeUnneeded, shippedUploads } from "./retention.ts";

const SHIP_MS = 1000;
const RETRY_MS = 5000;
/** For files that other processes have stored. */
const ROWS_MS = 2000;
const A_DAY_MS = 86_400_000;
const PASS_RETRY_MS = 60_000;
const REMOVAL_RETRY_MS = 3_600_000;
const AT_ONCE = 4;
/** Beyond that, all files are looked for when the place can be reached again. */
const MOST_WAITING = 100_000;

export class UploadShipper {
  readonly #app: App;
  readonly #store: BackupStore;
  readonly #keepMs: number;
  readonly #startedAtMs = Date.now();
  /** The keys to ship, and since when. */
  readonly #waiting = new Map<string, number>();
  readonly #shipping = new RetriedWork(() => this.#shipWaiting(), { retryMs: RETRY_MS, everyMs: 0 });
  readonly #pass = new RetriedWork(() => this.#shipMissing(), { retryMs: PASS_RETRY_MS, everyMs: A_DAY_MS });
  readonly #removal = new RetriedWork(() => this.#remove(), { retryMs: REMOVAL_RETRY_MS });
  #newestRow = 0;
  #rowsAtMs = 0;
  /** How many files did not fit into what waits. */
  #overlooked = 0;
  /** Whether all files were looked for, and none was overlooked since. */
  #isWhole = false;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(app: App, store: BackupStore, keepSeconds: number) {
    this.#app = app;
    this.#store = store;
    this.#keepMs = keepSeconds * 1000;
  }

  async start(): Promise<void> {
    const { database, backups } = this.#app;
    const newest = await database.reader.selectFrom("attachment").select("id").orderBy("id", "desc").executeTakeFirst();
    this.#newestRow = newest?.id ?? 0;
    backups.shipsFiles(
      () => this.#status(),
      (key) => this.#add(key),
    );
    this.#shipping.due();
    this.#pass.due();
    this.#timer = setInterval(() => this.#look(), SHIP_MS);
    this.#timer.unref();
    this.#look();
  }

  /** Ships what was uploaded last, unless the place fails. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#shipping.settled();
    if (!this.#shipping.failure) this.#shipping.look();
    await this.#shipping.settled();
    this.#isStopping = true;
    await this.#pass.settled();
    await this.#removal.settled();
  }

  #add(key: string): void {
    if (!isUploadedContent(key) || this.#waiting.has(key)) return;
    if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, Date.now());
    else {
      this.#overlooked++;
      this.#isWhole = false;
      this.#pass.due();
    }
  }

  #status(): ShippingStatus {
    const [oldest] = this.#waiting.values();
    const shippedUntilMs = this.#isWhole ? (oldest ?? Date.now()) : this.#startedAtMs;
    return { shippedUntilMs, failure: this.#shipping.failure ?? this.#pass.failure ?? this.#removal.failure };
  }

  #look(): void {
    for (const work of [this.#shipping, this.#pass, this.#removal]) work.look();
  }

  async #shipWaiting(): Promise<void> {
    const now = Date.now();
    if (now - this.#rowsAtMs >= ROWS_MS) {
      this.#rowsAtMs = now;
      for await (const page of attachmentPages(this.#app.database.reader, this.#newestRow)) {
        for (const { path_id } of page) this.#add(fileKey(path_id));
        this.#newestRow = page.at(-1)?.id ?? this.#newestRow;
      }
    }
    await this.#each([...this.#waiting.keys()], async (key) => {
      await this.#ship(key);
      this.#waiting.delete(key);
    });
  }

  /** Looks for all files, in case the place has lost some or another process has stored some. */
  async #shipMissing(): Promise<void> {
    const overlooked = this.#overlooked;
    for await (const keys of storedKeys(this.#app.database.reader))
      await this.#each(keys, async (key) => {
        if ((await this.#store.size(uploadName(key))) === undefined) await this.#ship(key);
      });
    if (this.#isStopping) return;
    this.#isWhole = overlooked === this.#overlooked;
    this.#removal.due();
  }

  #remove(): Promise<void> {
    const times = { nowMs: Date.now(), keepMs: this.#keepMs };
    return removeUnneeded(this.#app.database.reader, shippedUploads(this.#store), times);
  }

  /** A file that was removed meanwhile is not needed. */
  async #ship(key: string): Promise<void> {
    await this.#app.storage
      .withFile(key, (file) =>
        this.#store.put(uploadName(key), (copy) =>
          copyFile(file, copy, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
            throw error.code === "ENOENT" && !existsSync(file) ? new Gone() : error;
          }),
        ),
      )
      .catch((error: unknown) => {
        if (!(error instanceof Gone)) throw error;
      });
  }

  #each(keys: readonly string[], work: (key: string) => Promise<void>): Promise<void> {
    return severalAtOnce(keys, AT_ONCE, async (key) => {
      if (!this.#isStopping) await work(key);
    });
  }
}

class Gone extends Error {}
