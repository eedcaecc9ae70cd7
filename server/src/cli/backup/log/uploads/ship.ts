/**
 * Ships uploaded files to where the log is shipped (decision 117). Files never change, so each is copied once. This process
 * says which it has stored; rows say which others have; and from time to time all of them are looked for.
 */
import { constants, existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import type { BackupStore } from "../../../../kernel/backups/store.ts";
import type { App } from "../../../../kernel/context.ts";
import type { ShippingStatus } from "../../../../kernel/db/shipping/shipper.ts";
import { fileKey } from "../../../../messages/uploads/thumbnails.ts";
import { attachmentPages, storedKeys } from "../../stored-files.ts";
import { isShipped, uploadName } from "./names.ts";
import { removeUnneeded } from "./retention.ts";

const SHIP_MS = 1000;
const RETRY_MS = 5000;
/** For files that other processes have stored. */
const ROWS_MS = 2000;
const A_DAY_MS = 86_400_000;
const PASS_RETRY_MS = 60_000;
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
  #newestRow = 0;
  #rowsAtMs = 0;
  #retryAtMs = 0;
  /** When all files are looked for. */
  #passAtMs = 0;
  #hasPassed = false;
  #failure: string | undefined;
  #passFailure: string | undefined;
  #working: Promise<void> | undefined;
  #passing: Promise<void> | undefined;
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
    this.#timer = setInterval(() => this.#look(), SHIP_MS);
    this.#timer.unref();
    this.#look();
  }

  /** Ships what was uploaded last, unless the place fails. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
    if (!this.#failure) await this.#work(Date.now()).catch(() => {});
    this.#isStopping = true;
    await this.#passing;
  }

  #add(key: string): void {
    if (!isShipped(key) || this.#waiting.has(key)) return;
    if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, Date.now());
    else {
      this.#hasPassed = false;
      this.#passAtMs = 0;
    }
  }

  #status(): ShippingStatus {
    const [oldest] = this.#waiting.values();
    const shippedUntilMs = this.#hasPassed ? (oldest ?? Date.now()) : this.#startedAtMs;
    return { shippedUntilMs, failure: this.#failure ?? this.#passFailure };
  }

  #look(): void {
    const now = Date.now();
    if (now < this.#retryAtMs) return;
    this.#working ??= this.#work(now)
      .then(() => {
        this.#failure = undefined;
      })
      .catch((error: unknown) => {
        this.#failure = messageOf(error);
        this.#retryAtMs = Date.now() + RETRY_MS;
      })
      .finally(() => {
        this.#working = undefined;
      });
    if (now >= this.#passAtMs) this.#passing ??= this.#pass();
  }

  async #work(now: number): Promise<void> {
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

  /** Looks for all files, in case the place has lost some or another process has stored some, and removes old ones. */
  async #pass(): Promise<void> {
    const { reader } = this.#app.database;
    // Unless it succeeds.
    this.#passAtMs = Date.now() + PASS_RETRY_MS;
    try {
      for await (const keys of storedKeys(reader))
        await this.#each(keys, async (key) => {
          if ((await this.#store.size(uploadName(key))) === undefined) await this.#ship(key);
        });
      if (this.#isStopping) return;
      this.#hasPassed = true;
      this.#passFailure = undefined;
      this.#passAtMs = Date.now() + A_DAY_MS;
      await removeUnneeded(reader, this.#store, Date.now(), this.#keepMs);
    } catch (error) {
      this.#passFailure = messageOf(error);
    } finally {
      this.#passing = undefined;
    }
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

  async #each(keys: readonly string[], work: (key: string) => Promise<void>): Promise<void> {
    const waiting = keys.values();
    const workOn = async () => {
      for (const key of waiting) {
        if (this.#isStopping) return;
        await work(key);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, workOn));
  }
}

class Gone extends Error {}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
