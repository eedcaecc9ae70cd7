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
    const { pathId, path, handle } = this.#current;
    this.#current = undefined;
    await handle.close();
    try {
      await openStorage(this.#config).adopt(path, storedKey(pathId), "application/octet-stream");
      this.#adopted.push(storedKey(pathId));
    } finally {
      await rm(path, { force: true });
    }
  }
}
