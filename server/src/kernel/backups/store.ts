/** The place where backups are kept, with the names that they have there. */
import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { messageOf } from "../retried-work.ts";
import { LocalStorage } from "../storage/local.ts";
import { S3Storage } from "../storage/s3.ts";
import type { Storage } from "../storage/storage.ts";
import { unfinishedFile } from "../storage/unfinished.ts";
import type { BackupPlace } from "./config.ts";
import { BACKUPS_FOLDER, LOG_FOLDER, timedName, timeIn, UPLOADS_FOLDER } from "./names.ts";

export interface KeptBackup {
  readonly name: string;
  readonly madeAtMs: number;
}

/** For the log, with why. */
export const ABANDONED_STAYS = "What killed processes have left where backups are kept cannot be removed.";

const UNFINISHED = "unfinished";
const NAME = /^backups\/([^/]+)\.parley$/;
/** Nobody writes to a file any more that was begun so long ago, or sends it to a store. */
const ABANDONED_MS = 86_400_000;
const ABANDONED_PARTS_MS = 7 * ABANDONED_MS;

export class BackupStore {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #place: BackupPlace;
  readonly #dataDirectory: string;

  /** The data directory has room for what is on its way to and from an S3 store. The signal ends requests to that. */
  constructor(place: BackupPlace, dataDirectory: string, signal?: AbortSignal) {
    this.#place = place;
    this.#dataDirectory = dataDirectory;
    const isLocal = "directory" in place;
    this.#storage = isLocal ? new LocalStorage(place.directory) : new S3Storage(place.s3, dataDirectory, { signal });
    this.#prefix = isLocal ? "" : place.prefix;
  }

  /** Where a person would look for it. */
  describe(name: string): string {
    if ("directory" in this.#place) return join(this.#place.directory, name);
    return `s3://${this.#place.s3.bucket}/${this.#prefix}${name}`;
  }

  /** All backups, the newest first. */
  async backups(): Promise<KeptBackup[]> {
    const found: KeptBackup[] = [];
    for await (const { key } of this.#storage.list(`${this.#prefix}${BACKUPS_FOLDER}/`)) {
      const name = key.slice(this.#prefix.length);
      const madeAtMs = timeIn(NAME.exec(name)?.[1] ?? "");
      if (madeAtMs !== undefined) found.push({ name, madeAtMs });
    }
    return found.sort((one, other) => other.madeAtMs - one.madeAtMs);
  }

  /** Writes a file and stores it under this name once it is complete. */
  async put<T>(name: string, write: (file: string) => Promise<T>): Promise<T> {
    const file = await this.#unfinishedFile();
    try {
      const result = await write(file);
      await this.#storage.adopt(file, `${this.#prefix}${name}`, "application/octet-stream");
      return result;
    } finally {
      await rm(file, { force: true });
    }
  }

  async putBytes(name: string, bytes: Buffer): Promise<void> {
    await this.put(name, (file) => writeFile(file, bytes, { mode: 0o600, flag: "wx" }));
  }

  async readBytes(name: string): Promise<Buffer | undefined> {
    const content = await this.#storage.read(`${this.#prefix}${name}`);
    return content && buffer(content);
  }

  /** All names in this folder. */
  names(folder: string): Promise<string[]> {
    return Array.fromAsync(this.eachName(folder));
  }

  /** One by one, for folders with very many. */
  async *eachName(folder: string): AsyncGenerator<string> {
    for await (const { key } of this.#storage.list(`${this.#prefix}${folder}/`)) yield key.slice(this.#prefix.length);
  }

  /** The content as a file; undefined if there is none of this name. */
  withFile<T>(name: string, work: (file: string) => Promise<T>): Promise<T | undefined> {
    return this.#storage.withFile(`${this.#prefix}${name}`, work);
  }

  size(name: string): Promise<number | undefined> {
    return this.#storage.size(`${this.#prefix}${name}`);
  }

  remove(names: readonly string[]): Promise<void> {
    return this.#storage.remove(names.map((name) => `${this.#prefix}${name}`));
  }

  /**
   * Removes what processes that were killed have left in the place. Returns why that was impossible in a store, which may not let its
   * user list it: nothing else fails because of it.
   */
  async removeAbandoned(nowMs: number): Promise<string | undefined> {
    if (!("directory" in this.#place)) return this.#removeAbandonedParts(nowMs - ABANDONED_PARTS_MS);
    for await (const { key, storedAtMs } of this.#storage.list(UNFINISHED))
      if (storedAtMs < nowMs - ABANDONED_MS) await this.#storage.remove([key]);
    return undefined;
  }

  async #removeAbandonedParts(beforeMs: number): Promise<string | undefined> {
    try {
      for (const folder of [BACKUPS_FOLDER, LOG_FOLDER, UPLOADS_FOLDER])
        await this.#storage.removeUnfinished(`${this.#prefix}${folder}/`, beforeMs);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  async #unfinishedFile(): Promise<string> {
    if (!("directory" in this.#place)) return unfinishedFile(this.#dataDirectory);
    // Beside the others, so that storing it is a rename.
    const directory = join(this.#place.directory, UNFINISHED);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return join(directory, randomUUID());
  }
}

export const newBackupName = (nowMs: number): string => `${BACKUPS_FOLDER}/${timedName(nowMs)}.parley`;
