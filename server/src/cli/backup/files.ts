/** Stores the uploaded files of a backup in this installation. Thumbnails are regenerated on demand. */
import { type FileHandle, open, rm } from "node:fs/promises";
import type { Config } from "../../kernel/config.ts";
import { openStorage } from "../../kernel/storage/open.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import { Refusal } from "../errors.ts";
import { storedKey } from "./format.ts";

export class RestoredFiles {
  readonly #config: Config;
  #current: { readonly pathId: string; readonly path: string; readonly handle: FileHandle } | undefined;

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
      this.#current = { pathId, path, handle: await open(path, "wx", 0o600) };
    }
    await this.#current?.handle.appendFile(Buffer.from(chunk, "base64"));
  }

  /** Removes a file that was not completed. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#current) return;
    await this.#current.handle.close();
    await rm(this.#current.path, { force: true });
  }

  async finish(): Promise<void> {
    if (!this.#current) return;
    const { pathId, path, handle } = this.#current;
    this.#current = undefined;
    await handle.close();
    try {
      await openStorage(this.#config).adopt(path, storedKey(pathId), "application/octet-stream");
    } finally {
      await rm(path, { force: true });
    }
  }
}
