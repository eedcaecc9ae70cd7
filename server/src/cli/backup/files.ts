/** Stores the uploaded files of a backup in this installation. Thumbnails are regenerated on demand. */
import { type FileHandle, open, rm } from "node:fs/promises";
import type { Config } from "../../kernel/config.ts";
import { openStorage } from "../../kernel/storage/open.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import { Refusal } from "../errors.ts";
import { storedKey } from "./format.ts";

export class RestoredFiles {
  readonly #config: Config;
  readonly #adopted: string[] = [];
  #current: { readonly pathId: string; readonly path: string; readonly handle: FileHandle; bytes: number } | undefined;

  constructor(config: Config) {
    this.#config = config;
  }

  /** A file's chunks arrive in order, one file after the other. */
  async add([pathId, chunk]: readonly [string, string]): Promise<void> {
    if (typeof pathId !== "string" || typeof chunk !== "string")
      throw new Refusal("The backup is damaged: one of its files is incomplete.");
    if (this.#current?.pathId !== pathId) {
      await this.finish();
      const path = await unfinishedFile(this.#config.dataDirectory);
      this.#current = { pathId, path, handle: await open(path, "wx", 0o600), bytes: 0 };
    }
    const [content, current] = [Buffer.from(chunk, "base64"), this.#current];
    if (!current) return;
    await current.handle.appendFile(content);
    current.bytes += content.length;
  }

  /** Removes all of them, after a failure. */
  async undo(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    await current?.handle.close();
    if (current) await rm(current.path, { force: true });
    await openStorage(this.#config).remove(this.#adopted.splice(0));
  }

  async finish(): Promise<void> {
    if (!this.#current) return;
    const { pathId, path, handle, bytes } = this.#current;
    this.#current = undefined;
    await handle.close();
    try {
      await this.adopt(path, storedKey(pathId), bytes);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Stores a file that is complete, and looks whether all of it is there. */
  async adopt(path: string, key: string, bytes: number): Promise<void> {
    const storage = openStorage(this.#config);
    // What was there before stays if the restore fails.
    const wasStored = (await storage.size(key)) !== undefined;
    await storage.adopt(path, key, "application/octet-stream");
    if (!wasStored) this.#adopted.push(key);
    const stored = await storage.size(key);
    if (stored !== bytes) throw new Error(`Of ${key}, ${stored ?? 0} of ${bytes} bytes were stored.`);
  }
}
